import pickle

import kumalak
import pytest


@pytest.mark.parametrize("name", kumalak.Rules.names())
def test_named_rule_sets(name: str) -> None:
    rules = kumalak.Rules(name)
    assert rules.name == str(rules) == name
    assert kumalak.Rules(str(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert eval(repr(rules), {"Rules": kumalak.Rules}) == rules


def test_switches_are_keywords() -> None:
    rules = kumalak.Rules("bestemshe", repetition=None, ply_cap=200, first_stone="next")
    assert (rules.pits, rules.stones, rules.ply_cap) == (5, 5, 200)
    assert rules.switches["repetition"] is None
    assert rules.switches["first_stone"] == "next"
    assert rules.name is None
    assert str(rules) == "standard,pits=5,stones=5,tuzdik=none,first-stone=next,repetition=none,ply-cap=200"
    assert kumalak.Rules(**rules.switches) == rules  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert len({rules, kumalak.Rules(str(rules))}) == 1


def test_replace() -> None:
    rules = kumalak.Rules("polish").replace(ply_cap=10)
    assert rules.switches["atsyrau"] == "stuck-player-loses"
    assert rules.replace(ply_cap=None) == kumalak.Rules("polish")
    assert rules.replace() == rules


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": "chess"}, 'no rule set is called "chess".*bestemshe'),
        ({"tuzdk": "none"}, 'no switch.*"tuzdk".*did you mean tuzdik'),
        ({"pits": 10}, 'pits: expected a number from 2 to 9, found "10"'),
        ({"pits": 9, "stones": 20}, "at most 254 stones, got 360"),
        ({"repetition": 1}, "repetition: expected a number from 2 to 255, or none"),
        ({"text": "standard,pits=5", "pits": 5}, "pits is given twice"),
        ({"ply_cap": 0}, 'ply-cap: expected a number of plies from 1 on, or none, found "0"'),
        ({"goal": "loss"}, "goal: expected most-stones or giveaway"),
    ],
)
def test_bad_rules(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kumalak.Rules(**arguments)  # type: ignore[arg-type]


def test_text_will_do_wherever_rules_are_taken() -> None:
    assert kumalak.Position("bestemshe").rules == kumalak.Rules("bestemshe")
    assert kumalak.VecEnv(1, rules="standard,pits=3,stones=3").rules.pits == 3
    assert kumalak.Game("qozdatu").rules.name == "qozdatu"
    with pytest.raises(ValueError, match="chess"):
        kumalak.VecEnv(1, rules="chess")
