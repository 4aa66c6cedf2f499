"""The daemon: what the sensors say goes in, what the table must do and tell comes out."""

__version__ = "0.1.0"
