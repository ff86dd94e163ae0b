class IllegalMoveError(ValueError):
    """A move that the rules forbid."""

class RecordError(ValueError):
    """A game record that cannot be read, or that disagrees with the rules."""

class StateError(ValueError):
    """Arrays that are no states of boards. Names the board and what was expected."""

class EvaluatorError(ValueError):
    """An evaluator's answer that cannot be used. Names the array and what was expected."""

class PlayerError(RuntimeError):
    """A player that could not do what it was asked, such as a program outside that crashed."""
