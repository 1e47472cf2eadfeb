"""Which language a short text is in: its script first, then small words and letters, then a dictionary.

Nothing is downloaded: fastText's model of 176 languages is 1 MB more than this needs.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Literal

from paraphrast.text.homoglyphs import restore
from paraphrast.text.languages import Lang
from paraphrast.text.morphology import analyser

SCRIPTS = {
    "latin": re.compile(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]"),
    "cyrillic": re.compile(r"[\u0400-\u052f]"),
    "han": re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003134f]"),
    "kana": re.compile(r"[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9d]"),
    "rest": re.compile(r"[\u0370-\u03ff\u0530-\u1dff\u1f00-\u1fff\uac00-\ud7af]"),
}
# A character says about as much as two or three letters.
WEIGHTS = {"han": 2.5, "kana": 2.5}
ADDRESS = re.compile(r"https?://\S+|www\.\S+|(?<!\S)[^\s@]++@\S+|[#@]\w+")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

# Letters that English or Russian never writes (or only in a loan: one of those says little).
FOREIGN: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(
        r"[àâäáãåāăąæçćčďđèêëéēėęěğíîìïīįıłñńňòôöóõøōőœřśšşșßťțùûüúūůűýÿźžżþðơư\u1ea0-\u1ef9¿¡]"
    ),
    "ru": re.compile(r"[іїєґўјљњћђџѓќѕәғқңөұүһҳҷӣӯҡҙҫҗ]"),
}
OWN: dict[Lang, re.Pattern[str]] = {"en": re.compile(r"(?!)"), "ru": re.compile(r"[ыэё]|ъ[еёюя]")}
# Forms of characters that only Japan writes.
JAPANESE = re.compile(
    r"[気駅読売対発経済関図円続験検込働沢広労応営変鉄県桜観権竜団伝仏価児処剣圧塩巣帰戻択拝拡戦挙掲摂撃斎歓歩歳毎氷涙渋渓満滝焼猟畑稲穂糸緑縁縄縦繊総聴脳臓薬蔵蛍覚覧訳豊賛軽辺鋳閲闘隠雑霊頼顔顕駆騒髄鶏黒黙]"
)
SIMPLIFIED = re.compile(r"[们这个为说时会对发过还没来后里吗么什谁种无虽并于应该东车马鸟鱼门问间]")

HOME: dict[str, Lang] = {"latin": "en", "cyrillic": "ru"}
# A small word that several languages have says little about any of them.
SHARED = 0.4
# How much a foreign letter says (English has é in loans), and what share of the words a dictionary must have.
ODD: dict[Lang, float] = {"en": 1, "ru": 2}
ENOUGH: dict[Lang, float] = {"en": 0.5, "ru": 0.7}

Answer = Literal["ru", "en", "zh", "other"]


def language(text: str) -> Answer:
    """Say whether a text is Russian, English, Chinese or other; a text without letters is other.

    >>> [language(text) for text in ["Где дом?", "Where is the house?", "房子在哪里？", "¿Dónde está?"]]
    ['ru', 'en', 'zh', 'other']
    """
    text = restore(ADDRESS.sub(" ", text))
    counts = {name: len(pattern.findall(text)) * WEIGHTS.get(name, 1) for name, pattern in SCRIPTS.items()}
    script = max(counts, key=lambda name: counts[name])
    if script in ("han", "kana"):
        return chinese_or_not(text, counts["kana"], counts["han"])
    if not counts[script] or script == "rest":
        return "other"
    words = WORD.findall(text.lower().replace("’", "'"))
    forms = {name: [form for form in words if SCRIPTS[name].match(form)] for name in HOME}
    if counts["latin"] and counts["cyrillic"]:
        # Terms and names keep their alphabet: the small words say whose sentence it is.
        script = max(HOME, key=lambda name: (small(forms[name], HOME[name]), counts[name]))
    return HOME[script] if forms[script] and belongs(forms[script], HOME[script]) else "other"


def small(forms: list[str], lang: Lang) -> int:
    """Count the small words of a language."""
    return sum(lang in small_words().get(form, ()) for form in forms)


def chinese_or_not(text: str, kana: float, han: float) -> Answer:
    """Tell Chinese from Japanese, which mixes in kana or its own forms of characters."""
    if kana > 0.1 * (kana + han):
        return "other"
    return "other" if JAPANESE.search(text) and not SIMPLIFIED.search(text) else "zh"


def belongs(forms: list[str], lang: Lang) -> bool:
    """Tell whether the words are of this language rather than of a neighbour with the same alphabet."""
    found = [small_words().get(form, ()) for form in forms]
    own = sum(bool(OWN[lang].search(form)) for form in forms) + sum([*names] == [lang] for names in found)
    home = own + SHARED * sum(lang in names and len(names) > 1 for names in found)
    odd = sum(bool(FOREIGN[lang].search(form)) for form in forms)
    rival = ODD[lang] * odd + sum(bool(names) and lang not in names for names in found)
    if abs(home - rival) >= max(0.4, 0.1 * len(forms)) and (own or rival > home):
        return home > rival
    return known(forms, lang) - odd / len(forms) >= ENOUGH[lang]


def known(forms: list[str], lang: Lang) -> float:
    """Say what share of the words a dictionary of the language has."""
    return sum(map(KNOWN[lang], forms)) / len(forms)


def russian(form: str) -> bool:
    """Ask pymorphy3's dictionary."""
    return bool(analyser().word_is_known(form))


def english(form: str) -> bool:
    """Ask simplemma's dictionary."""
    from simplemma import is_known

    return bool(is_known(form, lang="en"))


@cache
def small_words() -> dict[str, list[str]]:
    """Read which languages use each small word."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in (
        files(__package__).joinpath("lists", "languages.tsv").read_text(encoding="utf-8").splitlines()
    ):
        if not line.startswith("#"):
            name, _, forms = line.partition("\t")
            for form in set(forms.split()):
                found[form].append(name)
    return dict(found)


KNOWN: dict[Lang, Callable[[str], bool]] = {"ru": russian, "en": english}
