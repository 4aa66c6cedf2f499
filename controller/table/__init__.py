"""What lives longer than a hand: seats, button, stakes. Pure."""
