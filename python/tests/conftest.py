"""Settings of all tests."""

from hypothesis import settings

# A busy machine is no failure, and the same commit gives the same result.
settings.register_profile("kumalak", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("kumalak")
