"""Sentences in another order: frames written by hand, `lists/frames.LANG.toml`.

because (.+), (.+) = {2} because {1}        the whole sentence without its last sign; letters of any size
A frame with ‹ in it sees after each word what it may be (`read_as` in Russian, jieba's signs in Chinese), one
that ends with \\? the sign, and <names> stand for the `pieces` of the list. A Chinese sentence may take
several frames, as a whole and clause by clause (`reshaped`).
"""

import re
import string
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from rapidfuzz.distance import Levenshtein

from paraphrast.rewrite.entities.slots import NAMES
from paraphrast.text import Lang, entities, is_stop, sentences, synonyms, tags
from paraphrast.text.chinese.tags import marked
from paraphrast.text.languages import find_language
from paraphrast.text.russian.morphology import is_name, parsed

CYRILLIC, READ = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*"), re.compile("‹[^›]*›")
PARTS = {
    "NOUN": "S", "NPRO": "R", "ADJF": "A", "PRTF": "A", "NUMR": "N", "VERB": "V", "INFN": "I", "PRTS": "Z",
    "ADJS": "Q", "COMP": "C", "GRND": "G", "ADVB": "D", "PREP": "P",
}  # fmt: skip
CASES = {"nomn": 1, "gent": 2, "gen2": 2, "datv": 3, "accs": 4, "ablt": 5, "loct": 6, "loc2": 6}
RARE = 0.02  # readings of a word that are less probable do not count
SMALL = frozenset(  # English words that are small within a sentence even before a name
    [
        "the", "a", "an", "this", "that", "these", "those", "my", "our", "his", "her", "its", "their",
        "your", "some", "many", "most", "several", "all", "both", "no", "every", "each", "he", "she",
        "we", "they", "it", "you", "there", "two", "three", "four", "five", "six", "seven",
        "eight", "nine", "ten", "eleven", "twelve", "dozens", "hundreds", "thousands", "people",
        "scientists", "researchers", "engineers", "doctors", "experts", "police", "workers", "students",
    ]
)  # fmt: skip
COMMON = re.compile(
    r"[A-Z][a-z]{2,}(?:tors|[iy]sts|casters|ions|ures|ments|ities)|Gunmen"
)  # plurals that are hardly names
HANGING = re.compile(  # a part that ends so has lost what these words go with
    r"(?:\b(?:был[аои]?|почти|практически|примерно|приблизительно|около|только|лишь|даже|не|ровно|более чем"
    r"|менее чем|almost|nearly|about|only|even|not|just|exactly|roughly|approximately|practically"
    r"|later|earlier)"
    r"|差不多|几乎|大约|大概|将近|不到|整整|恰好|正好)\W*",
    re.IGNORECASE,
)
LEAD = re.compile(  # what stands before a Chinese sentence and has no part in its order
    r"(?:[（(]?\d{1,2}[）).、．](?!\d)\s*|【[^】]*】\s*|[^：，。“”]{0,8}(?:消息|讯|电)(?:（[^）]*）)?：\s*"
    r"|(?:你好|您好)[，,！!。 ]*|请问(?:一下)?[，, ]*|(?:我)?想问(?:一下|下)[，, ]*)+"
)
CLAUSE = re.compile(r"[^，,；;：:]+")
OPENING, CLOSING = "“‘「『（(《【[", "”’」』）)》】]"
LINKED = re.compile("但|不过|可是|然而|所以|因此|因而|此外|另外")  # clauses that hang on the one before
ASKS = re.compile(
    "什么|怎么|如何|怎样|为何|为啥|哪|谁|吗|是否|能否|是不是"
)  # and may ask for the next clause too
SAYS = "(说道?|表示|称|指出|强调|写道|补充[说道]|解释[说道]|警告[说称]|回答[说道])"
SPOKEN = re.compile(
    rf'([^，,。：:“”"]{{1,18}}?){SAYS}[：:，,]\s*(["“])([^“”"]+?)([。！？]?)(["”])。?'
)  # he said: “...”
SAID = re.compile(
    rf'(["“])([^“”"]+?)([，,。！？])(["”])\s*([^，,。：:“”"]{{1,20}}?){SAYS}。?'
)  # “...” he said
OR = " | "  # between ways to say a thing
FURTHER = 2  # characters by which a frame has to lead away from the source
NEEDED = re.compile(r"\(\?=\.\*([^\\.()\[\]*+?|^$]+)\)")  # what a frame says first that it looks for
END = re.compile(r"([.!?…。！？]+[\"”»』」)）]*)\s*$")


def framed(text: str, lang: Lang, way: int = 0) -> str:
    """Put each sentence into another order where a frame fits, in the way of this number.

    >>> framed("Because it rained, we stayed home.", "en"), framed("Если устанешь, отдохни.", "ru")
    ('We stayed home because it rained.', 'Отдохни, если устанешь.')
    >>> framed("虽然他累了，但他没有休息。", "zh")
    '他没有休息，虽然他累了。'
    """
    if not find_language(lang).spaced and (moved := spoken(text)):
        return moved
    for one in reversed(sentences(text, lang)):
        said = reshaped(one.text, way) if not find_language(lang).spaced else ordered(one.text, lang, way)
        text = text[: one.start] + said + text[one.stop :]
    return text


