"""The OpenSpiel game under OpenSpiel's own checks."""

import copy

import kumalak
import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from kumalak import open_spiel as toguz_kumalak  # noqa: E402

RULES = ["standard", "bestemshe;repetition:none", "giveaway", "standard;pits:3;stones:2"]


@pytest.mark.parametrize("rules", RULES)
def test_random_simulations(rules: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(f"python_toguz_kumalak(rules={rules},max_game_length=200)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    capfd.readouterr()


def test_plays_by_the_rules() -> None:
    game = pyspiel.load_game(toguz_kumalak.GAME_NAME)
    chooser = np.random.default_rng(3)
    for _ in range(5):
        state, expected = game.new_initial_state(), kumalak.Game()
        observer = game.make_py_observer()
        while not state.is_terminal():
            assert state.current_player() == ("white", "black").index(expected.turn)
            assert [action + 1 for action in state.legal_actions()] == expected.legal_moves
            observer.set_from(state, state.current_player())
            assert (observer.tensor == expected.observation()).all()
            action = int(chooser.choice(state.legal_actions()))
            assert state.action_to_string(action) == expected.position.notation(action + 1)
            state.apply_action(action)
            expected.play(action + 1)
        assert expected.is_over
        assert state.returns() == [
            {"1-0": 1, "0-1": -1}.get(expected.outcome or "", 0) * sign for sign in (1, -1)
        ]


def test_playthroughs_can_be_repeated() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    game = "python_toguz_kumalak(rules=standard;pits:2;stones:2)"
    texts = [generate_playthrough.playthrough(game, None, seed=1) for _ in range(2)]
    assert texts[0] == texts[1]
    assert "IsTerminal() = True" in texts[0]


def test_copies_are_independent() -> None:
    state = pyspiel.load_game(toguz_kumalak.GAME_NAME).new_initial_state()
    for twin in (state.clone(), copy.deepcopy(state)):
        twin.apply_action(0)
        assert state.history() == []
        assert len(twin.history()) == 1


def test_a_game_that_is_too_long_is_drawn() -> None:
    game = pyspiel.load_game(toguz_kumalak.GAME_NAME, {"max_game_length": 3})
    assert game.max_game_length() == 3
    state = game.new_initial_state()
    for action in (0, 1, 2):
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_openspiel_searches_it() -> None:
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("python_toguz_kumalak(rules=standard;pits:2;stones:2,max_game_length=12)")
    value, best = minimax.alpha_beta_search(game)
    assert value == 1  # the start of this board is won for White
    assert best in game.new_initial_state().legal_actions()


def test_bad_rules() -> None:
    with pytest.raises(ValueError, match="no rule set"):
        toguz_kumalak.ToguzKumalakGame({"rules": "chess"})
