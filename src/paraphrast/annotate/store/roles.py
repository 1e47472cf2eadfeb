"""The one list of roles: what an account may do on the workbench, and a person with what others share.

A role includes those before it. An `expert` of a project is an annotator whom doubtful items go to.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from paraphrast.errors import unknown

Role: TypeAlias = Literal["reader", "annotator", "editor", "organiser", "owner"]
ROLES: tuple[Role, ...] = ("reader", "annotator", "editor", "organiser", "owner")
EXPERT = "expert"
MEMBER_ROLES = ("reader", "annotator", EXPERT, "editor", "organiser", "owner")
# In a project who judges does not see how others do, and who sees it does not judge.
WORKING = ("annotator", EXPERT)
WATCHING = ("reader", "editor", "organiser", "owner")


def rank(role: str) -> int:
    """Give the place of a role on the list, from 0; an expert stands where annotators do.

    >>> rank("reader"), rank("annotator"), rank("expert"), rank("owner")
    (0, 1, 1, 4)
    """
    if role == EXPERT:
        role = "annotator"
    if role not in ROLES:
        raise unknown("role", role, ROLES)
    return ROLES.index(role)


def includes(role: str, wanted: str) -> bool:
    """Tell whether who has this role may do what the other may.

    >>> includes("editor", "annotator"), includes("annotator", "editor")
    (True, False)
    """
    return rank(role) >= rank(wanted)


def lower(one: str, other: str) -> str:
    """Give the role of the two that may do less; of equal ones, the first.

    >>> lower("owner", "reader"), lower("expert", "annotator")
    ('reader', 'expert')
    """
    return one if rank(one) <= rank(other) else other
