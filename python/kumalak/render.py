"""Boards as pictures: Black's row 9..1 above, White's row 1..9 below, as books print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kumalak._kumalak import Position, VecEnv

CELL_WIDTH = 58
ROW_HEIGHT = 92
MARGIN = 16
KAZAN_HEIGHT = 40
LABEL_HEIGHT = 18

_STYLE = """
<style>
  .board { fill: #b98a55; stroke: #7a5530; stroke-width: 2 }
  .pit { fill: #e9d3ad; stroke: #7a5530; stroke-width: 1.5 }
  .last { fill: #ffe9a8; stroke: #c07a00; stroke-width: 3 }
  .tuzdik { fill: #8c2f1b; stroke: #5c1c0f; stroke-width: 1.5 }
  .kazan { fill: #d9b98a; stroke: #7a5530; stroke-width: 1.5 }
  .stone { fill: #4a2f16 }
  text { font-family: sans-serif; text-anchor: middle; fill: #2d1c0c }
  .count { font-size: 19px; font-weight: bold }
  .cross { font-size: 22px; font-weight: bold; fill: #fff4e0 }
  .number { font-size: 12px; fill: #4a2f16 }
  .name { font-size: 14px; text-anchor: start }
</style>
"""


def board_svg(position: Position, last_move: int | None = None) -> str:
    """Draw a position as an SVG.

    Args:
        position: What to draw. The side to move has a dot before its name.
        last_move: Number of the pit from which the player who is not to move has just played; it is marked.

    Returns:
        The text of an SVG element.

    Raises:
        ValueError: If `last_move` is no pit of the board.
    """
    pits = position.rules.pits
    if last_move is not None and not 1 <= last_move <= pits:
        raise ValueError(f"last_move must be from 1 to {pits}, got {last_move}")
    width = 2 * MARGIN + pits * CELL_WIDTH
    height = 2 * (MARGIN + KAZAN_HEIGHT + LABEL_HEIGHT + ROW_HEIGHT)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        _STYLE,
        f'<rect class="board" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="14"/>',
    ]
    for side in ("black", "white"):
        parts += _side(position, side, last_move if side != position.turn else None, height)
    parts.append("</svg>")
    return "\n".join(parts)


def boards_html(env: VecEnv, most: int = 4) -> str:
    """Draw the first boards of a vectorized environment, two in a row.

    Args:
        env: The environment.
        most: How many boards to draw at most.

    Returns:
        The text of an HTML element.
    """
    count = min(env.num_envs, most)
    boards = "".join(
        f'<figure style="margin: 4px"><figcaption>board {board}</figcaption>{board_svg(env.position(board))}</figure>'
        for board in range(count)
    )
    left_out = f"<p>and {env.num_envs - count} more boards</p>" if env.num_envs > count else ""
    return f'<div style="display: flex; flex-wrap: wrap">{boards}</div>{left_out}'


def _side(position: Position, side: str, last_move: int | None, height: int) -> list[str]:
    row = 0 if side == "white" else 1
    pits = position.rules.pits
    tuzdik = position.tuzdiks[1 - row]
    top = MARGIN + KAZAN_HEIGHT if side == "black" else height // 2 + LABEL_HEIGHT // 2
    labels = top + 10 if side == "black" else top + ROW_HEIGHT + 8
    boxes = top + 14 if side == "black" else top
    parts = _kazan(position, side, height)
    for index in range(pits):
        column = index if side == "white" else pits - 1 - index
        middle = MARGIN + CELL_WIDTH * column + CELL_WIDTH // 2
        stones = int(position.pits[row, index])
        number = index + 1
        parts.append(f'<text class="number" x="{middle}" y="{labels}">{number}</text>')
        parts += _pit(middle, boxes, stones, _pit_style(number, tuzdik, last_move))
    return parts


def _pit_style(number: int, tuzdik: int | None, last_move: int | None) -> str:
    if number == tuzdik:
        return "tuzdik"
    return "last" if number == last_move else "pit"


def _pit(middle: int, top: int, stones: int, style: str) -> list[str]:
    """Draw a pit: its stones in threes, as far as they fit, and their exact number."""
    left, width, height = middle - CELL_WIDTH // 2 + 4, CELL_WIDTH - 8, ROW_HEIGHT - 16
    parts = [f'<rect class="{style}" x="{left}" y="{top}" width="{width}" height="{height}" rx="18"/>']
    if style == "tuzdik":
        return [*parts, f'<text class="cross" x="{middle}" y="{top + height // 2 + 8}">X</text>']
    for stone in range(min(stones, 12)):
        x = middle + 12 * (stone % 3 - 1)
        y = top + 13 + 11 * (stone // 3)
        parts.append(f'<circle class="stone" cx="{x}" cy="{y}" r="4"/>')
    if stones:
        parts.append(f'<text class="count" x="{middle}" y="{top + height - 6}">{stones}</text>')
    return parts


def _kazan(position: Position, side: str, height: int) -> list[str]:
    top = MARGIN // 2 + 2 if side == "black" else height - MARGIN // 2 - KAZAN_HEIGHT + 6
    stones = position.kazans[0 if side == "white" else 1]
    width = position.rules.pits * CELL_WIDTH - 8
    to_move = "● " if position.turn == side and not position.is_over else ""
    return [
        f'<rect class="kazan" x="{MARGIN + 4}" y="{top}" width="{width}" height="{KAZAN_HEIGHT - 8}" rx="12"/>',
        f'<text class="name" x="{MARGIN + 16}" y="{top + 21}">{to_move}{side.capitalize()}</text>',
        f'<text class="count" x="{MARGIN + 4 + width // 2}" y="{top + 23}">{stones}</text>',
    ]
