"""Documents of drawn words in three languages, to make corpora of."""

import numpy as np

from paraphrast.data import Document

LISTS = {
    "ru": "дом дорога лес город книга война вопрос большой старый новый корабль человек письмо улица",
    "en": "house road forest town book war question big old new ship friend letter street room garden",
    "zh": "房子 道路 工作 问题 朋友 想法 错误 力量 目标 原因 方法 故事 国家 医生 老师 孩子",
}
WORDS = {lang: words.split() for lang, words in LISTS.items()}


def library(lang: str, count: int) -> list[Document]:
    draw = np.random.default_rng(7)
    joint, stop = ("", "。") if lang == "zh" else (" ", ".")

    def sentence() -> str:
        some = [
            f"{word}{int(draw.integers(1000))}" if draw.random() < 0.4 else word
            for word in draw.choice(WORDS[lang], 12)
        ]
        return (joint.join(some)).capitalize() + stop

    return [
        Document(f"d{n}", (" " if joint else "").join(sentence() for _ in range(30)), lang=lang)
        for n in range(count)
    ]
