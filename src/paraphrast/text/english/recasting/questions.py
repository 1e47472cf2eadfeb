"""English questions asked in another way."""

import re

from paraphrast.text.english import endings as english_forms
from paraphrast.text.english.recasting.shapes import PHRASE, PLACE, Shape, find_parts, is_many, lower_part

WHO = f"(?:{PHRASE}{PLACE}?)"
WHAT_IS = re.compile(rf"(?P<what>W)(?P<be>X)(?P<who>{PHRASE}{PLACE}*)")
CAN = re.compile(rf"(?P<can>X)(?P<who>{WHO})(?P<verb>V)(?P<rest>[^,.OKXE]*)")
IS = re.compile(rf"(?P<be>X)(?P<who>{WHO}|V{WHO})(?P<how>B?A(?:[IF]{PHRASE})*|D{PHRASE}{PLACE}*|V[^,.KXE]*)")
TO_DO = re.compile(r"(?P<be>X)(?P<it>R)(?P<how>B?A)(?P<to>T)(?P<verb>V)(?P<rest>[^,.KXE]*)")
WHY_NOT = re.compile(rf"(?P<why>W)(?P<do>X)(?P<not>O)(?P<who>{WHO}|R)(?P<rest>V.*)")
WHEN_WILL = re.compile(rf"(?P<when>[KW])(?P<will>X)(?P<who>{WHO})(?P<verb>V.*)")
BEST = re.compile(rf"(?P<what>W)(?P<be>X)(?P<the>D)(?P<best>A)(?P<who>A?N+)(?P<rest>I{PHRASE}{PLACE}*)")
FOR = re.compile(rf"(?P<what>W)(?P<be>X)(?P<the>D)(?P<who>A?N+)(?P<how>[AV])(?P<rest>(?:I{PHRASE}|TV).*)")
AWAY = frozenset(["your", "my", "you", "i", "it", "this", "that", "these", "those", "someone", "some"])


def ask_otherwise(row: Shape) -> str | None:
    """Ask the same otherwise."""
    return next(
        (
            said
            for rule in (
                _ask_which_best,
                _ask_which_needed,
                _ask_to_be_told,
                _ask_if_possible,
                _ask_if_done,
                _ask_if_true,
                _ask_about_doing,
                _ask_for_reason,
                _ask_about_future,
            )
            if (said := rule(row))
        ),
        None,
    )


def _ask_to_be_told(row: Shape) -> str | None:
    """Ask to be told what something is.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_to_be_told(read_shape("What is the retirement age in Greece"))
    'can you tell me what the retirement age in Greece is'
    """
    there = find_parts(WHAT_IS, row)
    if there is None or AWAY & set(row.small(*there["who"])):
        return None
    what, be = row.words[0].small, row.part(*there["be"])
    kinds = row.letters[slice(*there["who"])]
    if be == "are" and (
        kinds[0] == "A" or (kinds[0] == "N" and "I" in kinds) or "examples" in row.small(2, 3)
    ):
        return None
    if what not in ("what", "who", "where") or be not in ("is", "are", "was", "were"):
        return None
    return f"can you tell me {what} {row.part(*there['who'])} {be}"


def _ask_if_possible(row: Shape) -> str | None:
    """Ask whether something is possible for somebody.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_if_possible(read_shape("Can a student buy a house"))
    'is it possible for a student to buy a house'
    """
    there = find_parts(CAN, row)
    if there is None or row.words[0].small != "can" or AWAY & set(row.small(*there["who"])):
        return None
    verb = row.part(*there["verb"])
    rest = row.part(*there["rest"])
    return f"is it possible for {row.part(*there['who'])} to {verb} {rest}".rstrip()


def _ask_if_done(row: Shape) -> str | None:
    """Ask whether it is true that somebody does something.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_if_done(read_shape("Do cats like milk")), _ask_if_done(read_shape("Did the king write a book"))
    ('is it true that cats like milk', 'is it true that the king wrote a book')
    """
    there = find_parts(CAN, row)
    if there is None or row.words[0].small not in ("do", "does", "did"):
        return None
    verb, first = row.part(*there["verb"]), row.words[0].small
    if AWAY & set(row.small(*there["who"])) or verb.endswith(("ing", "ed")) or verb in ("have", "go", "do"):
        return None
    said = english_forms.past(verb) if first == "did" else english_forms.present(verb, many=first == "do")
    return f"is it true that {row.part(*there['who'])} {said} {row.part(*there['rest'])}".rstrip()


