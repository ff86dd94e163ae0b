"""Searches that ask a callable of Python."""

import _thread
import copy
import pickle
import threading
from typing import Any

import kumalak
import numpy as np
import pytest
from numpy.typing import NDArray

Answer = tuple[Any, Any, Any]


def stones(observations: NDArray[np.uint8]) -> Answer:
    """Likes the pits with most stones, and expects what the kazans say."""
    ahead = observations[:, 18].astype(np.float32) - observations[:, 19]
    win = 1 / (1 + np.exp(-ahead / 8))
    outcome = np.stack([0.9 * win, np.full_like(win, 0.1), 0.9 * (1 - win)], axis=1)
    return observations[:, :9] / np.float32(9), outcome, ahead


@pytest.mark.parametrize("search", ["puct", "gumbel"])
def test_a_search(search: str) -> None:
    batches: list[int] = []

    def evaluator(observations: NDArray[np.uint8]) -> Answer:
        assert observations.dtype == np.uint8
        assert observations.shape[1:] == (kumalak.OBSERVATION_LEN,)
        batches.append(len(observations))
        return stones(observations)

    player = kumalak.Player.from_evaluator(evaluator, sims=40, search=search, leaves=4, name="stones")
    assert repr(player) == "<Player stones>"
    game = kumalak.Game()
    found = player.evaluate(game)
    assert player.choose(game) == found.best_move == found.principal_variation[0]
    assert sum(found.outcome or ()) == pytest.approx(1)
    assert found.margin is not None
    assert (found.nodes, found.stones) == (40, None)
    assert max(batches) == 4
    other = kumalak.Player.from_evaluator(stones, sims=40, search=search, leaves=4)
    assert [other.choose(game) for _ in range(2)] == [found.best_move] * 2


def test_no_search() -> None:
    player = kumalak.Player.from_evaluator(stones, search="none")
    game = kumalak.Game(start=kumalak.Position().play(3))
    assert player.choose(game) == int(game.observation()[:9].argmax()) + 1
    found = player.evaluate(game)
    assert (found.nodes, found.depth, found.margin) == (1, None, -10)


def test_games_together_make_one_batch() -> None:
    sizes = []

    def evaluator(observations: NDArray[np.uint8]) -> Answer:
        sizes.append(len(observations))
        return stones(observations)

    games = [kumalak.Game(start=kumalak.Position().play(pit)) for pit in range(1, 10)]
    together = kumalak.Player.from_evaluator(evaluator, sims=10).choose_moves(games)
    assert sizes[:3] == [9, 9, 9]
    player = kumalak.Player.from_evaluator(stones, sims=10)
    assert together == [player.choose(game) for game in games]


def test_float_types_and_sequences_are_taken() -> None:
    def evaluator(observations: NDArray[np.uint8]) -> Answer:
        logits, outcome, margin = stones(observations)
        return np.asfortranarray(logits, dtype=np.float64), outcome.tolist(), margin.astype(np.float16)

    game = kumalak.Game()
    expected = kumalak.Player.from_evaluator(stones, search="none").choose(game)
    assert kumalak.Player.from_evaluator(evaluator, search="none").choose(game) == expected


class OwnError(Exception):
    """An exception of the caller."""


def raises(_observations: NDArray[np.uint8]) -> Answer:
    raise OwnError("mine")


@pytest.mark.parametrize("search", ["puct", "none"])
def test_what_an_evaluator_raises_comes_through(search: str) -> None:
    sims = None if search == "none" else 4
    player = kumalak.Player.from_evaluator(raises, sims=sims, search=search)
    for _ in range(2):
        with pytest.raises(OwnError, match="mine"):
            player.choose(kumalak.Game())
        with pytest.raises(OwnError):
            kumalak.analyze_game(kumalak.Game(), player)


