from pathlib import Path

import kumalak
import pytest

GAME = """[White "A"]
[Black "B"]
[Result "1-0"]

1. 76(10) 87(2) 2. 99 91 1-0
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "games.pgn"
    path.write_text(text, encoding="utf-8")
    return path


def test_reads_and_replays(tmp_path: Path) -> None:
    (record,) = kumalak.read_records(write(tmp_path, GAME))
    assert record.tags["White"] == "A"
    assert record.moves == ["76", "87", "99", "91"]
    assert record.result == "1-0"
    assert len(record) == 4
    positions = record.replay()
    assert [position.kazans for position in positions] == [(0, 0), (10, 0), (10, 2), (10, 2), (10, 2)]


def test_a_wrong_record_names_line_and_ply(tmp_path: Path) -> None:
    (record,) = kumalak.read_records(write(tmp_path, GAME.replace("99", "98")))
    with pytest.raises(kumalak.RecordError, match="games.pgn:5: ply 3"):
        record.replay()


def test_reading_goes_on_after_a_bad_game(tmp_path: Path) -> None:
    reader = kumalak.read_records(write(tmp_path, GAME.replace("99", "9!") + "\n" + GAME))
    with pytest.raises(kumalak.RecordError, match="games.pgn:5"):
        next(reader)
    assert len(next(reader)) == 4
    with pytest.raises(StopIteration):
        next(reader)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(kumalak.RecordError, match="absent.pgn"):
        kumalak.read_records(tmp_path / "absent.pgn")
