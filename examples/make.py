"""Write `original.csv` and `avatar.csv`: invented hospital stays whose score is known beforehand.

    python examples/make.py [FOLDER]

Every row that is drawn differs from all rows drawn before, so how often a row occurs, and on which
side, is decided by this script alone; `README.md` beside it states the counts that follow. The same
seed gives the same files, byte for byte.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

UNIQUE = 182
REPEATED = (5, 4, 3, 2, 2, 2)
"""How often each of the repeated rows of the original occurs: 18 rows, which makes n = 200."""

COPIED = 10
"""Unique rows of the original that the avatars reproduce: the matched rows."""

AVATARS = 200

WARDS = {
    "cardiology": ("I21.4", "I48.0", "I50.1"),
    "neurology": ("G35", "G40.2", "I63.5"),
    "obstetrics": ("O42.0", "O80"),
    "orthopaedics": ("M16.1", "S72.0", "S82.6"),
    "respiratory": ("J18.9", "J44.1", "J45.0"),
}


class Stay(NamedTuple):
    """One stay in hospital; a None is a value that nobody wrote down."""

    sex: str
    age: int | None
    ward: str
    diagnosis: str
    admitted: date
    days: int | None
    temperature: float | None
    weight: float | None


def draw(chance: random.Random) -> Stay:
    """Return any stay."""

    def written_down(value: T, share: float) -> T | None:
        return value if chance.random() < share else None

    ward = chance.choice(sorted(WARDS))
    sex = "F" if ward == "obstetrics" else chance.choice("FM")
    age = chance.randint(18, 44) if ward == "obstetrics" else chance.randint(18, 94)
    return Stay(
        sex=sex,
        age=written_down(age, 0.96),
        ward=ward,
        diagnosis=chance.choice(WARDS[ward]),
        admitted=date(2025, 1, 1) + timedelta(days=chance.randrange(365)),
        days=written_down(1 + int(chance.expovariate(1 / 5)), 0.93),
        temperature=written_down(round(2 * chance.gauss(37.2, 0.7)) / 2, 0.85),
        weight=written_down(round(2 * chance.gauss(71, 13)) / 2, 0.90),
    )


def draw_new(chance: random.Random, number: int, seen: set[Stay]) -> list[Stay]:
    """Return that many stays, none of which was seen before."""
    stays: list[Stay] = []
    while len(stays) < number:
        stay = draw(chance)
        if stay not in seen:
            seen.add(stay)
            stays.append(stay)
    return stays


def number_in_original(value: float | None) -> str:
    """Spell a number as a hospital's system does: no more digits than it takes."""
    return "" if value is None else f"{value:g}"


def number_in_avatar(value: float | None) -> str:
    """Spell a number as a data frame does once its column misses a value: always with a point."""
    return "" if value is None else f"{value:.1f}"


def write(
    path: Path,
    stays: Iterable[Stay],
    columns: tuple[str, ...],
    number: Callable[[float | None], str],
) -> None:
    """Write stays as CSV, in the order of columns and the spelling of numbers of that side."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for stay in stays:
            values = stay._asdict()
            writer.writerow(
                number(value) if isinstance(value, int | float | None) else value
                for value in (values[column] for column in columns)
            )


def make(folder: Path) -> None:
    """Write the pair into a folder."""
    chance = random.Random(2025)
    seen: set[Stay] = set()
    unique = draw_new(chance, UNIQUE, seen)
    repeated = draw_new(chance, len(REPEATED), seen)

    original = unique + [
        stay for stay, times in zip(repeated, REPEATED, strict=True) for _ in range(times)
    ]
    # The copy of a repeated row singles out nobody, and the second copy of a unique row is the same
    # person again: neither counts.
    copies = [*unique[:COPIED], unique[0], repeated[2]]
    avatar = copies + draw_new(chance, AVATARS - len(copies), seen)

    chance.shuffle(original)
    chance.shuffle(avatar)
    write(folder / "original.csv", original, Stay._fields, number_in_original)
    write(folder / "avatar.csv", avatar, Stay._fields[2:] + Stay._fields[:2], number_in_avatar)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
