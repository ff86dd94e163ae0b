import xml.etree.ElementTree as ElementTree

import kumalak
import pytest
from kumalak.render import board_svg

NAMESPACE = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [element.text or "" for element in root.iter(f"{NAMESPACE}text")]


def test_every_count_is_written() -> None:
    svg = board_svg(kumalak.Position().play(7), last_move=7)
    words = texts(svg)
    assert words.count("9") == 2 + 9  # two numbers of pits, nine pits of nine stones
    assert "● Black" in words
    assert svg.count('class="last"') == 1


def test_tuzdiks_are_crossed() -> None:
    position = kumalak.Position.from_board(
        [[0, 0, 0, 0, 0, 0, 0, 3, 4], [0, 0, 2, 4, 4, 0, 0, 0, 2]], [72, 71], [6, 2]
    )
    assert texts(board_svg(position)).count("X") == 2


def test_small_boards() -> None:
    svg = board_svg(kumalak.Position(kumalak.Rules("bestemshe")))
    assert svg.count('class="pit"') == 10


def test_notebooks_show_the_board() -> None:
    position = kumalak.Position()
    assert position._repr_svg_() == board_svg(position)


def test_last_move_must_be_a_pit() -> None:
    with pytest.raises(ValueError, match="from 1 to 9, got 10"):
        board_svg(kumalak.Position(), last_move=10)
