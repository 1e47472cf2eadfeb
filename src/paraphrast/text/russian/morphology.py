"""Forms of Russian words, through pymorphy3."""

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any
from unicodedata import name

from paraphrast.text.capitals import like
from paraphrast.text.russian.agreement import needs, verb_needs

# Obscene roots, and decent ones that take the same endings; the first that is there counts.
STAND_INS = [
    (re.compile(root), other)
    for root, other in (
        ("п[иеы]ндос", "барбос"), ("(?:кремле|лахто|порохо|укро)бот", "робот"), ("едрос", "матрос"),
        ("журналюг(?=и|ам)", "бульдог"), ("либерах(?=[уео])", "черепах"), ("либерах(?=и$|ам)", "монах"),
        ("к[ае]кел", "пострел"), ("к[ао]кл(?=ов$)", "посл"), ("куколд", "поэт"),
        ("распиздя", "лентя"), ("дрочер", "тренер"), ("депутан", "депутат"), ("дрищ", "врач"),
        ("еб[ао]р(?=[ьяюие])", "пекар"), ("(?:суч[ео]|дауне)н(?=ок|к)", "щен"),
        (r"^\w{3,}[ое]еб(?=$|[ыау]$|ов$|ам|ом$)", "короед"), ("^ср(?=ет$|ут$|ешь$|ем$|ете$)", "жр"),
        ("хохл(?=ов$)", "посл"), ("жид(?=ов$)", "слон"), ("козл(?=ов$)", "осл"),
        ("д[оа]лб[оа]еб|пизд[аоеу]бол", "короед"), ("еблан|уебан", "баклан"),
        ("(?:уеб|выбляд)(?=ок|к)", "щен"), ("(?:еб|пизд)[ао]?нут(?=[ыоа])", "желт"), ("ебуч", "могуч"),
        ("(?:ху|еб|хер)[яа](?:р|ч|ш)(?=[ияь]|ать)", "жар"),
        ("(?:пидо|либе)рах(?=[ауео])", "птах"), ("хамл(?=о|а|у)", "чад"), ("жидяр", "деляг"),
        ("^пын(?=[яиюе]$)", "нян"), ("^ху[еий]*т(?=(?:[аыуе]|ой)$)", "рутин"),
        ("(?<=.)пизд(?=и|ят)", "груз"), ("пизд(?=е[лт]ь?|[ия]т|и(?:шь|м|те)?$)", "галд"),
        ("ср(?=а(?:л|т))", "игр"), ("еб(?=ет|ут|ешь|ем)", "жр"), ("хуе(?=вш|[лтеюшм])|хуя", "балде"),
        ("хуев", "плохов"), ("еб", "долб"), ("пизд", "звезд"),
    )
]  # fmt: skip
OWN = {"посл", "слон", "осл"}  # these stand in for what the dictionary takes for names
PARADIGMS = {"NOUN": {"NOUN"}, "INFN": {"INFN", "VERB"}, "ADJF": {"ADJF"}, "PRTF": {"PRTF"}}
NAMES = {"Surn", "Name", "Patr", "Geox", "Orgn"}


def inflected(word: str, grammemes: frozenset[str]) -> str | None:
    """Ask pymorphy3 for the form, of the likeliest reading that has it, and keep the capitals."""
    for reading in parsed(word):
        found = reading.inflect(set(grammemes))
        if found is not None:
            return like(word, found.word)
    return None


def agree(word: str, head: str) -> str | None:
    """Put a Russian adjective, participle or pronoun into the number, case and gender of the noun it goes
    with.

    >>> agree("большой", "кошками"), agree("красивый", "луну"), agree("новый", "дома")
    ('большими', 'красивую', 'нового')
    """
    return inflected(word, frozenset(needs(parsed(head)[0].tag)))


def list_forms(word: str) -> list[str]:
    """List the forms of a noun, a verb, an adjective or a participle as a dictionary has it, with е for ё.

    >>> list_forms("ёлка")[:3], list_forms("жалкий")[-2:], list_forms("ржавший")[-1], list_forms("бы")
    (['елка', 'елки', 'елке'], ['жалких', 'жалкими'], 'ржавшими', [])
    """
    plain = word.replace("ё", "е")
    for reading in parsed(word):
        tag = reading.tag
        named = reading.normal_form if tag.POS != "PRTF" else word  # a participle is a form of its verb
        if tag.POS in PARADIGMS and named.replace("ё", "е") == plain:
            every = (one for one in reading.lexeme if _is_same_paradigm(one.tag, tag))
            return list(dict.fromkeys(one.word.replace("ё", "е") for one in every))
    return []


