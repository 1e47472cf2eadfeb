"""Offensive words by their roots, behind whatever spelling: Latin letters, asterisks, stretches, spaces."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from paraphrast.errors import DataError
from paraphrast.rewrite.words.paradigms import join_rows
from paraphrast.text import Lang, Token, normal
from paraphrast.text.capabilities import Script
from paraphrast.text.capitals import like
from paraphrast.text.languages import find_language

MASK = "*@#$%¥€"
ADDRESS = re.compile(r"(?:https?://|www\.)[^\s,;!?，。！？；<>\"]+")
LETTERS = re.compile(r"[^\W\d_]+")
CYRILLIC = re.compile("[а-яё]+", re.IGNORECASE)
WORD = re.compile(
    # letters one by one (с у к а), or a word that may have signs in place of letters
    rf"(?<!\w)[^\W\d_]([ ._])[^\W\d_](?:\1[^\W\d_])+(?![\w{MASK}])"
    rf"|[^\W_]+(?:[{MASK}]+[^\W_]+)*[{MASK}]*|[{MASK}]+[^\W_]+"
)
LEAD = re.compile(r"\b(?:wh\w+|how|get|shut)\s+(the\s+)$", re.IGNORECASE)  # what goes with "why the ..."
SET = re.compile(r"\{([^\W\d]+)\}")
LATIN = str.maketrans("013457@$", "oieastas")  # letters that digits and signs look like
LEET: dict[Script, dict[int, int]] = {"cyrillic": str.maketrans("0346@", "озчба")}


def find_rude(text: str, lang: Lang, *, mild: bool = False) -> list[Token]:
    """Find the offensive words of a text, each as it would be spelled plainly; `mild` ones too if asked.

    >>> [one.text for one in find_rude("Вот cyкa, и х*й с ним, бляяя", "ru")]
    ['сука', 'хуй', 'бля']
    >>> [one.text for one in find_rude("Suck it, a$$hole; Scunthorpe is a town", "en")]
    ['asshole']
    >>> find_rude("застрахуй", "ru"), find_rude("see http://example.com/fuck", "en")  # an address is no word
    ([], [])
    """
    levels = ("hard", "mild") if mild else ("hard",)
    text = ADDRESS.sub(lambda match: "/" * len(match[0]), text)
    if not find_language(lang).spaced:
        return _find_anywhere(text, lang, levels)
    words = (Token(match[0], *match.span()) for match in WORD.finditer(text))
    return [
        Token(said, word.start - _count_lead(text[: word.start], said), word.stop)
        for word in words
        if (said := plain_spelling(word.text, lang, levels)) is not None
    ]


def _find_anywhere(text: str, lang: Lang, levels: Sequence[str]) -> list[Token]:
    """Find words of the lists between whatever stands around them, none of them within another.

    >>> [one.text for one in _find_anywhere("滚开", "zh", ("hard", "mild"))]
    ['滚开']
    """
    taken: list[Token] = []
    for level in levels:
        for match in join_level(lang, level).finditer(text.lower()):
            free = not any(one.start < match.end() and match.start() < one.stop for one in taken)
            if free and not _is_innocent_part(text, match.span(), lang):
                taken.append(Token(match[0], *match.span()))
    return taken


def _count_lead(before: str, word: str) -> int:
    """Count the characters before a word that go with it.

    >>> _count_lead("why the ", "fuck"), _count_lead("all the ", "fuckers")
    (4, 0)
    """
    match = LEAD.search(before[-20:]) if word in ("fuck", "hell") else None
    return len(match[1]) if match else 0


def _is_innocent_part(text: str, span: tuple[int, int], lang: Lang) -> bool:
    """Say whether a stretch is part of an innocent word."""
    return any(
        one.start() <= span[0] and span[1] <= one.end() for one in join_innocent(lang).finditer(text.lower())
    )


@lru_cache(50_000)
def plain_spelling(word: str, lang: Lang, levels: tuple[str, ...]) -> str | None:
    """Give the plain spelling under which a word is offensive, or None."""
    ways = _list_spellings(word, lang)
    if any(join_innocent(lang).fullmatch(way) for way in ways):
        return None
    meant = _unmask(ways[0], lang) if ways and any(sign in ways[0] for sign in MASK) else None
    if meant:
        return meant
    return next((way for level in levels for way in ways if join_level(lang, level).match(way)), None)


def _list_spellings(word: str, lang: Lang) -> list[str]:
    """List how a word may be meant: as it is, with digits as letters, without signs, letters once.

    >>> _list_spellings("Сссууукааа", "ru")
    ['сссууукааа', 'сука']
    """
    plain = normal(word, lang).text.lower().replace("ё", "е")
    read = plain.translate(LEET.get(find_language(lang).script, LATIN))
    bare = re.sub(r"[\W_]", "", read)
    once = re.sub(r"(.)\1+", r"\1", bare)
    # what stands for one letter is read as such first; number-only words mean numbers
    ways = [plain] if plain.isdecimal() else [plain, read, bare, re.sub(r"(.)\1{2,}", r"\1", bare), once]
    ways += [right_spelling(way, lang) for way in ways]
    return list(dict.fromkeys(way for way in ways if way))


@lru_cache(50_000)
def right_spelling(word: str, lang: Lang) -> str:
    """Write a rude word as the lists know it.

    >>> right_spelling("казлами", "ru"), right_spelling("ибанутый", "ru"), right_spelling("ибо", "ru")
    ('козлами', 'ебанутый', 'ибо')
    """
    for _, (wrong, right) in list_expressions(lang, "misspelt"):
        match = wrong.fullmatch(word)
        if match:
            return match.expand(right)
    return word


def _unmask(word: str, lang: Lang) -> str | None:
    """Give the frequent word that a word with signs in it stands for.

    >>> _unmask("х*й", "ru"), _unmask("f**k", "en"), _unmask("5*3", "en")
    ('хуй', 'fuck', None)
    """
    parts = re.split(rf"([{re.escape(MASK)}]+)", word)
    form = "".join(
        rf"\w{{1,{len(part) + 1}}}" if part and part[0] in MASK else re.escape(part) for part in parts
    )
    known = read_lists(lang)["masked"].split() if any(map(str.isalpha, word)) else []
    return next((one for one in known if re.fullmatch(form, one)), None)


@cache
def read_lists(lang: Lang) -> dict[str, Any]:
    """Read the lists of a language."""
    place = files("paraphrast.rewrite") / "lists" / f"{lang}.toml"
    try:
        return tomllib.loads(place.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:  # a row that is there twice is one too
        raise DataError(f"not TOML: {error}", path=f"rewrite/lists/{lang}.toml") from error


@lru_cache(50_000)
def meant(form: str, lang: Lang) -> str | None:
    """Say what a lower-case word means politely: a dictionary form, or after "=" words that come as they are.

    >>> meant("башкой", "ru"), meant("похер", "ru"), meant("голова", "ru"), meant("head", "en")
    ('голова', '=все равно', None, None)
    """
    neutral, found = join_roots(lang)
    match = found.fullmatch(right_spelling(form.replace("ё", "е"), lang))
    return neutral[int((match.lastgroup or "_0")[1:])] if match else None


def find_said_politely(text: str, lang: Lang) -> list[Token]:
    """List the words of a text that the table would say politely.

    >>> find_said_politely("У него башка болит, а не голова", "ru")
    [Token(text='башка', start=7, stop=12)]
    """
    words = (Token(one[0], *one.span()) for one in LETTERS.finditer(text))
    return [word for word in words if meant(word.text.lower(), lang)]


def unmask_text(text: str, lang: Lang) -> str:
    """Write rude words that hide behind signs in plain letters, where we list how words are misspelt.

    >>> unmask_text("Да п*хуй, cyкa", "ru"), unmask_text("f**k", "en")
    ('Да похуй, сука', 'f**k')
    """
    rude = find_rude(text, lang) if list_expressions(lang, "misspelt") else []
    for one in reversed(rude):
        old = text[one.start : one.stop]
        if not CYRILLIC.fullmatch(old):
            text = text[: one.start] + like(old, one.text) + text[one.stop :]
    return text


def fold_letters(text: str) -> str:
    """Write a text as the lists are written, letter for letter: е for ё."""
    return text.replace("ё", "е").replace("Ё", "Е")


def has_claim(text: str, lang: Lang) -> bool:
    """Say whether a text says something insulting of all people of a group.

    >>> has_claim("Women drivers are too stupid to park", "en"), has_claim("Women drivers are careful", "en")
    (True, False)
    """
    return any(phrase.search(text) for _, (phrase, _) in list_expressions(lang, "claims"))


@cache
def list_expressions(lang: Lang, table: str) -> list[tuple[str, tuple[re.Pattern[str], str]]]:
    """Read the rows of a table that are expressions over characters: row, expression, what it says."""
    edge = ("", "") if not find_language(lang).spaced else (r"(?<!\w)", r"(?!\w)")
    lists = read_lists(lang)["neutral"]
    known = lists.get("roots", {}) | lists.get("named", {})
    named = {word: join_rows(some, lang) for word, some in known.items()}
    found = []
    for phrase, said in lists.get(table, {}).items():
        whole = phrase
        while set_ := SET.search(whole):  # {word}: whatever means it; sets may name other sets
            whole = whole.replace(set_[0], named[set_[1]])
        start = "" if phrase.startswith(",") else edge[0]  # a comma stands right after a word
        found.append((phrase, (re.compile(f"{start}(?:{whole}){edge[1]}", re.IGNORECASE), said)))
    return found


@cache
def join_roots(lang: Lang) -> tuple[list[str], re.Pattern[str]]:
    """Join the roots of everything that has a polite word, each word's in a group of its own."""
    table = read_lists(lang).get("neutral", {}).get("roots", {})
    groups = [f"(?P<_{at}>{join_rows(some, lang)})" for at, some in enumerate(table.values())]
    return list(table), re.compile("|".join(groups) or r"(?!)")


@cache
def join_level(lang: Lang, level: str) -> re.Pattern[str]:
    """Join the roots of a level, each a regular expression for a whole word."""
    roots = read_lists(lang)[level]
    if not find_language(lang).spaced:
        return re.compile("|".join(sorted(map(re.escape, roots.split()), key=len, reverse=True)))
    return re.compile(f"(?:{join_rows(roots, lang)})$")


@cache
def join_innocent(lang: Lang) -> re.Pattern[str]:
    """Join what only looks offensive."""
    return re.compile(join_rows(read_lists(lang)["innocent"], lang) or r"(?!)")
