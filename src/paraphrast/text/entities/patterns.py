"""Fixed patterns of the three languages: one table of kinds for each, tried from top to bottom."""

import re
from functools import cache

from paraphrast.text.languages import Lang, choose
from paraphrast.text.words import DOMAINS, LAST, PATH

NUMBER = (
    r"(?<![A-Za-zА-Яа-яЁё\d_.,])[+−-]?"
    r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,6}(?:[.,]\d+)?|\d+(?:[.,/]\d+)*)(?!\d)"
)
EMAIL = r"(?<![A-Za-z\d_.+-])[A-Za-z\d_.+-]{1,64}@[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63})+"
URL = rf"(?:https?://|ftp://|www\.){PATH}*{LAST}|(?<![A-Za-z\d_@.-])[A-Za-z\d-]{{1,63}}(?:\.[A-Za-z\d-]{{1,63}}){{0,3}}"
URL += rf"\.(?:{DOMAINS})(?![A-Za-zА-Яа-я\d_@-])(?:/{PATH}*{LAST})?"
NUMERIC_DATE = (
    r"(?<![\d.,/-])(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2}))(?![\d/-]|[.,]\d)"
)
CLOCK = r"(?<![\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?![\d:])"
SIGN = r"[$€£¥￥₽₴₹]"
QUOTES = "|".join(
    [
        r"«[^«»]{1,500}»",
        r"“[^“”]{1,500}”",
        r"„[^„“”]{1,500}[“”]",
        r"「[^「」]{1,500}」",
        r"『[^『』]{1,500}』",
        r'(?<!\w)"[^"\n]{1,500}"(?!\w)',
        r"(?<!\w)‘[^‘’\n]{1,500}’(?!\w)",
    ]
)
PARENTHESIS = r"\([^()]{1,500}\)|（[^（）]{1,500}）"
TITLE_MARKS = r"《[^《》]{1,200}》|〈[^〈〉]{1,200}〉"

RU_MONTH = (
    r"(?:(?:январ|феврал|апрел|июн|июл|сентябр|октябр|ноябр|декабр)(?:ь|я|е|ю|ём|ем)|(?:март|август)(?:а|е|у|ом)?"
    r"|ма(?:й|я|е|ю|ем)|(?:янв|фев|мар|апр|авг|сент?|окт|нояб?|дек)\.)(?!\w)"
)
RU_YEAR = r"(?:года|году|годом|годов|годы|годах|год|гг?\.)"
RU_WEEKDAY = r"(?:понедельник|вторник|четверг|воскресень[еяю]|сред[аыу]|пятниц[аыуе]|суббот[аыуе])(?!\w)"
RU_SCALE = (
    r"(?:тыс\.|тысяч[аиу]?|млн\.?|миллион(?:а|ов)?|млрд\.?|миллиард(?:а|ов)?|трлн\.?|триллион(?:а|ов)?)"
)
RU_MONEY = (
    r"(?:руб(?:л(?:ь|я|ей|ям|ями|ях|е|ю|и))?\.?|коп(?:еек|ейки|ейка)?\.?|долл(?:ар(?:а|ов|ы|ам|ами)?|\.)|евро|юан(?:ь|я|ей|и)"
    r"|гривен|гривн[аы]|тенге|фунт(?:а|ов)? стерлингов|иен[аы]?|USD|EUR|RUB|[$€£¥₽₴])(?!\w)"
)
RU_UNIT = (
    r"(?:км/ч|к?м²|кв\. ?к?м|куб\. ?м|км|см|мм|кг|мг|мл|кВт(?:·ч)?|МВт|[КМГТ]б|[КМГ]Гц|°[CС]?"
    r"|градус(?:а|ов)?|тонн[аыу]?"
    r"|(?:кило|санти|милли)?метр(?:а|ов|ы)?|(?:кило|милли)?грамм(?:а|ов|ы)?|(?:милли)?литр(?:а|ов|ы)?|га|гектар(?:а|ов)?"
    r"|час(?:а|ов)?|минут[аыу]?|секунд[аыу]?|д(?:ень|ня|ней)|сут(?:ки|ок)|недел[яьиюе]|месяц(?:а|ев)?|лет|год(?:а|ов)?"
    r"|человек(?:а)?|раз(?:а)?|штук[аи]?|шт\.|экз\.|[гмлтч](?=[\s.,;:!?)]|$))(?!\w)"
)
RU_WORDS = (
    r"(?<!\w)(?i:два|две|двух|двум|двумя|три|тр[её]х|тр[её]м|тремя|четыре|четыр[её]х|четыр[её]м|пять|пяти|шесть|шести|семь"
    r"|семи|восемь|восьми|девять|девяти|десять|десяти|(?:один|две|три|четыр|пят|шест|сем|восем|девят)надцат[ьи]"
    r"|двадцат[ьи]|тридцат[ьи]|сорок|сорока|(?:пять|шесть|семь|восемь)десят|девяност[оа]|сто|ста|двести|триста|четыреста"
    r"|(?:пять|шесть|семь|восемь|девять)сот)(?:[ ](?:один|одна|два|две|три|четыре|пять|шесть|семь"
    r"|восемь|девять))?(?!\w)"
)
RUSSIAN = {
    "date": [
        rf"(?<!\d)\d{{1,2}}(?:-?(?:го|е|ое))?\s+{RU_MONTH}(?:\s+\d{{4}}(?:\s*{RU_YEAR}(?!\w))?)?",
        rf"(?<!\w){RU_MONTH}\s+\d{{4}}(?:\s*{RU_YEAR}(?!\w))?",
        NUMERIC_DATE,
        rf"(?<![\d.,])\d{{4}}(?:\s*[-–—]\s*\d{{4}})?(?:-?(?:го|м|й|е))?\s*{RU_YEAR}(?!\w)",
        r"(?<!\w)(?:[XVI]{1,5}|\d{1,2}(?:-?(?:го|м|й))?)\s+(?:век(?:а|е|у|ом)?|в\.)(?!\w)",
        rf"(?<!\w){RU_WEEKDAY}",
    ],
    "time": [
        CLOCK,
        r"(?<!\d)\d{1,2}\s*(?:час(?:а|ов)?|ч\.)(?:\s+\d{1,2}\s*(?:минут[аы]?|мин\.))?\s+(?:утра|дня|вечера|ночи)(?!\w)",
    ],
    "money": [
        rf"{NUMBER}\s*(?:{RU_SCALE}\s*)?{RU_MONEY}",
        rf"{SIGN}\s?{NUMBER}(?:\s*{RU_SCALE})?",
    ],
    "percent": [rf"{NUMBER}\s*(?:[%‰]|(?:процент(?:а|ов|ы|ам|ами|ах)?|п\. ?п\.)(?!\w))"],
    "number": [rf"{NUMBER}(?:\s*{RU_SCALE}(?!\w))?(?:\s*{RU_UNIT})?", RU_WORDS],
    "title": [
        r"(?i:роман|книг|фильм|повест|рассказ|газет|журнал|песн|пьес|стать|сериал|альбом|поэм|картин|опер|балет|спектакл)"
        r"\w{0,3}\s+(«[^«»]{1,200}»|“[^“”]{1,200}”|\"[^\"\n]{1,200}\")",
        TITLE_MARKS,
    ],
}

