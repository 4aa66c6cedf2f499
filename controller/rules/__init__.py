"""House options and the rules of the room, pure."""
