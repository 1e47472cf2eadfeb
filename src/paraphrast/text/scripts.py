"""Which characters the alphabets have that texts are told apart by."""

import re

HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")
SCRIPTS = {
    "latin": re.compile(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]"),
    "cyrillic": re.compile(r"[\u0400-\u052f]"),
    "han": re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003134f]"),
    "kana": re.compile(r"[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9d]"),
    "rest": re.compile(r"[\u0370-\u03ff\u0530-\u1dff\u1f00-\u1fff\uac00-\ud7af]"),
}
