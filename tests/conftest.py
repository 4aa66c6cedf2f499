"""What every test gets: Hypothesis without deadlines, and a profile for long runs."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Timing never decides a test: a slow machine is no counterexample.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", parent=settings.get_profile("default"), max_examples=2_000)
settings.load_profile("default")
