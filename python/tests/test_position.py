import pickle

import kumalak
import numpy as np
import pytest

START_FEN = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1"


def test_start() -> None:
    position = kumalak.Position()
    assert position.turn == "white"
    assert position.kazans == (0, 0)
    assert position.tuzdiks == (None, None)
    assert position.legal_moves == list(range(1, 10))
    assert position.pits.shape == (2, 9)
    assert position.pits.dtype == np.uint8
    assert position.to_fen() == START_FEN
    assert not position.is_over
    assert position.outcome is None
    assert position.ending is None


def test_a_move_gives_a_new_position() -> None:
    start = kumalak.Position()
    after = start.play(7)
    assert start == kumalak.Position()
    assert after.kazans == (10, 0)
    assert after.turn == "black"
    assert start.notation(7) == "76"
    assert str(after).splitlines()[0].split()[:5] == ["0", "|", "9", "9", "9"]


def test_a_new_tuzdik_is_marked() -> None:
    position = kumalak.Position.from_board(
        [[0, 0, 0, 0, 0, 0, 0, 2, 1], [2, 0, 0, 0, 0, 4, 0, 0, 3]], [75, 75]
    )
    assert position.notation(9) == "91X"
    assert position.play(9).tuzdiks == (1, None)


@pytest.mark.parametrize("pit", [0, 10, 100])
def test_no_such_pit(pit: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 9"):
        kumalak.Position().play(pit)


def test_an_illegal_move_says_why() -> None:
    position = kumalak.Position().play(7).play(9)
    empty = position.play(6).play(1)
    assert 6 in empty.legal_moves
    stuck = kumalak.Position.from_board(
        [[0, 0, 0, 0, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 4, 0, 0, 3]], [75, 77], [4, 1]
    )
    with pytest.raises(kumalak.IllegalMoveError, match="pit 3 of White is empty"):
        stuck.play(3)


def test_atsyrau_ends_the_game() -> None:
    position = kumalak.Position.from_board(
        np.array([[0] * 9, [3] + [0] * 8], np.uint8), [78, 81], turn="black"
    )
    after = position.play(1)
    assert after.is_over
    assert after.ending == "atsyrau"
    assert after.outcome == "0-1"
    assert after.kazans == (78, 84)
    assert after.legal_moves == []


@pytest.mark.parametrize(
    ("kazans", "message"),
    [([0, 0], "162 stones together, got 0"), ([200, 200], "162 stones together, got 400")],
)
def test_stones_are_counted(kazans: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kumalak.Position.from_board(np.zeros((2, 9), np.uint8), kazans)


def test_pits_of_the_wrong_shape() -> None:
    with pytest.raises(ValueError, match=r"shape \(2, 9\)"):
        kumalak.Position.from_board(np.zeros((9, 2), np.uint8), [81, 81])


def test_turn_has_two_values() -> None:
    with pytest.raises(ValueError, match='"white" or "black"'):
        kumalak.Position.from_board([[9] * 9, [9] * 9], [0, 0], turn="green")


@pytest.mark.parametrize("fen", ["", "rubbish", START_FEN.replace("9S", "8S", 1), START_FEN + " 1"])
def test_bad_fen(fen: str) -> None:
    with pytest.raises(ValueError, match="expected|got|must"):
        kumalak.Position.from_fen(fen)


def test_positions_are_values() -> None:
    position = kumalak.Position().play(7).play(8).play(2)
    assert pickle.loads(pickle.dumps(position)) == position
    assert kumalak.Position.from_fen(position.to_fen()) == position
    assert len({position, kumalak.Position().play(7).play(8).play(2)}) == 1
    assert position.mirrored().mirrored() == position
    assert (position.mirrored().observation() == position.observation()).all()


def test_perft() -> None:
    assert [kumalak.perft(kumalak.Position(), depth) for depth in range(1, 6)] == [9, 73, 613, 5199, 43184]
    bestemshe = kumalak.Position(kumalak.Rules("bestemshe"))
    assert kumalak.perft(bestemshe, 6) == 7782


def test_rules_by_name() -> None:
    rules = kumalak.Rules("qozdatu")
    assert (rules.name, rules.pits, rules.stones, rules.total_stones) == ("qozdatu", 7, 7, 98)
    assert rules != kumalak.Rules()
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert len(rules.observation_vocabulary) == kumalak.OBSERVATION_LEN
    with pytest.raises(ValueError, match="bestemshe"):
        kumalak.Rules("chess")


def test_observation_is_exact() -> None:
    after = kumalak.Position().play(7)
    expected = [10, 10, 10, 10, 10, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 10, 10, 0, 10, 0, 0, 0]
    assert after.observation().tolist() == expected
    assert after.observation(occurrences=3)[22] == 2