def reshaped(sentence: str, way: int) -> str:
    """Put a Chinese sentence into another order, and then its clauses where that changes more.

    >>> reshaped("央视网消息：昨天他打碎了杯子，妈妈没有生气。", 0)
    '央视网消息：他昨天打碎了杯子，妈妈没有生气。'
    """
    lead = LEAD.match(sentence)
    body = sentence[lead.end() :] if lead else sentence
    said = spoken(body) or ordered(body, "zh", way)
    clauses = list(CLAUSE.finditer(said))
    for one in reversed(clauses if len(clauses) > 1 else []):
        asks = one.end() < clauses[-1].end() and ASKS.search(one[0])
        if asks or LINKED.match(one[0]) or not whole(one[0]):
            continue
        moved = said[: one.start()] + ordered(one[0], "zh", way) + said[one.end() :]
        if Levenshtein.distance(body, moved) - Levenshtein.distance(body, said) >= FURTHER:
            said = moved
    return sentence[: len(sentence) - len(body)] + said


def spoken(sentence: str) -> str | None:
    """Put who speaks after what is said, or before it; None where a sentence is no such thing.

    >>> spoken("他说：“我们明天出发。”"), spoken("“你去吗？”她问。"), spoken("“太好了！”她说。")
    ('“我们明天出发，”他说。', None, '她说：“太好了！”')
    """
    if match := SPOKEN.fullmatch(sentence):
        who, verb, left, words, sign, right = match.groups()
        return f"{left}{words}{sign.replace('。', '，') or '，'}{right}{who}{verb}。"
    if match := SAID.fullmatch(sentence):
        left, words, sign, right, who, verb = match.groups()
        return f"{who}{verb}：{left}{words}{'。' if sign in '，,' else sign}{right}"
    return None


def whole(clause: str) -> bool:
    """Say whether every bracket and quote of a clause is opened and closed in it.

    >>> whole("他说“好"), whole("他说“好”")
    (False, True)
    """
    pairs = zip(OPENING, CLOSING, strict=True)
    return clause.count('"') % 2 == 0 and all(clause.count(a) == clause.count(z) for a, z in pairs)


def ordered(sentence: str, lang: Lang, way: int) -> str:
    """Put one sentence into the order of the first frame that fits it."""
    body, rest = parted(sentence)
    said = body
    if fit := fitting(sentence, lang):
        parts, ways = fit
        said = ways[way % len(ways)].format("", *parts)
        said = said if not find_language(lang).spaced else capital(said)
    return said + rest


def parted(sentence: str) -> tuple[str, str]:
    """Cut a sentence before its last signs."""
    end = END.search(sentence)
    return (sentence[: end.start()], sentence[end.start() :]) if end else (sentence, "")


def capital(text: str) -> str:
    """Write the first letter of a text large."""
    return text[:1].upper() + text[1:]


@lru_cache(1_000)
def fitting(sentence: str, lang: Lang) -> tuple[list[str], list[str]] | None:
    """Find the first frame that fits: its parts and its ways."""
    body, _ = parted(sentence)
    seen = with_readings(body, lang)
    low, plain = seen.lower(), body.lower()
    for form, ways, needed in worded(lang):
        if needed not in low and needed not in plain:
            continue
        sign = "?" if form.pattern.endswith(r"\?") and sentence.endswith("?") else ""
        match = form.fullmatch((seen if "‹" in form.pattern else body) + sign)
        groups = [READ.sub("", part or "") for part in match.groups()] if match else []
        if match and not any(hanging(part) for part in groups):
            parts = [inner(part, lang) if match.start(at) == 0 else part for at, part in enumerate(groups, 1)]
            return parts, ways
    return None


def with_readings(body: str, lang: Lang) -> str:
    """Write after each word what it may be.

    >>> with_readings("我爱北京", "zh"), with_readings("у сестры", "ru")
    ('我‹r›爱‹v›北京‹ns›', 'у‹P› сестры‹S2fsa+S1-pa›')
    """
    if not find_language(lang).spaced:
        return "".join(f"{word}‹{sign}›" for word, sign in marked(body))
    return CYRILLIC.sub(lambda word: word[0] + read_as(word[0]), body) if lang == "ru" else body


def hanging(part: str) -> bool:
    """Say whether a part ends with a word that goes with what comes next.

    >>> hanging("The novel was written almost"), hanging("这部小说差不多"), hanging("Он пришёл")
    (True, True, False)
    """
    return any(found.end() == len(part) for found in HANGING.finditer(part))


