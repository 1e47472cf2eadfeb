"""Fixed patterns of English dates, sums, numbers and titles: tried from top to bottom."""

from paraphrast.text.patterns import CLOCK, NUMBER, NUMERIC_DATE, SIGN, TITLE_MARKS

MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)(?!\w)"
)
SCALE = r"(?:hundred|thousand|million|billion|trillion|[mb]n|[kKmMbB])(?!\w)"
MONEY = (
    r"(?:dollars?|euros?|pounds?|r(?:o)?ubles?|yuan|yen|rupees?|cents?|pence|USD|EUR|GBP|RUB|CNY|JPY)(?!\w)"
)
UNIT = (
    r"(?:km/h|mph|sq(?:uare)?\.? ?(?:km|kilomet(?:re|er)s?|miles?|feet|met(?:re|er)s?)|k?m²|km|cm|mm"
    r"|kg|mg|ml|lbs?|oz|ft|GB|MB"
    r"|KB|TB|[GMk]?Hz|[kMG]?W|°[CF]?|degrees?|tons?|tonnes?|(?:kilo|centi|milli)?met(?:re|er)s?|(?:kilo|milli)?grams?"
    r"|lit(?:re|er)s?|miles?|inch(?:es)?|feet|foot|yards?|acres?|hours?|minutes?|seconds?|days?|weeks?|months?|years?"
    r"|people|times|percent points|[gmlth](?=[\s.,;:!?)]|$))(?!\w)"
)
SMALL = r"two|three|four|five|six|seven|eight|nine"
WORDS = (
    rf"(?<!\w)(?i:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|{SMALL}))?"
    rf"|{SMALL}|ten|eleven"
    r"|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|an? (?=hundred|thousand|million|billion))"
    r"(?:[ ]?(?:hundred|thousand|million|billion))*(?!\w)"
)
PATTERNS = {
    "date": [
        rf"(?<!\w){MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?\s+\d{{4}}(?!\d))?",
        rf"(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH}(?:,?\s+\d{{4}}(?!\d))?",
        rf"(?<!\w){MONTH},?\s+\d{{4}}(?!\d)",
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
        rf"{SIGN}\s?{NUMBER}(?:\s?{SCALE})?",
        rf"{NUMBER}\s+(?:{SCALE}\s+)?{MONEY}",
    ],
    "percent": [rf"{NUMBER}\s*(?:[%‰]|(?:percent|per cent|percentage points?)(?!\w))"],
    "number": [rf"{NUMBER}(?:st|nd|rd|th)?(?:\s?{SCALE})?(?:\s?-?{UNIT})?", WORDS],
    "title": [
        r"(?i:novel|book|film|movie|song|album|play|article|newspaper|magazine|series|poem|painting|entitled|titled|called)"
        r",?\s+(“[^“”]{1,200}”|\"[^\"\n]{1,200}\"|‘[^‘’\n]{1,200}’)",
        TITLE_MARKS,
    ],
}