LOGITS, OUTCOME, MARGIN = np.zeros((1, 9)), np.full((1, 3), 1 / 3), np.zeros(1)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, r"must return a tuple \(policy_logits, outcome, margin\), got NoneType"),
        ((LOGITS, OUTCOME), "got a tuple of 2"),
        ((LOGITS[0], OUTCOME, MARGIN), r"policy_logits .* floats with shape \[1, 9\], got float64 .* \[9\]"),
        ((LOGITS, OUTCOME, np.zeros((1, 1))), r"margin must be .* with shape \[1\], got float64 .* \[1, 1\]"),
        ((LOGITS.astype(int), OUTCOME, MARGIN), "policy_logits must be an array of floats .* got int64"),
        ((LOGITS, ["a"], MARGIN), "outcome must be an array of floats"),
        ((LOGITS * np.nan, OUTCOME, MARGIN), "no finite policy logits for the legal pits in row 0"),
        ((LOGITS, np.ones((1, 3)), MARGIN), "expected probabilities of win, draw and loss in row 0"),
        ((LOGITS, OUTCOME, MARGIN + np.inf), "expected a finite margin in row 0, got inf"),
    ],
)
def test_answers_that_cannot_be_used(answer: Any, message: str) -> None:
    player = kumalak.Player.from_evaluator(lambda _observations: answer, sims=2)
    with pytest.raises(kumalak.EvaluatorError, match=message):
        player.choose(kumalak.Game())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, 'a search "puct" needs sims or time'),
        ({"search": "gumbel", "time": "1s"}, 'a search "gumbel" needs sims'),
        ({"search": "ucb", "sims": 1}, 'search must be "puct", "gumbel" or "none", got "ucb"'),
        ({"search": "none", "sims": 1}, 'sims bounds a search, and search is "none"'),
        ({"sims": 0}, "sims must be from 1 to 1000000, got 0"),
        ({"sims": 1, "nodes": 1}, "nodes must be from 2 to 1073741824, got 1"),
        ({"sims": 1, "leaves": 256}, "leaves must be from 1 to 255, got 256"),
        ({"time": "fast"}, "time: expected a time from 1ms"),
    ],
)
def test_settings_out_of_range(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kumalak.Player.from_evaluator(stones, **arguments)


def test_an_evaluator_is_callable() -> None:
    with pytest.raises(TypeError, match="evaluator must be callable, got int"):
        kumalak.Player.from_evaluator(7, sims=1)  # type: ignore[arg-type]


def test_rules_of_an_evaluator() -> None:
    class ForBestemshe:
        rules = kumalak.Rules("bestemshe")

        def __call__(self, observations: NDArray[np.uint8]) -> Answer:
            return stones(observations)

    player = kumalak.Player.from_evaluator(ForBestemshe(), sims=2, name="five")
    assert player.choose(kumalak.Game(kumalak.Rules("bestemshe", ply_cap=9))) in range(1, 6)
    with pytest.raises(ValueError, match="five was made for the rules bestemshe, not for standard"):
        player.choose(kumalak.Game())
    with pytest.raises(ValueError, match="five was made for the rules bestemshe, not for qozdatu"):
        kumalak.Player.from_evaluator(ForBestemshe(), sims=2, name="five", rules="qozdatu")


def test_copies_share_the_evaluator_and_pickles_are_refused() -> None:
    player = kumalak.Player.from_evaluator(stones, sims=8)
    for twin in (copy.copy(player), copy.deepcopy(player), player.clone()):
        assert twin.choose(kumalak.Game()) == player.choose(kumalak.Game())
    with pytest.raises(TypeError, match="made from an evaluator and cannot be pickled"):
        pickle.dumps(player)


def test_a_player_cannot_be_asked_while_it_thinks() -> None:
    players: list[kumalak.Player] = []

    def evaluator(observations: NDArray[np.uint8]) -> Answer:
        players[0].choose(kumalak.Game())
        return stones(observations)

    players.append(kumalak.Player.from_evaluator(evaluator, sims=2))
    with pytest.raises(RuntimeError, match="borrowed"):
        players[0].choose(kumalak.Game())


def test_players_in_threads() -> None:
    moves: list[int] = []

    def play() -> None:
        player = kumalak.Player.from_evaluator(stones, sims=50)
        moves.append(player.choose(kumalak.Game()))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moves) == 4
    assert len(set(moves)) == 1


@pytest.mark.parametrize("search", ["puct", "none"])
def test_ctrl_c_during_an_evaluator(search: str) -> None:
    def evaluator(observations: NDArray[np.uint8]) -> Answer:
        if search == "none":
            while True:
                pass
        return stones(observations)

    time = None if search == "none" else "600s"
    player = kumalak.Player.from_evaluator(evaluator, time=time, search=search)
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        player.choose(kumalak.Game())