def _ask_if_true(row: Shape) -> str | None:
    """Ask whether it is true that something is so.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_if_true(read_shape("Is eating honey good for health"))
    'is it true that eating honey is good for health'
    >>> _ask_if_true(read_shape("Is Oslo the capital of Norway"))
    'is it true that Oslo is the capital of Norway'
    """
    there = find_parts(IS, row)
    if there is None or row.words[0].small not in ("is", "are", "was", "were"):
        return None
    if AWAY & set(row.small(*there["who"])):
        return None
    return f"is it true that {row.part(*there['who'])} {row.words[0].small} {row.part(*there['how'])}"


def _ask_which_best(row: Shape) -> str | None:
    """Ask which is best.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_which_best(read_shape("What are the best books for young readers"))
    'which books are best for young readers'
    """
    there = find_parts(BEST, row)
    if there is None or row.part(*there["best"]).lower() != "best" or row.words[0].small == "who":
        return None
    if row.words[there["rest"][0]].small not in ("for", "in", "against") or _is_asked_otherwise(
        row, *there["who"]
    ):
        return None
    who, be, rest = (row.part(*there[name]) for name in ("who", "be", "rest"))
    return f"which {who} {rest} {be} best" if rest.startswith("in ") else f"which {who} {be} best {rest}"


def _ask_which_needed(row: Shape) -> str | None:
    """Ask which are needed or to be had.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_which_needed(read_shape("What are the skills required to become a pilot"))
    'which skills are required to become a pilot'
    """
    there = find_parts(FOR, row)
    if there is None or row.part(*there["how"]).lower() not in (
        "required",
        "needed",
        "available",
        "necessary",
    ):
        return None
    many = is_many(row, *there["who"])
    if many is None or many != (row.part(*there["be"]) == "are"):
        return None
    order = [lower_part(row, *there[name]) for name in ("who", "be", "how", "rest")]
    return f"which {' '.join(order)}"


def _is_asked_otherwise(row: Shape, start: int, stop: int) -> bool:
    """Say whether a noun is one that is asked about otherwise."""
    return bool({"way", "ways", "thing", "things", "time", "place", "part"} & set(row.small(start, stop)))


def _ask_about_doing(row: Shape) -> str | None:
    """Ask whether doing something is so.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_about_doing(read_shape("Is it necessary to visit a doctor"))
    'is visiting a doctor necessary'
    """
    there = find_parts(TO_DO, row)
    if there is None or row.words[0].small not in ("is", "was") or row.words[1].small != "it":
        return None
    verb, small = row.words[there["verb"][0]].small, set(row.small(*there["rest"]))
    if {"than", "if", "when"} & small or row.part(*there["how"]) in (
        "true",
        "possible",
        "ok",
        "okay",
        "better",
    ):
        return None
    order = [
        row.words[0].small,
        english_forms.gerund(verb),
        row.part(*there["rest"]),
        row.part(*there["how"]),
    ]
    return " ".join(filter(None, order)) if len(small) < 6 else None


def _ask_for_reason(row: Shape) -> str | None:
    """Ask for the reason why not.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_for_reason(read_shape("Why doesn't the old train stop in Paris"))
    "what is the reason that the old train doesn't stop in Paris"
    """
    there = find_parts(WHY_NOT, row)
    if there is None or row.words[0].small != "why" or AWAY & set(row.small(*there["who"])):
        return None
    verbs = row.part(there["do"][0], there["not"][1])
    return f"what is the reason that {row.part(*there['who'])} {verbs} {row.part(*there['rest'])}"


def _ask_about_future(row: Shape) -> str | None:
    """Ask when something is going to happen.

    >>> from paraphrast.text.english.recasting.shapes import read_shape
    >>> _ask_about_future(read_shape("When will the train leave"))
    'when is the train going to leave'
    """
    there = find_parts(WHEN_WILL, row)
    if (
        there is None
        or row.words[1].small != "will"
        or row.words[0].small not in ("when", "where", "why", "how")
    ):
        return None
    many = is_many(row, *there["who"])
    if many is None or AWAY & set(row.small(*there["who"])):
        return None
    be, who = english_forms.present("be", many=many), row.part(*there["who"])
    return f"{row.words[0].small} {be} {who} going to {row.part(*there['verb'])}"
