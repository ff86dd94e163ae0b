"""Types of the module `kumalak._kumalak`, for type checkers alone: there is no such package when a program runs."""
