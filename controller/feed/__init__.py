"""What outsiders may see and say."""