def is_form(word: str, grammeme: str) -> bool:
    """Say whether any reading of a word has a grammeme; a name that is none is a ValueError.

    >>> is_form("быть", "INFN"), is_form("ебут", "plur"), is_form("стол", "ADJF")
    (True, True, False)
    """
    return any(grammeme in one.tag for one in parsed(decent(word.lower()) if word else "и"))


def _is_same_paradigm(one: Any, tag: Any) -> bool:
    """Say whether two tags of a lexeme are of one paradigm; other participles and superlatives are not."""
    same = tag.POS != "PRTF" or (one.tense, one.voice) == (tag.tense, tag.voice)
    return one.POS in PARADIGMS[tag.POS] and same and "Supr" not in one


def predicate(verb: str, old: str, new: str) -> str | None:
    """Put a verb of the past that goes with one subject into the gender of another; None where it need not.

    >>> predicate("перепутала", "тварь", "человек"), predicate("Пришла", "дура", "женщина")
    ('перепутал', None)
    >>> predicate("соврала", "тварь", "ты")
    """
    first, second = subject(old), subject(new)
    reading = parsed(verb)[0]
    if not first or not second or reading.tag.tense != "past" or reading.tag.POS != "VERB":
        return None
    if second.gender in (None, first.gender) or reading.tag.gender != first.gender:
        return None
    found = reading.inflect(verb_needs(reading.tag, "sing", str(second.gender)))
    return like(verb, found.word) if found else None


def subject(word: str) -> Any:
    """Give the reading of a word as one subject, or None."""
    named = (one.tag for one in parsed(word) if one.tag.case == "nomn")
    return next((tag for tag in named if tag.number == "sing"), None)


def nominative(word: str) -> bool:
    """Say whether a word may be a noun or an adjective in the nominative.

    >>> nominative("брат"), nominative("брату"), nominative("мудаки"), nominative("тупая")
    (True, False, True, True)
    """
    readings = parsed(decent(word.lower())) if word else []
    return any(one.tag.POS in ("NOUN", "ADJF") and one.tag.case == "nomn" for one in readings)


def predicative(word: str, by: str) -> str | None:
    """Put an adjective where another one stands in the nominative.

    >>> predicative("тупой", "неумный"), predicative("тупая", "неумный"), predicative("тупые", "неумный")
    ('неумный', 'неумная', 'неумные')
    """
    for one in parsed(word.lower()):
        if one.tag.POS == "ADJF" and one.tag.case == "nomn":
            wanted = {"nomn", str(one.tag.number), str(one.tag.gender or "plur")}
            return inflected(by, frozenset(wanted))
    return None


def part(word: str) -> str | None:
    """Give the part of speech of the likeliest reading of a word, by OpenCorpora's names.

    >>> part("брат"), part("делает"), part("плохая"), part("...")
    ('NOUN', 'VERB', 'ADJF', None)
    """
    found = parsed(word.lower())[0].tag.POS if word else None
    return str(found) if found else None


def tells(word: str) -> bool:
    """Say whether a word is a verb that tells something, not an order.

    >>> tells("пришел"), tells("врут"), tells("уходи"), tells("дом")
    (True, True, False, False)
    """
    tag = parsed(word.lower())[0].tag
    return bool(tag.POS == "VERB" and tag.mood != "impr")


def replaced(word: str, by: str) -> str | None:
    """Put the dictionary form of one Russian word into the form another one has, or say None where it
    cannot be.

    >>> replaced("кошками", "собака"), replaced("Бежали", "мчаться"), replaced("заебали", "надоесть")
    ('собаками', 'Мчались', 'надоели')
    >>> replaced("хохлов", "украинец"), replaced("просрали", "потерять"), replaced("сдохни", "умереть")
    ('украинцев', 'потеряли', 'умри')
    >>> replaced("ебанутая", "странный"), replaced("менты", "полицейский"), replaced("тупой", "глупый")
    ('странная', 'полицейские', 'глупый')
    """
    plain = decent(word)
    readings = parsed(plain) if plain != word or not known(word) else parsed(plain)[:1]
    own = [one for one in parsed(plain) if {"ADJF", "nomn", "masc"} <= set(one.tag.grammemes)]
    readings = own[:1] or readings  # "тупой" is rather the dictionary form than one of "тупая"
    for new in parsed(by):
        fitting = [old for old in readings if new.tag.POS and _same_class(old.tag, new.tag)]
        fitting.sort(key=lambda old: (bool(NAMES & old.tag.grammemes), old.tag.animacy != new.tag.animacy))
        for old in fitting:
            found = new.inflect(form(old.tag, new.tag))
            if found is not None:
                return like(word, found.word)
    return None


