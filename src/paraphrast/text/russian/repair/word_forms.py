"""Russian words that a draft has put: the form that their places ask for, and what goes with them."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from paraphrast.text.capitals import like
from paraphrast.text.lemmas import lemma
from paraphrast.text.russian.morphology import decent, inflected, known, parsed, part
from paraphrast.text.russian.repair.comparison import (
    CASES,
    GOVERNED,
    Change,
    Draft,
    Edit,
    Form,
    agrees,
    asked,
    compared,
    forms,
    leaders,
    modifiers,
    nouns,
    points,
    preposition,
    rewritten,
    together,
)
from paraphrast.text.russian.repair.government import governed
from paraphrast.text.tokens import Token
from paraphrast.text.words import is_word

NEAR = 3  # how many words on the verb of a subject is looked for
MODALS = {"мочь", "можно", "нельзя", "надо", "нужно", "хотеть", "пора", "должный", "быть", "начать", "стать"}
STANDING = {"он", "она", "оно", "они", "его", "ее", "их", "ему", "ей", "им"}  # no adjective goes with these


def fitted(draft: str, source: str) -> str:
    """Put new words of a Russian draft, and what goes with them, into the forms that their places ask for.

    >>> fitted("бросил эту человек", "бросил эту мразь"), fitted("судя по лицо", "судя по роже")
    ('бросил этого человека', 'судя по лицу')
    >>> fitted("какая наглая воровская лицо", "какая наглая воровская рожа")
    'какое наглое воровское лицо'
    >>> fitted("Она надоела всех", "Она заебала всех")
    'Она надоела всем'
    >>> fitted("Быстрая дом", "Быстрая дом")
    'Быстрая дом'
    """
    if draft == source:
        return draft
    both = compared(draft, source)
    edits = [edit for change in both.changes for edit in (*mended(both, change), *governed(both, change))]
    return rewritten(draft, edits)


def mended(both: Draft, change: Change) -> list[Edit]:
    """List what has to be written otherwise where one stretch has changed."""
    old = [at for at in range(change.start, change.stop) if nouns(both.old[at].text)]
    old = [at for at in old if at + 1 not in old or not modifiers(both.old[at].text)]
    new = [at for at in range(change.first, change.last) if nouns(both.new[at].text)]
    if old and len(new) == 1 and (len(old) == 1 or led(both, old[0])):
        return noun_fitted(both, old[0], new[0]) or new_fitted(both, change, new[0])
    if len(old) == 1 and change.last - change.first == 1 and both.new[change.first].text.lower() in STANDING:
        gone = [(both.new[at].start, both.new[at].stop, "") for at in led(both, old[0], change.first)]
        return [*gone, *standing_fitted(both, old[0], change.first)]
    return adjective_fitted(both, change) or verbs_fitted(both, change)


def standing_fitted(both: Draft, old: int, new: int) -> list[Edit]:
    """Put a pronoun that came for a noun into its only case; behind a preposition it stays."""
    cases = {one.case for one in nouns(both.old[old].text)}
    word = both.new[new]
    if len(cases) != 1 or preposition(both.new, new) or word.text.lower() not in ("он", "она", "они"):
        return []
    said = inflected(word.text, frozenset(cases))
    return [(word.start, word.stop, said)] if said and said != word.text else []


def adjective_fitted(both: Draft, change: Change) -> list[Edit]:
    """Put an adjective that came for another one into its form."""
    if change.stop - change.start != 1 or change.last - change.first != 1:
        return []
    old, word = both.old[change.start].text, both.new[change.first]
    was, now = modifiers(old), modifiers(word.text)
    if not was or not now or not known(word.text) or any(agrees(one, two) for one in now for two in was):
        return []
    ahead = takewhile(lambda one: modifiers(one.text) or nouns(one.text), both.new[change.last :])
    there = next((nouns(one.text) for one in ahead if not modifiers(one.text)), ())
    form = next((one for one in was if any(agrees(one, two) for two in there)), None)
    said = adjective(word.text, form) if form else None
    return [(word.start, word.stop, said)] if said else []


def led(both: Draft, old: int, new: int | None = None) -> list[int]:
    """List the places of the adjectives that went with a noun: in the source, or else in the draft."""
    some, at = (both.old, old) if new is None else (both.new, new)
    return [place for place in leaders(some, at) if together(some[place].text, asked(both.old, old))]


def noun_fitted(both: Draft, old: int, new: int) -> list[Edit]:
    """Put a noun that came for another one into its case, and what goes with it into its form."""
    said, was = both.new[new], both.old[old]
    if not known(said.text) or said.text.lower() == was.text.lower():
        return []
    there = asked(both.old, old)
    fitting = matching(said.text, there)
    if fitting is None:
        return []
    word, form = fitting
    edits = [(said.start, said.stop, word)] if word != said.text else []
    apart = {both.old[at].text for at in leaders(both.old, old) if not together(both.old[at].text, there)}
    lead = [at for at in leaders(both.new, new) if both.new[at].text not in apart]
    before = agreeing(both.new, lead, form)
    behind = agreeing(both.new, trailing(both, old, new), form)
    related = relative(both.new, new, form)
    return [*edits, *before, *behind, *related, *verb_fitted(both.new, new, there, form)]


def relative(some: Sequence[Token], noun: int, form: Form) -> list[Edit]:
    """Put "which" right behind a new noun into its number and gender; its own clause gives its case.

    >>> relative(compared("человек, которая спит", "тварь, которая спит").new, 0, nouns("человек")[0])
    [(9, 16, 'который')]
    """
    at = noun + 1 + (noun + 1 < len(some) and some[noun + 1].text == ",")
    word = some[at] if at < len(some) else None
    if word is None or not word.text.lower().startswith("котор"):
        return []
    readings = [one for one in forms(word.text, ("ADJF",)) if one.number != form.number or one.gender]
    wrong = all(one.number != form.number or one.gender not in (None, form.gender) for one in readings)
    case = related_case(some, at, [one.case for one in readings]) if readings else form.case
    said = adjective(word.text, form._replace(case=case)) if readings and wrong else None
    return [(word.start, word.stop, said)] if said and said != word.text else []


def related_case(some: Sequence[Token], at: int, cases: Sequence[str]) -> str:
    """Tell the case of "which": its preposition asks for it, or somebody rather has something than is had."""
    governor = preposition(some, at)
    fine = [case for case in cases if not governor or case in GOVERNED[governor]] or cases
    return "datv" if not governor and "datv" in fine and "nomn" not in fine else fine[0]


def new_fitted(both: Draft, change: Change, noun: int) -> list[Edit]:
    """Put new adjectives into the form of a new noun with which they go in none of its forms."""
    lead = [at for at in leaders(both.new, noun) if at >= change.first]
    there = nouns(both.new[noun].text)
    fine = [one for one in there if all(together(both.new[at].text, [one]) for at in lead)]
    return [] if fine else agreeing(both.new, lead, there[0])


def matching(word: str, there: Sequence[Form]) -> tuple[str, Form] | None:
    """Give a noun in the case of one of the forms that its place asks for, and that form of it.

    A plural stays where one word stood for many people, and one person comes for one.

    >>> [matching(word, nouns("гада"))[0] for word in ("человек", "люди")]
    ['человека', 'людей']
    """
    fine = next((one for two in there for one in nouns(word) if one[1:3] == two[1:3]), None)
    many = bool(there) and there[0].number == "plur"
    readings = [one for one in parsed(word.lower()) if one.tag.POS == "NOUN"]
    if fine or not readings or not there:
        return (word, fine) if fine else None
    found = readings[0].inflect({there[0].case, "plur" if many else str(readings[0].tag.number)})
    return (like(word, found.word), form_of(found.tag)) if found else None


def form_of(tag: Any) -> Form:
    """Read off a tag what agreement asks for."""
    case = CASES.get(str(tag.case), str(tag.case))
    return Form(str(tag.POS), case, str(tag.number), str(tag.gender), str(tag.animacy))


def trailing(both: Draft, old: int, new: int) -> list[int]:
    """Find the adjective behind a new noun that went with the old one, and with no other."""
    at = new + 1
    after = both.new[at].text if at < len(both.new) else ""
    then = both.new[at + 1].text if at + 1 < len(both.new) else ""
    went = together(after, nouns(both.old[old].text)) and not together(after, nouns(then))
    same = old + 1 < len(both.old) and both.old[old + 1].text == after
    pointing = points(after) and (is_word(then) or not after.lower().endswith("-то"))
    return [at] if same and went and not pointing and not leaders_of(then, after) else []


def leaders_of(word: str, before: str) -> bool:
    """Say whether two adjectives go together, so that both may belong to a noun farther on."""
    return any(agrees(one, two) for one in modifiers(before) for two in modifiers(word))


def agreeing(some: Sequence[Token], places: Sequence[int], noun: Form) -> list[Edit]:
    """Put adjectives that do not go with a noun into its form."""
    edits = []
    for at in places:
        word = some[at]
        name = at > 0 and word.text.istitle() and is_word(some[at - 1].text)  # may be somebody's
        if not name and not together(word.text, [noun]) and (said := adjective(word.text, noun)):
            edits.append((word.start, word.stop, said))
    return edits


def adjective(word: str, noun: Form) -> str | None:
    """Give an adjective in the form that goes with a noun.

    >>> adjective("Эту", Form("NOUN", "accs", "sing", "masc", "anim"))
    'Этого'
    """
    wanted = {noun.case, noun.number}
    wanted |= {noun.gender} if noun.gender and noun.number == "sing" else set()
    wanted |= {noun.animate} if noun.animate and noun.case == "accs" and noun.gender != "neut" else set()
    for reading in parsed(word.lower()):
        if reading.tag.POS in ("ADJF", "PRTF"):
            found = reading.inflect(wanted) or reading.inflect(wanted - {str(noun.animate)})
            if found:
                return like(word, found.word)
    return None


def verb_fitted(some: Sequence[Token], at: int, there: Sequence[Form], noun: Form) -> list[Edit]:
    """Put the verb that follows a subject into its number and gender, where it went with the old one."""
    old = next((one for one in there if one.case == "nomn"), None)
    if old is None or noun.case != "nomn" or (old.number, old.gender) == (noun.number, noun.gender):
        return []
    first = min(leaders(some, at), default=at)
    ahead = some[max(first - 2, 0) : first][::-1]
    if any(one.case == "accs" for one in there):  # then it is no object
        ahead = [one for one in ahead if parsed(decent(one.text.lower()))[0].tag.transitivity == "intr"]
    near = some[at + 1 : at + 1 + NEAR]
    found = verb_among(near, old, noun)
    if found and (rest := [one for one in some[at + 1 :] if one.start >= found[0][1]])[:1]:
        found += verb_among(rest[1:2], old, noun) if rest[0].text.lower() == "и" else []
    return found or verb_among(ahead, old, noun)


def verb_among(near: Sequence[Token], old: Form, noun: Form) -> list[Edit]:
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
            said = verb(word.text, noun) if went and tag.mood != "impr" else None
            return [(word.start, word.stop, said)] if said else []
    return []


def verb(word: str, noun: Form) -> str | None:
    """Give a verb in the number and gender of its subject; None where it need not change.

    >>> verb("соврало", Form("NOUN", "nomn", "plur", "masc", "anim"))
    'соврали'
    """
    reading = parsed(word.lower())[0]
    if reading.tag.number == noun.number and reading.tag.tense in ("pres", "futr"):
        return None
    gendered = noun.number == "sing" and reading.tag.gender is not None
    other = noun.number == "sing" and (past(word) or reading.tag.POS != "VERB")
    found = reading.inflect({noun.number} | ({noun.gender} if noun.gender and (gendered or other) else set()))
    if found is None or found.word == reading.word:
        return None
    return like(word, found.word if "ё" in word.lower() else found.word.replace("ё", "е"))


def verbs_fitted(both: Draft, change: Change) -> list[Edit]:
    """Put a new verb into the infinitive beside a modal one, or else into the form that the old one had."""
    edits = []
    for at in range(change.first, change.last):
        word = both.new[at]
        kind = part(word.text) if is_word(word.text) else None
        said = None
        if kind == "VERB" and beside_modal(both.new, at) and meant_infinitive(both, change):
            said = inflected(word.text, frozenset({"INFN"}))
        elif (kind == "INFN" and not beside_modal(both.new, at)) or (kind == "VERB" and past(word.text)):
            said = finite(both, change, word.text)
        if said:
            edits.append((word.start, word.stop, like(word.text, said)))
    return edits


def past(word: str) -> bool:
    """Say whether a word is a verb in the past."""
    return bool(parsed(word.lower())[0].tag.tense == "past")


def beside_modal(some: Sequence[Token], at: int) -> bool:
    """Say whether a modal verb stands beside a place."""
    beside = [some[place].text.lower() for place in (at - 1, at + 1) if 0 <= place < len(some)]
    return any(lemma(word, "ru") in MODALS for word in beside)


def meant_infinitive(both: Draft, change: Change) -> bool:
    """Say whether a word that went looks like an infinitive, maybe one that is spelled wrong."""
    return any(one.text.lower().endswith(("ть", "тся", "ться", "ти")) for one in gone(both, change))


def finite(both: Draft, change: Change, word: str) -> str | None:
    """Give an infinitive in the person, number and mood of the only verb that it came for.

    >>> finite(compared("А вы мозг наказать", "А вы мозг трахаете"), Change(3, 4, 3, 4), "наказать")
    'накажете'
    """
    old = [parsed(decent(one.text.lower()))[0] for one in gone(both, change) if is_word(one.text)]
    tags = [one.tag for one in old]
    if len(old) != 1 or tags[0].POS != "VERB" or old[0].normal_form == parsed(word.lower())[0].normal_form:
        return None
    if past(word) and tags[0].tense != "past":
        return None
    names = (
        ("number", "person", "mood", "gender") if tags[0].tense == "past" else ("number", "person", "mood")
    )
    wanted = {str(value) for name in names if (value := getattr(tags[0], name)) is not None}
    tense = {"past"} if tags[0].tense == "past" else set()
    return inflected(word, frozenset(wanted | tense))


def gone(both: Draft, change: Change) -> list[Token]:
    """Give what stood in the source where a draft has changed."""
    return both.old[change.start : change.stop]


def misfits(both: Draft, change: Change) -> bool:
    """Say whether a new word is of no kind, or in no case, that may stand where it stands."""
    new = both.new[change.first : change.last]
    governor = preposition(both.new, change.first)
    cases = {one.case for one in nouns(new[0].text)} if new else set()
    if governor and cases and not cases & GOVERNED[governor]:
        return True
    kind = part(new[0].text) if len(new) == 1 and is_word(new[0].text) else None
    after = both.new[change.last].text if change.last < len(both.new) else ""
    if kind in ("ADVB", "ADJS", "PRED") and any(
        together(one.text, nouns(after)) for one in gone(both, change)
    ):
        return True
    return kind == "INFN" and not meant_infinitive(both, change) and not beside_modal(both.new, change.first)
