"""Figures that checks measured, told at the end of the run."""

_untold: list[tuple[str, str]] = []


def tell(name: str, value: str) -> None:
    _untold.append((name, value))


def take() -> list[tuple[str, str]]:
    """What was told since the last time: the report of a check carries it to the end of the run."""
    taken = list(_untold)
    _untold.clear()
    return taken
