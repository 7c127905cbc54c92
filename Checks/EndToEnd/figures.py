"""Figures that checks measured, told at the end of the run."""

_figures: list[str] = []


def tell(name: str, value: str) -> None:
    _figures.append(f"{name}: {value}")


def told() -> list[str]:
    return list(_figures)
