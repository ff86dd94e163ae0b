"""The corpus of rule cases that the Rust implementations run too: `env/tests/data/rule_cases.toml`."""

from pathlib import Path
from typing import Any

import kumalak
import pytest

tomllib = pytest.importorskip("tomllib")  # since Python 3.11

PATH = Path(__file__).resolve().parents[2] / "env/tests/data/rule_cases.toml"
CORPUS: dict[str, list[dict[str, Any]]] = tomllib.loads(PATH.read_text(encoding="utf-8"))


def board(position: kumalak.Position) -> tuple[Any, ...]:
    return position.pits.tolist(), position.kazans, position.tuzdiks, position.turn


def vec_env_at(position: kumalak.Position) -> kumalak.VecEnv:
    env = kumalak.VecEnv(2, rules=position.rules, autoreset="disabled")
    env.set_position(1, position)
    return env


def play_second(env: kumalak.VecEnv, pit: int) -> None:
    env.step([int(env.action_mask()[0].argmax()), pit - 1])


ENDINGS = [None, "majority", "atsyrau", "repetition"]


@pytest.mark.parametrize("case", CORPUS["move"], ids=lambda case: case["name"])
def test_moves_lead_where_they_must(case: dict[str, Any]) -> None:
    before = kumalak.Position.from_fen(case["before"], case["rules"])
    pit = int(case["move"][0])
    assert before.notation(pit) == case["move"]
    after = before.play(pit)
    expected = kumalak.Position.from_fen(case["after"], case["rules"])
    assert board(after) == board(expected)
    assert (after.ending, after.outcome) == (case.get("ending"), case.get("result"))
    env = vec_env_at(before)
    play_second(env, pit)
    assert board(env.position(1)) == board(expected)
    assert ENDINGS[env.get_state()["status"][1]] == case.get("ending")
    landing = before.observation(kind="landing")[pit - 1]
    assert str((landing[0] - 1) % 9 + 1) == case["move"][1]
    assert landing[2] == case["move"].endswith("X")


@pytest.mark.parametrize("case", CORPUS["illegal"], ids=lambda case: case["name"])
def test_illegal_moves_are_refused(case: dict[str, Any]) -> None:
    position = kumalak.Position.from_fen(case["position"], case["rules"])
    with pytest.raises(kumalak.IllegalMoveError):
        position.play(case["pit"])
    if position.is_over:
        return
    env = vec_env_at(position)
    with pytest.raises(kumalak.IllegalMoveError, match="board 1"):
        play_second(env, case["pit"])
    assert not position.observation(kind="landing")[case["pit"] - 1].any()


@pytest.mark.parametrize("case", CORPUS["repetition"], ids=lambda case: case["name"])
def test_repetitions_are_counted(case: dict[str, Any]) -> None:
    game = kumalak.Game(start=kumalak.Position.from_fen(case["before"], case["rules"]))
    env = vec_env_at(game.position)
    for word in case["moves"].split():
        assert not game.is_over
        pit = int(word[0])
        game.play(pit)
        play_second(env, pit)
        assert env.observations()[1].tolist() == game.observation().tolist()
    assert (game.ending, game.outcome) == (case.get("ending"), case.get("result"))
    assert ENDINGS[env.get_state()["status"][1]] == game.ending
