"""Root of what sensing raises: wrong settings and files, never a reading."""


class SensingError(Exception):
    """A map, a deck or a file is wrong. The text names the place and the remedy, never a tag."""
