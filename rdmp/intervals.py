"""Confidence intervals of a share, and of the difference between two shares, in a few lines.

Both hold where a share is 0 or 1 and where few are counted, which is where the textbook interval
(the share plus or minus 1.96 standard errors) breaks down.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

LEVEL = 0.95
"""Confidence of every interval here: 95 %."""

Interval = tuple[float, float]


@cache
def _z() -> float:
    """Return the two-sided quantile of the normal distribution: 1.96 for 95 %."""
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + LEVEL) / 2)


def wilson(found: int, rows: int) -> Interval:
    """Return Wilson's score interval of a share.

    With ``p = found / rows`` and the normal quantile ``z``,

        (p + z²/2n ± z * sqrt(p(1 - p)/n + z²/4n²)) / (1 + z²/n)

    Parameters
    ----------
    found : int
        How many have the property, 0 to ``rows``.
    rows : int
        How many were looked at, 1 or more.

    Returns
    -------
    tuple of float
        Lower and upper bound, from 0 to 1.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
    the American Statistical Association 22 (1927), 209-212.
    """
    z = _z()
    share, squared = found / rows, z * z / rows
    middle = share + squared / 2
    reach = z * sqrt(share * (1 - share) / rows + squared / (4 * rows))
    # At the ends the bound is the end, whatever the last digit of a square root says.
    lower = 0.0 if found == 0 else (middle - reach) / (1 + squared)
    upper = 1.0 if found == rows else (middle + reach) / (1 + squared)
    return lower, upper


def newcombe(found: int, rows: int, other_found: int, other_rows: int) -> Interval:
    """Return Newcombe's hybrid score interval of the difference of two independent shares.

    With the shares ``p``, ``q`` and their Wilson intervals ``(l, u)``, ``(m, v)``,

        p - q - sqrt((p - l)² + (v - q)²)   to   p - q + sqrt((u - p)² + (q - m)²)

    Parameters
    ----------
    found, rows, other_found, other_rows : int
        As of `wilson`, for both groups.

    Returns
    -------
    tuple of float
        Lower and upper bound of the first share less the second, from -1 to 1.

    References
    ----------
    R. G. Newcombe, "Interval estimation for the difference between independent proportions:
    comparison of eleven methods", Statistics in Medicine 17 (1998), 873-890: method 10.
    """
    share, other = found / rows, other_found / other_rows
    lower, upper = wilson(found, rows)
    other_lower, other_upper = wilson(other_found, other_rows)
    difference = share - other
    below = sqrt((share - lower) ** 2 + (other_upper - other) ** 2)
    above = sqrt((upper - share) ** 2 + (other - other_lower) ** 2)
    return difference - below, difference + above
