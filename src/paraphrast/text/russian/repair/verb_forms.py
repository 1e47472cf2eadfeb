"""Russian verbs of a draft: in the number and gender of their subject, finite or not as their places ask."""

from collections.abc import Sequence

from paraphrast.text.capitals import like
from paraphrast.text.lemmas import lemma
from paraphrast.text.russian.agreement import verb_needs
from paraphrast.text.russian.morphology import decent, inflected, parsed, part
from paraphrast.text.russian.repair.comparison import Change, Draft, Edit, Form, find_modifiers
from paraphrast.text.tokens import Token
from paraphrast.text.words import is_word

NEAR = 3  # how many words on the verb of a subject is looked for
MODALS = {"мочь", "можно", "нельзя", "надо", "нужно", "хотеть", "пора", "должный", "быть", "начать", "стать"}


def fit_verb(some: Sequence[Token], at: int, there: Sequence[Form], noun: Form) -> list[Edit]:
    """Put the verb that follows a subject into its number and gender, where it went with the old one."""
    old = next((one for one in there if one.case == "nomn"), None)
    if old is None or noun.case != "nomn" or (old.number, old.gender) == (noun.number, noun.gender):
        return []
    first = min(find_modifiers(some, at), default=at)
    ahead = some[max(first - 2, 0) : first][::-1]
    if any(one.case == "accs" for one in there):  # then it is no object
        ahead = [one for one in ahead if parsed(decent(one.text.lower()))[0].tag.transitivity == "intr"]
    near = some[at + 1 : at + 1 + NEAR]
    found = fit_first_verb(near, old, noun)
    if found and (rest := [one for one in some[at + 1 :] if one.start >= found[0][1]])[:1]:
        found += fit_first_verb(rest[1:2], old, noun) if rest[0].text.lower() == "и" else []
    return found or fit_first_verb(ahead, old, noun)


def fit_first_verb(near: Sequence[Token], old: Form, noun: Form) -> list[Edit]:
    """Put the first verb of some words that went with the old subject into the form of the new one."""
    for word in near:
        tag = parsed(decent(word.text.lower()))[0].tag if is_word(word.text) else None
        if tag is None or tag.POS in ("NOUN", "CONJ", "NPRO"):
            break
        if tag.POS in ("VERB", "ADJS", "PRTS") and tag.person not in ("1per", "2per"):
            went = str(tag.number) == old.number and str(tag.gender) in (
                str(None),
                str(old.gender or tag.gender),
            )
            said = _inflect_verb(word.text, noun) if went and tag.mood != "impr" else None
            return [(word.start, word.stop, said)] if said else []
    return []


def _inflect_verb(word: str, noun: Form) -> str | None:
    """Give a verb in the number and gender of its subject; None where it need not change.

    >>> _inflect_verb("соврало", Form("NOUN", "nomn", "plur", "masc", "anim"))
    'соврали'
    """
    reading = parsed(word.lower())[0]
    if reading.tag.number == noun.number and reading.tag.tense in ("pres", "futr"):
        return None
    found = reading.inflect(verb_needs(reading.tag, noun.number, noun.gender))
    if found is None or found.word == reading.word:
        return None
    return like(word, found.word if "ё" in word.lower() else found.word.replace("ё", "е"))


def fit_verbs(both: Draft, change: Change) -> list[Edit]:
    """Put a new verb into the infinitive beside a modal one, or else into the form that the old one had."""
    edits = []
    for at in range(change.first, change.last):
        word = both.new[at]
        kind = part(word.text) if is_word(word.text) else None
        said = None
        if kind == "VERB" and is_beside_modal(both.new, at) and was_infinitive(both, change):
            said = inflected(word.text, frozenset({"INFN"}))
        elif (kind == "INFN" and not is_beside_modal(both.new, at)) or (
            kind == "VERB" and _is_past(word.text)
        ):
            said = _inflect_finite(both, change, word.text)
        if said:
            edits.append((word.start, word.stop, like(word.text, said)))
    return edits


def _is_past(word: str) -> bool:
    """Say whether a word is a verb in the past."""
    return bool(parsed(word.lower())[0].tag.tense == "past")


def is_beside_modal(some: Sequence[Token], at: int) -> bool:
    """Say whether a modal verb stands beside a place."""
    beside = [some[place].text.lower() for place in (at - 1, at + 1) if 0 <= place < len(some)]
    return any(lemma(word, "ru") in MODALS for word in beside)


def was_infinitive(both: Draft, change: Change) -> bool:
    """Say whether a word that went looks like an infinitive, maybe one that is spelled wrong."""
    return any(one.text.lower().endswith(("ть", "тся", "ться", "ти")) for one in removed(both, change))


def _inflect_finite(both: Draft, change: Change, word: str) -> str | None:
    """Give an infinitive in the person, number and mood of the only verb that it came for.

    >>> from paraphrast.text.russian.repair.comparison import compare_draft
    >>> both = compare_draft("А вы мозг наказать", "А вы мозг трахаете")
    >>> _inflect_finite(both, Change(3, 4, 3, 4), "наказать")
    'накажете'
    """
    old = [parsed(decent(one.text.lower()))[0] for one in removed(both, change) if is_word(one.text)]
    tags = [one.tag for one in old]
    if len(old) != 1 or tags[0].POS != "VERB" or old[0].normal_form == parsed(word.lower())[0].normal_form:
        return None
    if _is_past(word) and tags[0].tense != "past":
        return None
    names = (
        ("number", "person", "mood", "gender") if tags[0].tense == "past" else ("number", "person", "mood")
    )
    wanted = {str(value) for name in names if (value := getattr(tags[0], name)) is not None}
    tense = {"past"} if tags[0].tense == "past" else set()
    return inflected(word, frozenset(wanted | tense))


def removed(both: Draft, change: Change) -> list[Token]:
    """Give what stood in the source where a draft has changed."""
    return both.old[change.start : change.stop]
