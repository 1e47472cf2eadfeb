"""Which rules take a text: each with its file and line, the stretch, and what it would say."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from paraphrast.models.bundled.tagger import Word
from paraphrast.rewrite.phrases.clause_rules import clause_book
from paraphrast.rewrite.phrases.phrase_rules import read_book
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.disguise import uncover_words
from paraphrast.rewrite.words.insults import find_said_of
from paraphrast.rewrite.words.neutral import find_base, say_politely
from paraphrast.rewrite.words.paradigms import row_pattern
from paraphrast.rewrite.words.rude_phrases import trace_phrases
from paraphrast.rewrite.words.senses import list_shown
from paraphrast.rewrite.words.wording import plain_form
from paraphrast.text import Lang, Token, words
from paraphrast.text.languages import find_language
from paraphrast.text.rules import find_orders, matches


class Fired(NamedTuple):
    """A rule that takes a stretch of a text: its kind and id, where it is written, and what it would say."""

    kind: str
    rule: str
    place: str
    old: str
    new: str


class Row(NamedTuple):
    """A row of the lexicon that says a word politely: its table, its text, and how its section begins."""

    table: str
    text: str
    section: str


def explain(text: str, lang: Lang) -> list[Fired]:
    """Name every rule that takes a text or a stretch of it: phrases, orders, rude phrases, rude words.

    >>> explain("He left in order to rest.", "en")[0][:2]
    ('phrase', 'en: in order to')
    >>> [(one.kind, one.old, one.new) for one in explain("Какого хрена башка болит?", "ru")]
    [('rude phrase', 'Какого хрена', 'почему'), ('polite word', 'башка', 'голова')]
    """
    rude, said = _explain_rude(text, lang)
    found = [*_explain_phrases(text, lang), *_explain_orders(text, lang), *rude]
    found += [*_explain_words(said, lang), *_explain_said_of(said, lang), *_explain_innocent(text, lang)]
    return [*found, *_explain_senses(text, lang)]


def _explain_phrases(text: str, lang: Lang) -> list[Fired]:
    """Name the rules of phrases, and the exceptions that keep a stretch as it is."""
    found = []
    for one in matches(text, read_book(lang)):
        old, place = text[one.start : one.stop], f"rewrite/rules/{one.rule.place}"
        kind = "exception" if one.said == (old.lower(),) else "phrase"
        found.append(Fired(kind, one.rule.id, place, old, " | ".join(one.said)))
    return found


def _explain_orders(text: str, lang: Lang) -> list[Fired]:
    """Name the rule of clauses that each sentence of a text fits, with the orders that it says."""
    return [
        Fired(
            "order",
            one.rule.id,
            f"rewrite/rules/{one.rule.place}",
            text[one.start : one.stop],
            " | ".join(one.said),
        )
        for one in find_orders(text, clause_book(lang))
    ]


def _explain_rude(text: str, lang: Lang) -> tuple[list[Fired], str]:
    """Name what says a rude phrase otherwise or refuses a text, and give what that leaves of it."""
    found = []
    for row, (pattern, _) in lexicon.list_expressions(lang, "claims"):
        if match := pattern.search(text):
            place = _lexicon_place(lang, "[neutral.claims]", row)
            found.append(Fired("refusal", f"{lang}: claims: {row}", place, match[0], ""))
    text, taken = trace_phrases(text, lang)
    for one in taken:
        if one.old != one.new:  # how a word is misspelt may also be how it is spelt
            table = f"[neutral.{one.table}]"
            place = f"rewrite/rules/{one.place}" if one.place else _lexicon_place(lang, table, one.rule)
            rule = one.rule if one.place else f"{lang}: {one.table}: {one.rule}"
            found.append(Fired("rude phrase", rule, place, one.old, one.new))
    return found, text


def _explain_words(text: str, lang: Lang) -> list[Fired]:
    """Name the roots of rude words, and the rows that say words politely; "" means that one is taken out."""
    rude = lexicon.find_rude(text, lang, mild=True)
    places = {one.start for one in rude}
    careless = [one for one in lexicon.find_said_politely(text, lang) if one.start not in places]
    found = []
    for one in rude:
        level, root = _rude_root(one, lang)
        place = _lexicon_place(lang, f"{level} =", root)
        found.append(
            Fired("rude word", f"{lang}: {level}: {root}", place, one.text, say_politely(one, lang) or "")
        )
    for one in [*rude, *careless]:
        if row := _polite_row(one.text.lower(), lang):
            said = say_politely(Token(one.text.lower(), one.start, one.stop), lang) or ""
            place = _lexicon_place(lang, row.section, row.text)
            found.append(Fired("polite word", f"{lang}: {row.table}: {row.text}", place, one.text, said))
    return found


def _explain_innocent(text: str, lang: Lang) -> list[Fired]:
    """Name the rows that keep a word which only looks rude."""
    found = []
    for match in lexicon.join_innocent(lang).finditer(text.lower()):
        known = lexicon.read_lists(lang)["innocent"].split()
        rows = (row for row in known if re.fullmatch(row_pattern(row, lang), match[0]))
        rude = any(lexicon.join_level(lang, level).search(match[0]) for level in ("hard", "mild"))
        if rude and (row := next(rows, None)):
            place = _lexicon_place(lang, "innocent =", row)
            found.append(Fired("exception", f"{lang}: innocent: {row}", place, match[0], match[0]))
    return found


def _explain_said_of(text: str, lang: Lang) -> list[Fired]:
    """Name the rows by which an insult in a predicate tells something of somebody."""
    table = lexicon.read_lists(lang)["neutral"].get("said_of")
    there = [Word(one.text, one.start, one.stop, 0.0, 0.0) for one in words(text, lang)] if table else []
    starts = {one.start for one in lexicon.find_rude(text, lang, mild=True)}
    found = []
    for at, word in enumerate(there):
        told = find_said_of(there, range(at, at + 1), lang) if word.start in starts else None
        if told:
            rows = (row for some in table.values() for row in some.split())
            fits = (row for row in rows if re.fullmatch(row_pattern(row, lang), plain_form(word.text)))
            row = next(fits, None)
            name = f"said_of: {row}" if row else "around: bad"
            place = _lexicon_place(lang, "[neutral.said_of]" if row else "bad =", row or "bad")
            old = text[there[told.first].start : word.stop]
            found.append(Fired("said of", f"{lang}: {name}", place, old, told.text))
    return found


def _explain_senses(text: str, lang: Lang) -> list[Fired]:
    """Name the rows of words that may be harmless: by a word beside them, or where no judge minds."""
    found = []
    plain = uncover_words(text, lang)
    for one, row in list_shown(plain, lang):
        if row:
            place = _lexicon_place(lang, "[cues]", row)
            found.append(Fired("cue", f"{lang}: cues: {row}", place, one.text, one.text))
    for one in lexicon.find_rude(plain, lang, mild=True):
        rows = lexicon.read_lists(lang)["double"].split()
        if row := next((row for row in rows if re.fullmatch(row_pattern(row, lang), one.text)), None):
            place = _lexicon_place(lang, "double =", row)
            found.append(Fired("double", f"{lang}: double: {row}", place, one.text, one.text))
    return found


def _rude_root(word: Token, lang: Lang) -> tuple[str, str]:
    """Give the list that has a rude word, and its row there."""
    for level in ("hard", "mild", "masked"):
        for root in lexicon.read_lists(lang)[level].split():
            spelled = find_language(lang).spaced and re.fullmatch(row_pattern(root, lang), word.text)
            if word.text == root or spelled:
                return level, root
    return "hard", word.text


def _polite_row(word: str, lang: Lang) -> Row | None:
    """Find what says a word politely: a row of its form, of its dictionary form, or of what it means."""
    table = lexicon.read_lists(lang)["neutral"]
    if word in table["forms"]:
        return Row("forms", word, "[neutral.forms]")
    if base := find_base(word, lang):
        return Row("lemmas", base, "[neutral.lemmas]")
    said = lexicon.meant(word, lang)
    if not said:
        return None
    spelled = lexicon.right_spelling(word.replace("ё", "е"), lang)
    rows = table["roots"][said].split()
    row = next(row for row in rows if re.fullmatch(row_pattern(row, lang), spelled))
    return Row("roots", row, f'"{said}" =')


def _lexicon_place(lang: Lang, section: str, row: str) -> str:
    """Give the file and line of a row of the lexicon: the first line that has it after its section begins."""
    lines = list_lines(f"{lang}.toml")
    start = next((at for at, line in enumerate(lines) if line.startswith(section)), 0)
    spelled = (row, row.replace("\\", "\\\\"))
    ends = r"(?<![^\s'\"]){}(?![^\s'\"=])"
    form = re.compile("|".join(ends.format(re.escape(one)) for one in spelled))
    line = next((at for at in range(start, len(lines)) if form.search(lines[at])), start)
    return f"rewrite/lists/{lang}.toml:{line + 1}"


@cache
def list_lines(name: str) -> list[str]:
    """Read the lines of a list."""
    place = files("paraphrast.rewrite") / "lists" / name
    return place.read_text(encoding="utf-8").splitlines()
