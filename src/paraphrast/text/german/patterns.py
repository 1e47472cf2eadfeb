"""Fixed patterns of German dates, sums, numbers and titles: tried from top to bottom."""

from paraphrast.text.patterns import CLOCK, NUMBER, NUMERIC_DATE, SIGN, TITLE_MARKS

MONTH = (
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
    r"|(?:Jan|Feb|Mär|Apr|Aug|Sept?|Okt|Nov|Dez)\.)(?!\w)"
)
WEEKDAY = r"(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag)s?(?!\w)"
SCALE = r"(?:Tausend|Mio\.?|Millionen|Million|Mrd\.?|Milliarden|Milliarde|Billionen|Billion)"
MONEY = r"(?:Euro|Cent|Dollar|Franken|Mark|Pfund|Rubel|Yuan|Yen|EUR|USD|CHF|[$€£¥])(?!\w)"
UNIT = (
    r"(?:km/h|k?m²|km|cm|mm|kg|mg|ml|[GMk]?Hz|[kMG]?W|°C?|Grad|Tonnen?|(?:Kilo|Zenti|Milli)?[Mm]etern?"
    r"|(?:Kilo|Milli)?[Gg]ramm|(?:Milli)?[Ll]itern?|Hektar|Stunden?|Minuten?|Sekunden?|Tagen?|Wochen?|Monaten?|Jahren?"
    r"|Menschen|Mal|Stück|[gmlth](?=[\s.,;:!?)]|$))(?!\w)"
)
SMALL = r"zwei|drei|vier|fünf|sechs|sieben|acht|neun"
WORDS = (
    rf"(?<!\w)(?i:(?:(?:ein|{SMALL})und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)"
    rf"|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn|{SMALL}|zehn|elf|zwölf"
    rf"|(?:ein|{SMALL})?(?:hundert|tausend))(?!\w)"
)
PATTERNS = {
    "date": [
        rf"(?<!\d)\d{{1,2}}\.\s+{MONTH}(?:\s+\d{{4}}(?!\d))?",
        rf"(?<!\w){MONTH}\s+\d{{4}}(?!\d)",
        NUMERIC_DATE,
        r"(?:(?<=\bim Jahr )|(?<=\bim Jahre )|(?<=\bseit )|(?<=\bbis ))(?:1\d|20)\d\d(?!\d|[.,]\d)",
        r"(?<!\w)\d{1,2}\.\s+(?:Jahrhunderts?|Jh\.)(?!\w)",
        r"(?<!\w)(?:1\d|20)?\d0er[ -]Jahren?(?!\w)",
        rf"(?<!\w){WEEKDAY}",
    ],
    "time": [rf"{CLOCK}(?:\s?Uhr)?", r"(?<![\d.])\d{1,2}(?:\.\d\d)?\s?Uhr(?:\s[0-5]\d)?(?!\w)"],
    "money": [rf"{NUMBER}\s*(?:{SCALE}\s+)?{MONEY}", rf"{SIGN}\s?{NUMBER}(?:\s?{SCALE})?"],
    "percent": [rf"{NUMBER}\s*(?:[%‰]|(?:Prozent|Prozentpunkten?)(?!\w))"],
    "number": [rf"{NUMBER}(?:\s?{SCALE}(?!\w))?(?:\s?{UNIT})?", WORDS],
    "title": [
        r"(?:Roman|Buch|Film|Erzählung|Zeitung|Zeitschrift|Lied|Stück|Artikel|Serie|Album|Gedicht|Gemälde|Oper)\w{0,2}\s+"
        r"(„[^„“]{1,200}“|»[^»«]{1,200}«|\"[^\"\n]{1,200}\")",
        TITLE_MARKS,
    ],
}
