"""A library with names and dates, and an essay a language that uses it in every way a report must tell."""

# ruff: noqa: E501 - sentences are easier to compare unfolded

from pathlib import Path
from typing import NamedTuple

from paraphrast.data import Document
from paraphrast.detect.check import Check, check
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer


class Case(NamedTuple):
    """Two sources and an essay: a copy, a copy cut by quotation marks, quotations with and without reference."""

    sources: tuple[Document, Document]
    essay: Document


def _essay(name: str, title: str, parts: list[str], hidden: str) -> Document:
    text = "".join(parts)
    start = text.index(hidden)
    return Document(
        name, text, title=title, meta={"marks": [["white", start, start + len(hidden)]], "author": "A. B."}
    )


RU = Case(
    (
        Document(
            "маяк.txt",
            "Старый маяк на северном мысу построили рыбаки из соседней деревни. Каждую осень смотритель "
            "поднимался по винтовой лестнице и зажигал керосиновую лампу. Корабли видели этот свет за двадцать "
            "миль. Зимой дорогу к башне заносило снегом, и почту привозили на собаках.",
            title="Огни севера",
            meta={"author": "П. Лоцман", "date": "1974", "url": "https://library.example/lighthouse"},
        ),
        Document(
            "сад.txt",
            "Яблони в заброшенном саду зацвели только в конце мая, когда потеплели ночи. Садовник подрезал сухие "
            "ветки и побелил стволы известью. Осенью урожай отвезли на ярмарку в областной город. Старый колодец у "
            "ворот давно пересох, но скворцы каждый год возвращались в пустой скворечник над ним.",
            title="Заброшенный сад",
            meta={"author": "Н. Ветрова"},
        ),
    ),
    _essay(
        "сочинение.docx",
        "Лето на побережье",
        [
            "Этим летом я читал о побережье и о людях, которые там живут.\n",
            "Старый маяк на северном мысу построили рыбаки из соседней деревни. Прошло много лет.\n",
            "Как пишет автор, «Садовник подрезал сухие ветки и побелил стволы известью» [2, с. 14]. Дальше сказано: "
            "«Старый колодец у ворот давно пересох, но скворцы каждый год возвращались в пустой скворечник над ним».\n",
            "Каждую осень смoтритель поднимался по крутой лестнице и зажигал керосиновую лампу. «Корабли видели этот "
            "свет за двадцать миль» [1]. Зимой дорогу к башне заносило снегом, и почту привозили на собаках.\n",
            "Потом мы долго гуляли и говорили о море.",
        ],
        "и говорили о море",
    ),
)
EN = Case(
    (
        Document(
            "harbour.txt",
            "The old harbour was dredged in the spring of the flood year by a crew of forty men. Every morning the "
            "pilot rowed out to the sandbar and measured the depth with a knotted rope. Merchants paid for the work "
            "with barrels of salted herring. In winter the channel froze and the ferry stayed at its pier.",
            title="A History of the Harbour",
            meta={"author": "J. Pilot", "date": "1911", "url": "https://library.example/harbour"},
        ),
        Document(
            "orchard.txt",
            "The apple trees of the abandoned orchard flowered late in May when the nights grew warm. A gardener "
            "pruned the dry branches and painted the trunks with lime. The dry well by the gate was still home to a "
            "pair of starlings that came back every year to the empty nesting box above it.",
            title="The Orchard",
            meta={"author": ["A. Green", "B. Moss"]},
        ),
    ),
    _essay(
        "essay.docx",
        "A Summer by the Sea",
        [
            "This summer I read about the coast and about the people who live there.\n",
            "The old harbour was dredged in the spring of the flood year by a crew of forty men. Years went by.\n",
            "As the author says, “A gardener pruned the dry branches and painted the trunks with lime” (Green 1950, "
            "p. 3). Later we read: “The dry well by the gate was still home to a pair of starlings that came back "
            "every year to the empty nesting box above it”.\n",
            "Every morning the pilоt rowed out to the long sandbar and measured the depth with a knotted rope. "
            "“Merchants paid for the work with barrels of salted herring” [1]. In winter the channel froze and the "
            "ferry stayed at its pier.\n",
            "Then we walked for hours and talked about the sea.",
        ],
        "and talked about the sea",
    ),
)
ZH = Case(
    (
        Document(
            "灯塔.txt",
            "北方海角上的古老灯塔是由附近村庄的渔民们亲手建造起来的。每年秋天守塔人都会爬上螺旋楼梯，点亮那盏巨大的煤油灯。"
            "过往的船只在二十海里之外就能看见这束明亮的灯光。冬天通往塔楼的小路被大雪封住，邮件只能用狗拉雪橇送来。",
            title="北方的灯光",
            meta={"author": "林海", "date": "1987", "url": "https://library.example/tower"},
        ),
        Document(
            "果园.txt",
            "荒废果园里的苹果树直到五月底夜里转暖时才开出第一批花。园丁剪去干枯的枝条，又用石灰水把树干刷得雪白。"
            "门边那口老井早已干涸，可是每年春天椋鸟仍然飞回井台上方空空的鸟巢箱里。",
            title="荒园",
        ),
    ),
    _essay(
        "作文.docx",
        "海边的夏天",
        [
            "今年夏天我读了一些关于海岸和那里居民生活的书，觉得很有意思。\n",
            "北方海角上的古老灯塔是由附近村庄的渔民们亲手建造起来的。许多年过去了，我还记得。\n",
            "作者写道：“园丁剪去干枯的枝条，又用石灰水把树干刷得雪白”[2]。后面又说："
            "“门边那口老井早已干涸，可是每年春天椋鸟仍然飞回井台上方空空的鸟巢箱里”。\n",
            "每年秋天守塔人都会爬上陡峭楼梯，点亮那盏巨大的煤油\u200b灯。"
            "“过往的船只在二十海里之外就能看见这束明亮的灯光”[1]。冬天通往塔楼的小路被大雪封住，邮件只能用狗拉雪橇送来。\n",
            "后来我们散步很久，一直在谈论大海。",
        ],
        "一直在谈论大海",
    ),
)
CASES = {"ru": RU, "en": EN, "zh": ZH}


def hand_in(lang: str, folder: Path) -> Check:
    """Check the essay of a language against its sources."""
    case = CASES[lang]
    with Writer(folder / lang) as writer:
        writer.add(case.sources)
    return check(case.essay, Index(folder / lang))
