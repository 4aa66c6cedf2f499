"""Reading → Fact: what really happened on the felt."""