EN_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)(?!\w)"
)
EN_SCALE = r"(?:hundred|thousand|million|billion|trillion|[mb]n|[kKmMbB])(?!\w)"
EN_MONEY = (
    r"(?:dollars?|euros?|pounds?|r(?:o)?ubles?|yuan|yen|rupees?|cents?|pence|USD|EUR|GBP|RUB|CNY|JPY)(?!\w)"
)
EN_UNIT = (
    r"(?:km/h|mph|sq(?:uare)?\.? ?(?:km|kilomet(?:re|er)s?|miles?|feet|met(?:re|er)s?)|k?m²|km|cm|mm"
    r"|kg|mg|ml|lbs?|oz|ft|GB|MB"
    r"|KB|TB|[GMk]?Hz|[kMG]?W|°[CF]?|degrees?|tons?|tonnes?|(?:kilo|centi|milli)?met(?:re|er)s?|(?:kilo|milli)?grams?"
    r"|lit(?:re|er)s?|miles?|inch(?:es)?|feet|foot|yards?|acres?|hours?|minutes?|seconds?|days?|weeks?|months?|years?"
    r"|people|times|percent points|[gmlth](?=[\s.,;:!?)]|$))(?!\w)"
)
EN_SMALL = r"two|three|four|five|six|seven|eight|nine"
EN_WORDS = (
    rf"(?<!\w)(?i:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|{EN_SMALL}))?"
    rf"|{EN_SMALL}|ten|eleven"
    r"|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|an? (?=hundred|thousand|million|billion))"
    r"(?:[ ]?(?:hundred|thousand|million|billion))*(?!\w)"
)
ENGLISH = {
    "date": [
        rf"(?<!\w){EN_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?\s+\d{{4}}(?!\d))?",
        rf"(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{EN_MONTH}(?:,?\s+\d{{4}}(?!\d))?",
        rf"(?<!\w){EN_MONTH},?\s+\d{{4}}(?!\d)",
        NUMERIC_DATE,
        r"(?<!\w)(?:the\s+)?(?:early\s+|mid-|late\s+)?(?:1\d|20)\d0s(?!\w)",
        r"(?:(?<=\b[Ii]n )|(?<=\b[Bb]y )|(?<=\b[Oo]f )|(?<=\b[Ss]ince )|(?<=\b[Ff]rom )"
        r"|(?<=\b[Uu]ntil )|(?<=\b[Dd]uring ))"
        r"(?:1\d|20)\d\d(?:\s*[-–]\s*\d{2,4})?(?!\d|[.,]\d|\s+\w+s\b)",
        r"(?<!\w)(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)|[a-z]+(?:th|first|second|third))\s+century(?!\w)",
        r"(?<!\w)(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?!\w)",
    ],
    "time": [
        rf"{CLOCK}(?:\s?[ap]\.?m\.?(?!\w))?",
        r"(?<![\d.])\d{1,2}\s?[ap]\.?m\.?(?!\w)",
        r"(?<!\w)(?:\d{1,2}|[a-z]{3,6})\s+o['’]clock(?!\w)",
    ],
    "money": [
        rf"{SIGN}\s?{NUMBER}(?:\s?{EN_SCALE})?",
        rf"{NUMBER}\s+(?:{EN_SCALE}\s+)?{EN_MONEY}",
    ],
    "percent": [rf"{NUMBER}\s*(?:[%‰]|(?:percent|per cent|percentage points?)(?!\w))"],
    "number": [rf"{NUMBER}(?:st|nd|rd|th)?(?:\s?{EN_SCALE})?(?:\s?-?{EN_UNIT})?", EN_WORDS],
    "title": [
        r"(?i:novel|book|film|movie|song|album|play|article|newspaper|magazine|series|poem|painting|entitled|titled|called)"
        r",?\s+(“[^“”]{1,200}”|\"[^\"\n]{1,200}\"|‘[^‘’\n]{1,200}’)",
        TITLE_MARKS,
    ],
}

