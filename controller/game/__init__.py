"""Poker itself, pure: no clock, no IO, no randomness, no logging."""
