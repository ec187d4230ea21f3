"""The holdout: how often rows match that the generator never saw.

A holdout holds rows of the original's population that were kept from the generator. One that does
not stand in the original is what a unique row would be if it had been drawn instead, so that the
share of those that stand among the avatars is the rate at which unique rows match by coincidence,
whatever the size of the holdout. Holdout rows that also stand in the original are set aside: an
avatar that equals one says nothing of chance.

**Rows are counted, not distinct rows.** Each row of the holdout is one draw from the population,
and two equal draws are two draws: a unique row is unique in the original, and its like in the
population is as common as it is. Counting distinct rows would understate the rows that chance hits
most, the more so the larger the holdout is.

**One comparison for both rates.** A unique row is found by comparing original and avatar, so that a
holdout row is compared with the avatar as if it stood in the original: its text is typed from its
tokens *and the original's*, jointly with the avatar's (rule 12). Whether it stands in the original
is for these two alone to say, by the rules for their own types. The view of the holdout therefore
carries both forms. The score is the same with a holdout and without.

The holdout is named and written like the original: options that speak of the original's columns or
files hold for it.
"""

from __future__ import annotations

from rdmp.holdout.counting import count_coincidence
from rdmp.holdout.opening import Holdout, open_holdout

__all__ = ["Holdout", "count_coincidence", "open_holdout"]
