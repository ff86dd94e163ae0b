"""Games judged move by move."""

from pathlib import Path

import kumalak
import numpy as np
import pytest

GAME = """[White "A"]
[Black "B"]
[Result "1-0"]

1. 76(10) 87(2) 2. 99 91 3. 78 91(14) 4. 45(22) 77(16) 1-0
"""


def game_of(moves: list[int], rules: str = "standard") -> kumalak.Game:
    game = kumalak.Game(rules)
    for pit in moves:
        game.play(pit)
    return game


def test_a_game_is_judged() -> None:
    game = game_of([7, 8, 9, 9])
    judged: list[int] = []
    analysis = kumalak.analyze_game(game, kumalak.Player("alphabeta:depth=3"), progress=judged.append)
    assert sum(judged) == 5
    assert len(analysis) == len(analysis.moves) == 4
    assert [move.played for move in analysis.moves] == game.moves
    assert [move.ply for move in analysis.moves] == [1, 2, 3, 4]
    assert [move.side for move in analysis.moves] == ["white", "black", "white", "black"]
    assert [move.notation for move in analysis.moves] == ["76", "87", "99", "91"]
    points = analysis.white_points
    assert points.shape == (5,)
    assert points[-1] == analysis.final_points
    for index, move in enumerate(analysis.moves):
        white = move.side == "white"
        assert points[index] == pytest.approx(move.points_before if white else 1 - move.points_before)
        assert points[index + 1] == pytest.approx(move.points_after if white else 1 - move.points_after)
        lost = 0 if move.is_first_choice else max(0, move.points_before - move.points_after)
        assert move.loss == pytest.approx(lost)
        assert move.is_first_choice == (move.best == move.played)
        assert 1 <= move.choices <= 9
        assert "stones" in move.evaluation
    worst = analysis.worst(2)
    assert len(worst) <= 2
    assert sorted((move.loss for move in worst), reverse=True) == [move.loss for move in worst]
    assert "<GameAnalysis of 4 moves" in repr(analysis)
    assert repr(analysis.moves[0]).startswith("<AnalyzedMove 1. white 76: ")


def test_evaluations_are_those_of_the_player() -> None:
    player = kumalak.Player("alphabeta:depth=3")
    analysis = kumalak.analyze_game(game_of([7, 8, 9]), player)
    position = kumalak.Position()
    for move in analysis.moves:
        found = player.evaluate(position)
        assert (move.best, move.points_before) == (found.best_move, found.expected_points)
        assert move.evaluation == str(found)
        position = position.play(move.played)


def test_records_are_judged(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAME)
    (record,) = kumalak.read_records(path)
    game = record.to_game()
    assert game.plies == len(record)
    analysis = kumalak.analyze_game(game, kumalak.Player("mcts:sims=10"), seed=1)
    again = kumalak.analyze_game(game, kumalak.Player("mcts:sims=10"), seed=1)
    assert np.array_equal(analysis.white_points, again.white_points)


def test_a_perfect_judge_sees_thrown_wins() -> None:
    rules = "standard,pits=3,stones=3"
    exact = kumalak.Player("exact")
    game = kumalak.Game(rules)
    chooser = kumalak.Player("random", seed=4)
    while not game.is_over:
        game.play(chooser.choose(game))
    analysis = kumalak.analyze_game(game, exact)
    assert set(analysis.white_points) <= {0.0, 0.5, 1.0}
    assert analysis.white_points[0] == 1  # the first player wins
    results = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
    assert analysis.final_points == results[str(game.outcome)]


def test_who_cannot_judge() -> None:
    with pytest.raises(kumalak.PlayerError, match="greedy does not say what it thinks"):
        kumalak.analyze_game(game_of([7]), kumalak.Player("greedy"))


class EnoughError(Exception):
    """An exception of the caller."""


def test_progress_may_end_it() -> None:
    def progress(_positions: int) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        kumalak.analyze_game(game_of([7, 8, 9]), kumalak.Player("alphabeta:depth=2"), progress=progress)
