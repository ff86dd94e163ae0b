import copy
import pickle

import kumalak
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st


def play(game: kumalak.Game, choices: list[int]) -> None:
    for choice in choices:
        if game.is_over:
            break
        game.play(game.legal_moves[choice % len(game.legal_moves)])


def test_a_game_remembers() -> None:
    game = kumalak.Game()
    game.play(7)
    game.play(9)
    assert game.moves == [7, 9]
    assert game.last_move == 9
    assert game.plies == len(game) == 2
    assert game.turn == "white"
    assert not game.is_over
    assert game.position.kazans == (10, 0)
    assert "2 plies, white to move" in repr(game)


def test_repetition_is_a_draw() -> None:
    game = kumalak.Game("standard,pits=3,stones=1")
    player = kumalak.Player("random", seed=4)
    while game.ending != "repetition":
        if game.is_over:
            game = kumalak.Game(game.rules)
        game.play(player.choose(game))
    assert game.occurrences == 3
    assert game.outcome == "1/2-1/2"
    assert not game.action_mask().any()
    assert not game.observation("landing").any()


def test_ply_cap_truncates() -> None:
    game = kumalak.Game(kumalak.Rules(ply_cap=2))
    game.play(1)
    game.play(1)
    assert game.is_over
    assert game.is_truncated
    assert game.outcome is None
    with pytest.raises(kumalak.IllegalMoveError, match="the game is over"):
        game.play(2)


@given(st.lists(st.integers(0, 8), max_size=250), st.sampled_from(["standard", "bestemshe", "giveaway"]))
def test_copies_are_the_same_game(choices: list[int], rules: str) -> None:
    game = kumalak.Game(rules)
    play(game, choices)
    for twin in (game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert twin.moves == game.moves
        assert twin.position == game.position
        if not game.is_over:
            twin.play(twin.legal_moves[0])
            assert twin != game


def test_starts_anywhere() -> None:
    start = kumalak.Position("bestemshe").play(2)
    game = kumalak.Game(start=start)
    assert game.rules.name == "bestemshe"
    assert game.turn == "black"
    with pytest.raises(ValueError, match="162 stones"):
        kumalak.Game("standard", start)


def test_each_side_sees_the_board_its_own_way() -> None:
    game = kumalak.Game()
    game.play(7)
    white = game.observation(side="white")
    black = game.observation(side="black")
    assert (game.observation() == black).all()
    assert (white[:9] == black[9:18]).all()
    assert (white[18], white[19]) == (10, 0)
    planes = game.observation("planes", side="white")
    assert (planes[:, ::-1] == game.observation("planes"))[:33].all()
    assert not game.observation("landing", side="white").any()
    with pytest.raises(ValueError, match="side must be"):
        game.observation(side="green")


def test_kinds_of_observation() -> None:
    position = kumalak.Position().play(7)
    for kind, shape in kumalak.OBSERVATION_SHAPES.items():
        array = position.observation(kind=kind)
        assert array.shape == shape
        assert array.dtype == (np.float32 if kind == "scaled" else np.uint8)
    both = position.observation(kind=["landing", "tokens"])
    assert list(both) == ["landing", "tokens"]
    for pit in position.legal_moves:
        after = position.play(pit)
        landing = both["landing"][pit - 1]
        assert landing[1] == after.kazans[1] - position.kazans[1]
        assert position.notation(pit)[1] == str((landing[0] - 1) % 9 + 1)
    for wrong in ("pixels", ["tokens", "tokens"], []):
        with pytest.raises(ValueError, match="observation"):
            position.observation(kind=wrong)
