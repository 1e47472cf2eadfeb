"""Forms of English words: exceptions first, then the spelling."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

IRREGULAR = {
    **{
        "man": "men",
        "woman": "women",
        "child": "children",
        "foot": "feet",
        "tooth": "teeth",
        "goose": "geese",
    },
    **{
        "mouse": "mice",
        "louse": "lice",
        "ox": "oxen",
        "person": "people",
        "die": "dice",
        "criterion": "criteria",
    },
    **{
        "phenomenon": "phenomena",
        "datum": "data",
        "medium": "media",
        "bacterium": "bacteria",
        "curriculum": "curricula",
    },
    **{
        "analysis": "analyses",
        "basis": "bases",
        "crisis": "crises",
        "hypothesis": "hypotheses",
        "thesis": "theses",
    },
    **{
        "axis": "axes",
        "diagnosis": "diagnoses",
        "oasis": "oases",
        "parenthesis": "parentheses",
        "synthesis": "syntheses",
    },
    **{
        "index": "indices",
        "matrix": "matrices",
        "vertex": "vertices",
        "appendix": "appendices",
        "cactus": "cacti",
    },
    **{"fungus": "fungi", "nucleus": "nuclei", "stimulus": "stimuli", "alumnus": "alumni", "radius": "radii"},
    **{
        "leaf": "leaves",
        "life": "lives",
        "wife": "wives",
        "knife": "knives",
        "wolf": "wolves",
        "half": "halves",
    },
    **{
        "self": "selves",
        "shelf": "shelves",
        "calf": "calves",
        "loaf": "loaves",
        "thief": "thieves",
        "elf": "elves",
    },
    **{"scarf": "scarves", "potato": "potatoes", "tomato": "tomatoes", "hero": "heroes", "echo": "echoes"},
    **{
        "veto": "vetoes",
        "torpedo": "torpedoes",
        "mosquito": "mosquitoes",
        "volcano": "volcanoes",
        "quiz": "quizzes",
    },
    **{"bus": "buses", "gas": "gases", "corpus": "corpora", "genus": "genera", "forum": "forums"},
}
SAME = frozenset(
    [
        "sheep",
        "fish",
        "deer",
        "series",
        "species",
        "aircraft",
        "salmon",
        "news",
        "information",
        "moose",
        "offspring",
    ]
)
THIRD = {"go": "goes", "do": "does", "have": "has", "be": "is", "undergo": "undergoes"}
REVERSED = {many: one for one, many in IRREGULAR.items()}


class Parts(NamedTuple):
    """The forms of an irregular verb."""

    base: str
    past: str
    participle: str


@cache
def irregular() -> dict[str, Parts]:
    """Read the irregular verbs."""
    lines = files(__package__).joinpath("lists", "verbs.tsv").read_text(encoding="utf-8").splitlines()
    verbs = [Parts(*line.split("\t")) for line in lines if not line.startswith("#")]
    return {verb.base: verb for verb in verbs}


def doubled(word: str) -> str:
    """Double the last consonant where a short vowel before it asks for that."""
    short = re.fullmatch(r"(?:[^aeiou]*|(?:re|un|over|out)[^aeiou]+|qu)[aeiou][bdgklmnprtvz]", word)
    stressed = word in (
        "admit",
        "begin",
        "commit",
        "compel",
        "control",
        "expel",
        "forget",
        "kidnap",
        "occur",
        "omit",
        "permit",
        "prefer",
        "refer",
        "regret",
        "submit",
        "transfer",
    )
    return word + word[-1] if short or stressed else word


def past(word: str) -> str:
    """Give the past tense of a verb.

    >>> [past(word) for word in ["buy", "start", "like", "try", "stop", "occur", "play"]]
    ['bought', 'started', 'liked', 'tried', 'stopped', 'occurred', 'played']
    """
    return irregular()[word].past if word in irregular() else _regular_past(word)


def participle(word: str) -> str:
    """Give the past participle of a verb.

    >>> [participle(word) for word in ["write", "purchase"]]
    ['written', 'purchased']
    """
    return irregular()[word].participle if word in irregular() else _regular_past(word)


def _regular_past(word: str) -> str:
    """Add -ed as spelling asks."""
    if word.endswith("e"):
        return word + "d"
    return word[:-1] + "ied" if re.search(r"[^aeiou]y$", word) else doubled(word) + "ed"


def gerund(word: str) -> str:
    """Give the -ing form of a verb.

    >>> [gerund(word) for word in ["run", "make", "see", "die", "try"]]
    ['running', 'making', 'seeing', 'dying', 'trying']
    """
    if word.endswith("ie"):
        return word[:-2] + "ying"
    return word[:-1] + "ing" if re.search(r"[^eoy]e$", word) else doubled(word) + "ing"


def third_person(word: str) -> str:
    """Give the form of a verb that goes with he, she and it.

    >>> [third_person(word) for word in ["go", "have", "try", "watch", "run", "be", "veto"]]
    ['goes', 'has', 'tries', 'watches', 'runs', 'is', 'vetoes']
    """
    return THIRD.get(word) or (f"{word}es" if re.search(r"[^aeiou]o$", word) else _regular_plural(word))


def present(verb: str, *, many: bool) -> str:
    """Give the present tense that goes with one, or with many.

    >>> present("run", many=False), present("have", many=True), present("be", many=True)
    ('runs', 'have', 'are')
    """
    return third_person(verb) if not many else "are" if verb == "be" else verb


def plural(word: str) -> str:
    """Give the plural of a lower-case noun.

    >>> [plural(word) for word in ["cat", "city", "box", "wife", "sheep", "boy", "policewoman"]]
    ['cats', 'cities', 'boxes', 'wives', 'sheep', 'boys', 'policewomen']
    """
    if word in SAME or word in REVERSED:
        return word
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("man") and word not in ("human", "german", "roman", "ottoman", "talisman", "shaman"):
        return word[:-3] + "men"
    return _regular_plural(word)


def _regular_plural(word: str) -> str:
    """Add -s as spelling asks."""
    if re.search(r"(?:[sxz]|[cs]h)$", word):
        return word + "es"
    return word[:-1] + "ies" if re.search(r"[^aeiou]y$", word) else word + "s"


def singular(word: str) -> str:
    """Give the singular of a lower-case noun.

    >>> [singular(word) for word in ["cats", "cities", "boxes", "wives", "sheep", "class", "houses", "men"]]
    ['cat', 'city', 'box', 'wife', 'sheep', 'class', 'house', 'man']
    """
    if word in SAME or word in IRREGULAR:
        return word
    if word in REVERSED:
        return REVERSED[word]
    if word.endswith("men"):
        return word[:-3] + "man"
    if re.search(r"[^aeiou]ies$", word) and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:[sx]s|x|[cs]h|zz)es$", word):
        return word[:-2]
    return word[:-1] if re.search(r"[^su]s$", word) else word