def surely(word: str, by: str) -> str | None:
    """Put a word into the form of another one, if all that the other one may be as a noun ask for one form.

    >>> surely("книгой", "тетрадь"), surely("книги", "журнал"), surely("шла", "брести")
    ('тетрадью', None, 'брела')
    """
    nouns = [one for one in parsed(word) if one.tag.POS == "NOUN" and one.tag.case]
    new = next((one for one in parsed(by) if one.tag.POS == "NOUN"), None)
    if not nouns or new is None or parsed(word)[0].tag.POS != "NOUN":
        return replaced(word, by)
    made = [new.inflect({str(one.tag.number), str(one.tag.case)}) for one in nouns]
    found = {one.word for one in made if one is not None}
    return like(word, found.pop()) if len(found) == 1 and None not in made else None


def form(old: Any, new: Any) -> set[str]:
    """List what a word must be to stand where one with the old tag stood."""
    fixed = {"gender", "animacy"} if old.POS == "NOUN" else {"aspect", "transitivity"}
    names = {"number", "case", "gender", "person", "tense", "mood", "voice", "involvement"} - fixed
    adjective = new.POS == "ADJF" and old.POS in ("PRTF", "NOUN")  # comes for a participle or a noun
    if adjective:
        names = {"number", "case"} | ({"gender"} if old.POS == "PRTF" else set())
    wanted = {str(value) for name in names if (value := getattr(old, name)) is not None}
    return wanted if adjective else wanted | ({str(old.POS)} - {"NOUN"})


def _same_class(one: Any, two: Any) -> bool:
    """Tell whether two readings are forms of one kind of word: of nouns, of adjectives, of verbs."""
    verbs = {"VERB", "INFN", "PRTF", "PRTS", "GRND"}
    adjectives = {"ADJF", "ADJS", "COMP"}
    if any(one.POS in kind and two.POS in kind for kind in (verbs, adjectives, {one.POS})):
        return True
    return two.POS == "ADJF" and one.POS in ("PRTF", "NOUN")


def decent(word: str) -> str:
    """Put roots with the same endings for those that dictionaries leave out, so that a form can be read.

    >>> decent("заебали"), decent("ребенок"), decent("долбоебами")
    ('задолбали', 'ребенок', 'короедами')
    """
    low = word.lower().replace("ё", "е")
    for root, other in STAND_INS:
        if root.search(low) and (not known(low) or other in OWN):
            return root.sub(other, low)
    return word


def is_name(word: str) -> bool:
    """Say whether a word is a name, or none that the dictionary has.

    >>> is_name("Анна"), is_name("Мэр"), is_name("Байден"), is_name("Вчера")
    (True, False, True, False)
    """
    return not known(word) or bool(NAMES & set(parsed(word.lower())[0].tag.grammemes))


def fixed(word: str) -> bool:
    """Say whether a word has one form for all cases.

    >>> fixed("видео"), fixed("кино"), fixed("окно")
    (True, True, False)
    """
    return "Fixd" in parsed(word)[0].tag.grammemes


def known(word: str) -> bool:
    """Say whether the dictionary has a word; it has none with half of a character."""
    return word.isprintable() and bool(analyser().word_is_known(word))


def counted(word: str, number: int) -> str | None:
    """Put a Russian noun into the form that a number asks for.

    >>> counted("книга", 1), counted("книга", 3), counted("книга", 11)
    ('книга', 'книги', 'книг')
    """
    found = parsed(word)[0].make_agree_with_number(number)
    return like(word, found.word) if found is not None else None


def count_class(number: int) -> str:
    """Name the form of a noun that a number asks for.

    >>> [count_class(number) for number in (1, 23, 11, 15)]
    ['one', 'few', 'many', 'many']
    """
    tens, ones = number // 10 % 10, number % 10
    return "many" if tens == 1 or not 0 < ones < 5 else "one" if ones == 1 else "few"


def gender(noun: str) -> str | None:
    """Give the gender of a noun in the singular, None for other words.

    >>> gender("машину"), gender("машины"), gender("быстро")
    ('femn', 'femn', None)
    """
    tag = parsed(noun)[0].tag
    return str(tag.gender) if tag.POS == "NOUN" and tag.number == "sing" else None


def likeliest(word: str) -> Any:
    """Choose the most probable reading of a lower-case word; where some tie, what real text prefers."""
    readings = parsed(word)
    lemma = preferred().get(word)
    return next((one for one in readings if one.normal_form == lemma), readings[0])


@lru_cache(20_000)
def parsed(word: str) -> Any:
    """List the readings of a word, the most probable first."""
    try:
        return analyser().parse(word)
    except ValueError:  # pymorphy3 asks each character for its name, and some have none
        return analyser().parse("".join(letter if name(letter, "") else "\ufffd" for letter in word))


@cache
def preferred() -> dict[str, str]:
    """Read the dictionary forms that training/lemmas.py found in real text."""
    lines = files(__package__).joinpath("lists", "lemmas.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


@cache
def analyser() -> Any:
    """Load pymorphy3 with its Russian dictionary, once."""
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer(lang="ru")