@cache
def read_as(word: str) -> str:
    """List what a Russian word may be, the likeliest first: its part of speech, then case, gender, number and
    animacy of a name, or tense, gender, number, person, aspect and transitivity of a verb.

    >>> read_as("сестра"), read_as("купила"), read_as("лежат"), read_as("к")
    ('‹S1fsa›', '‹Vpfs0pt›', '‹Vr-p3ix›', '‹P›')
    """
    readings = [one.tag for one in parsed(word.lower()) if one.score >= RARE]
    return f"‹{'+'.join(dict.fromkeys(one for one in map(code, readings) if one))}›"


def code(tag: Any) -> str:
    """Write one reading of a word in a few letters."""
    kind = PARTS.get(str(tag.POS), "")
    number = "p" if tag.number == "plur" else "s"
    gender = str(tag.gender)[0] if tag.gender and number == "s" else "-"
    if kind == "V":
        tense = "m" if tag.mood == "impr" else {"past": "p", "pres": "r"}.get(str(tag.tense), "f")
        person, object_ = str(tag.person or 0)[0], "t" if tag.transitivity == "tran" else "x"
        return f"{kind}{tense}{gender}{number}{person}{str(tag.aspect)[0]}{object_}"
    if tag.case:
        return f"{kind}{CASES.get(str(tag.case), 0)}{gender}{number}{str(tag.animacy or '-')[0]}"
    return kind + (gender + number if kind in ("Z", "Q") else "")


def inner(part: str, lang: Lang) -> str:
    """Write the start of a sentence as it looks within one: small, unless it is a name.

    >>> inner("The train left", "en"), inner("Anna left", "en"), inner("I left", "en")
    ('the train left', 'Anna left', 'I left')
    >>> inner("Zhou Jingfan left", "en"), inner("Shaklee spokesmen left", "en"), inner("Ships left", "en")
    ('Zhou Jingfan left', 'Shaklee spokesmen left', 'ships left')
    >>> inner("Мэр Омска уехал", "ru"), inner("Анна уехала", "ru"), inner("Серо-белый кот уснул", "ru")
    ('мэр Омска уехал', 'Анна уехала', 'серо-белый кот уснул')
    >>> inner("The Moscow office opened", "en"), inner("His Toyota broke down", "en")
    ('the Moscow office opened', 'his Toyota broke down')
    >>> inner("Chinese ships left", "en"), inner("Russians left", "en"), inner("Editors left", "en")
    ('Chinese ships left', 'Russians left', 'editors left')
    """
    first, second = [*part.split(maxsplit=2), "", ""][:2]
    if (
        not find_language(lang).spaced
        or first[1:] != first[1:].lower()
        or first in ("I", "I'm", "I'd", "I'll", "I've")
    ):
        return part
    small = part[:1].lower() + part[1:]
    if lang == "ru":
        given = second[:1].isupper() and any("Name" in one.tag for one in parsed(first.lower()))
        own = is_name(first.strip(string.punctuation).rpartition("-")[2]) and not first.endswith("ские")
        return part if given or own else small
    if first.lower() in SMALL or COMMON.fullmatch(first):
        return small
    if first.lower().rstrip("s") in peoples():
        return part
    if second[:1].isupper() or any(one.start == 0 and one.kind in NAMES for one in entities(part, lang)):
        return part
    proper = [one.text for one in tags(part, lang)[:1]] == ["PROPN"]
    return (
        part if proper and not is_stop(first.lower(), lang) and not synonyms(first.lower(), lang) else small
    )


@cache
def peoples() -> frozenset[str]:
    """Read the English words that keep their capital though they are no names."""
    return frozenset(listed("en")["peoples"].split())


@cache
def frames(lang: Lang) -> list[tuple[re.Pattern[str], list[str]]]:
    """Compile the frames of a language, in the order of their list, with what their <names> stand for."""
    lines = (line.strip() for line in listed(lang)["frames"].splitlines())
    pairs = [line.split(" = ", 1) for line in lines if line and not line.startswith("#")]
    return [(re.compile(spelled_out(form, lang), re.IGNORECASE), said.split(OR)) for form, said in pairs]


@cache
def worded(lang: Lang) -> list[tuple[re.Pattern[str], list[str], str]]:
    """Give the frames with what a sentence has to have in it, small, for the first look."""
    found = [(form, ways, NEEDED.match(form.pattern)) for form, ways in frames(lang)]
    return [(form, ways, match[1].lower() if match else "") for form, ways, match in found]


def spelled_out(form: str, lang: Lang) -> str:
    """Write a frame without <names>; a piece may name those above it."""
    pieces = [line.split(" = ", 1) for line in listed(lang).get("pieces", "").splitlines() if line]
    for name, piece in reversed(pieces):
        form = form.replace(f"<{name}>", piece)
    return form


@cache
def listed(lang: Lang) -> dict[str, str]:
    """Read the lists of a language."""
    place = files("paraphrast.rewrite") / "lists" / f"frames.{lang}.toml"
    return tomllib.loads(place.read_text(encoding="utf-8"))