ZH_DIGITS = r"[〇零一二三四五六七八九十百千万亿两]"
ZH_NUMBER = rf"(?:{NUMBER}|(?<![\d.]){ZH_DIGITS}{{1,12}}(?:点{ZH_DIGITS}{{1,6}})?)"
ZH_MONEY = r"(?:元|块钱|美元|欧元|人民币|英镑|日元|卢布|港元|港币|角钱|分钱)"
ZH_UNIT = (
    r"(?:平方公里|平方千米|平方米|立方米|公里|千米|厘米|毫米|米|公斤|千克|毫克|克|吨|毫升|升|公顷|亩|小时|分钟|秒钟?|天|周|个月"
    r"|年|岁|度|摄氏度|人|名|个|位|次|件|只|本|张|家|台|辆|条|套|块|种|届|倍|层|页|户|座|棵|头|匹|篇|项|多万|多亿)"
)
ZH_PART = r"(?:上午|下午|早上|晚上|凌晨|中午|傍晚|清晨|夜里|早晨)"
CHINESE = {
    "date": [
        r"(?<!\d)\d{2,4}\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?|代|底|初)?(?!\w*级)",
        r"(?<!\d)\d{1,2}\s*月\s*\d{1,2}\s*[日号]|(?<!\d)\d{1,2}月份?(?!\d)",
        r"[〇零一二三四五六七八九十]{2,4}年(?:[一二三四五六七八九十]{1,2}月(?:[一二三四五六七八九十]{1,3}[日号])?|代)?"
        r"|[一二三四五六七八九十]{1,2}月(?:[一二三四五六七八九十]{1,3}[日号])",
        r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})世纪(?:\d{2}年代|[一二三四五六七八九]十年代)?",
        NUMERIC_DATE,
        r"(?:星期|礼拜|周)[一二三四五六日天]",
    ],
    "time": [
        rf"{ZH_PART}?(?<!\d)(?:[01]?\d|2[0-4])[:：][0-5]\d(?:[:：][0-5]\d)?(?!\d)",
        rf"{ZH_PART}?(?<!\d)(?:\d{{1,2}}|[一二三四五六七八九十两]{{1,3}})(?:点钟?|时(?!间|候|代|期|常|而|刻|尚|隔))"
        r"(?:\d{1,2}分|半|[一三]刻|[一二三四五六七八九十]{1,3}分)?",
    ],
    "money": [
        rf"{ZH_NUMBER}\s*[万亿千百]*多?{ZH_MONEY}",
        rf"{SIGN}\s?{NUMBER}[万亿]?",
    ],
    "percent": [rf"{NUMBER}\s*(?:[%％‰]|个百分点)", rf"百分之{ZH_NUMBER}", rf"{ZH_DIGITS}{{1,12}}个百分点"],
    "number": [
        rf"{NUMBER}[万亿千百]*多?{ZH_UNIT}?",
        rf"第?(?!一[个次种些样般起下]){ZH_DIGITS}{{1,12}}多?{ZH_UNIT}",
        r"[二三四五六七八九十百千万亿两]{2,12}",
    ],
    "title": [TITLE_MARKS],
}
TABLES: dict[Lang, dict[str, list[str]]] = {"ru": RUSSIAN, "en": ENGLISH, "zh": CHINESE}


@cache
def patterns(lang: Lang) -> dict[str, re.Pattern[str]]:
    """Compile the patterns of a language, one for each kind; a group, where there is one, is the evidence."""
    table = {kind: "|".join(choices) for kind, choices in choose(TABLES, lang).items()}
    shared = {"email": EMAIL, "url": URL, "quote": QUOTES, "parenthesis": PARENTHESIS}
    return {kind: re.compile(pattern) for kind, pattern in {**shared, **table}.items()}
