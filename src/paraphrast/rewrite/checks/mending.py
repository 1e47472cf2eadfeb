"""Putting the right number or name back where it is clear which one it was."""

from collections import Counter
from difflib import SequenceMatcher

from paraphrast.rewrite.checks.kept import count_numbers, find_numbers, find_required, has_entity
from paraphrast.text import Entity, Lang, lemma, replaced, words


def repair_facts(source: str, output: str, lang: Lang) -> tuple[str, tuple[str, ...]]:
    """Give the output with its wrong numbers and names put right, and what was done.

    >>> repair_facts("He owes 500 dollars.", "He still owes 50 dollars.", "en")
    ('He still owes 500 dollars.', ("'50' -> '500'",))
    """
    if output == source:
        return output, ()
    text, done = _repair_numbers(source, output, lang)
    text, more = _repair_names(source, text, lang)
    return text, (*done, *more)


def _repair_numbers(source: str, output: str, lang: Lang) -> tuple[str, tuple[str, ...]]:
    """Exchange strange numbers for the lost ones: one for one, or those that stand in the same place."""
    old, new = count_numbers(source, lang), count_numbers(output, lang)
    lost, strange = old - new, new - old
    if not lost or lost.total() != strange.total():
        return output, ()
    if lost.total() == 1:
        pairs = [(next(iter(strange)), next(iter(lost)))]
    else:
        pairs = _pair_numbers(source, output, lang)
        if Counter(one for one, _ in pairs) != strange or Counter(other for _, other in pairs) != lost:
            return output, ()
    text = output
    places = [(number, at) for number, at in find_numbers(output, lang) if number in strange]
    wanted = dict(pairs)
    if len(wanted) < len(pairs):  # one strange number for two lost ones: no telling which is which
        return output, ()
    for number, at in reversed(places):
        text = text[:at] + wanted[number] + text[at + len(number) :]
    done = tuple(f"{one!r} -> {other!r}" for one, other in pairs)
    return (text, done) if count_numbers(text, lang) == old else (output, ())


def _pair_numbers(source: str, output: str, lang: Lang) -> list[tuple[str, str]]:
    """Pair the numbers that stand in the same changed stretch, in order."""
    old, new = words(source, lang), words(output, lang)
    matcher = SequenceMatcher(None, [one.text for one in old], [one.text for one in new], autojunk=False)
    pairs: list[tuple[str, str]] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "replace":
            continue
        before = [number for number, _ in find_numbers(source[old[a].start : old[b - 1].stop], lang)]
        after = [number for number, _ in find_numbers(output[new[c].start : new[d - 1].stop], lang)]
        if len(before) == len(after):
            pairs += [(two, one) for one, two in zip(before, after, strict=True) if one != two]
    return pairs


def _repair_names(source: str, output: str, lang: Lang) -> tuple[str, tuple[str, ...]]:
    """Exchange a strange name for the lost one of its kind, if there is one of each."""
    lost = [one for one in find_required(source, lang) if not has_entity(output, one.text, lang)]
    if not lost:
        return output, ()
    strange = [one for one in find_required(output, lang) if not has_entity(source, one.text, lang)]
    done: list[str] = []
    for kind in {one.kind for one in lost}:
        gone, new = ([one for one in some if one.kind == kind] for some in (lost, strange))
        if len(gone) == len(new) == 1:
            put = _inflect_name(new[0], gone[0], lang)
            output = output[: new[0].start] + put + output[new[0].stop :]
            done.append(f"{new[0].text!r} -> {put!r}")
            strange = [_move_entity(one, new[0], len(put)) for one in strange]
    return output, tuple(done)


def _inflect_name(strange: Entity, lost: Entity, lang: Lang) -> str:
    """Give the lost name in the form of the strange one where both are single words, else as it was."""
    if strange.kind not in ("person", "place", "organisation") or " " in strange.text + lost.text:
        return lost.text
    put = replaced(strange.text, lemma(lost.text, lang), lang)
    return put[:1].upper() + put[1:] if put else lost.text


def _move_entity(one: Entity, changed: Entity, length: int) -> Entity:
    """Give an entity its place after another one before it has changed its length."""
    by = length - (changed.stop - changed.start) if one.start > changed.start else 0
    return one._replace(start=one.start + by, stop=one.stop + by)
