"""Sentences of our own that teach the border: open offence on one side, criticism and disguise tricks on the other.

Only insults and swearing count as toxic; calling someone a liar, lazy or a bad person does not.
"""

from collections.abc import Iterator

import numpy as np

INSULTS = {
    "ru": [
        "идиот",
        "дебил",
        "кретин",
        "дурак",
        "тупица",
        "урод",
        "мразь",
        "скотина",
        "тварь",
        "сволочь",
        "ублюдок",
        "придурок",
        "козёл",
        "баран",
        "дегенерат",
        "чмо",
        "гнида",
        "подонок",
        "выродок",
        "имбецил",
        "сука",
        "блядь",
        "мудак",
        "пидор",
        "долбоёб",
        "гандон",
        "залупа",
        "хуесос",
        "говнюк",
        "шлюха",
        "даун",
        "чурка",
        "жирдяй",
        "уёбок",
    ],
    "en": [
        "idiot",
        "moron",
        "imbecile",
        "retard",
        "scumbag",
        "bastard",
        "asshole",
        "dickhead",
        "prick",
        "cunt",
        "bitch",
        "whore",
        "slut",
        "dumbass",
        "jackass",
        "shithead",
        "fucker",
        "motherfucker",
        "wanker",
        "twat",
        "douchebag",
        "cocksucker",
        "piece_of_shit",
        "dipshit",
        "fuckwit",
        "son_of_a_bitch",
    ],
    "zh": [
        "傻逼",
        "傻叉",
        "白痴",
        "蠢货",
        "蠢猪",
        "脑残",
        "智障",
        "弱智",
        "废物",
        "垃圾",
        "畜生",
        "王八蛋",
        "混蛋",
        "贱人",
        "婊子",
        "狗东西",
        "杂种",
        "人渣",
        "二货",
        "死肥猪",
        "煞笔",
        "沙比",
        "臭婊子",
        "狗娘养的",
    ],
}
CRITICISM = {
    "ru": [
        "лжец",
        "обманщик",
        "лентяй",
        "трус",
        "эгоист",
        "лицемер",
        "непрофессионал",
        "хвастун",
        "предатель",
        "вор",
        "взяточник",
        "двоечник",
        "пессимист",
        "новичок",
        "неудачник",
        "плохой_человек",
        "слабый_игрок",
        "скучный_собеседник",
        "невнимательный_водитель",
        "грубиян",
        "упрямец",
        "болтун",
    ],
    "en": [
        "liar",
        "cheat",
        "coward",
        "hypocrite",
        "egoist",
        "amateur",
        "traitor",
        "thief",
        "beginner",
        "pessimist",
        "bad_person",
        "weak_player",
        "poor_driver",
        "slow_learner",
        "careless_worker",
        "boring_speaker",
        "gossip",
        "hard-headed_man",
        "unreliable_partner",
        "loser_of_the_match",
    ],
    "zh": [
        "骗子",
        "懒人",
        "胆小鬼",
        "伪君子",
        "自私的人",
        "外行",
        "叛徒",
        "小偷",
        "新手",
        "悲观的人",
        "坏人",
        "差劲的司机",
        "粗心的人",
        "固执的人",
        "爱吹牛的人",
        "不负责任的人",
    ],
}
FRAMES = {
    "ru": [
        "ты просто {}", "да он {}, и все это знают", "какой же ты {}", "этот министр - {}", "{} ты, а не начальник",
        "мой сосед {} и никого не слушает", "вы {}, извинитесь", "не будь как этот {}", "автор статьи {}",
    ],
    "en": [
        "you are such a {}", "he is a {} and everybody knows it", "what a {} you are", "this minister is a {}",
        "my neighbour is a {} and listens to nobody", "shut up , you {}", "do n't be like that {}", "the author is a {}",
        "Only a {} would say that.",
    ],
    "zh": [
        "你就是个{}", "他是{}，大家都知道", "你真是个{}", "这个部长是{}", "我的邻居是个{}，谁的话也不听", "别像那个{}一样", "写这篇文章的人是{}",
        "只有{}才会这么说", "滚开，{}",
    ],
}  # fmt: skip
SWEARING = {
    "ru": [
        "блять",
        "заебал",
        "охуел",
        "пиздец",
        "нахуй",
        "хуйня",
        "ебать",
        "говно",
        "жопа",
        "срать",
        "обосрался",
        "пошёл_на_хуй",
        "сдохни",
        "заткнись_тварь",
        "пизда",
        "ёбаный",
        "хуёво",
    ],
    "en": [
        "fuck",
        "fucking",
        "shit",
        "bullshit",
        "goddamn_shit",
        "fuck_off",
        "piss_off",
        "eat_shit",
        "go_to_hell_bitch",
        "fucked_up",
        "shitty",
        "ass",
    ],
    "zh": [
        "他妈的",
        "操你妈",
        "去死吧",
        "滚蛋",
        "妈的",
        "放屁",
        "我操",
        "草泥马",
        "卧槽尼玛",
        "吃屎",
        "狗屁",
        "日你妈",
        "tmd",
        "cnm",
        "nmsl",
    ],
}
CARRIERS = {
    "ru": [
        "{} опять отключили воду",
        "ну {} сколько можно",
        "этот фильм {}",
        "да {} мне всё равно",
        "что за {} происходит",
    ],
    "en": [
        "{} , they cut off the water again",
        "oh {} how long",
        "this movie is {}",
        "{} i do n't care",
        "what the {} is going on",
    ],
    "zh": ["{}，又停水了", "{}到底要等多久", "这电影{}", "{}我不管了", "这{}是怎么回事"],
}
CALM = {
    "ru": ["опять", "честно", "интересный", "правда", "ужас"],
    "en": ["sadly", "well", "interesting", "honestly", "mess"],
    "zh": ["唉", "请问", "很有意思", "老实说", "事情"],
}
LOOKALIKE = str.maketrans("аеорсухкмтвн", "aeopcyxkmtbh")


def sentences() -> Iterator[tuple[str, float, str]]:
    """Yield (text, toxic, lang): the same frames with insults (1) and with criticism (0), swearing and calm words."""
    for lang in ("ru", "en", "zh"):
        for words, label in ((INSULTS, 1.0), (CRITICISM, 0.0)):
            for word in words[lang]:
                yield from ((frame.format(word.replace("_", " ")), label, lang) for frame in FRAMES[lang])
        for words, label in ((SWEARING, 1.0), (CALM, 0.0)):
            for word in words[lang]:
                yield from ((frame.format(word.replace("_", " ")), label, lang) for frame in CARRIERS[lang])


def disguise(word: str, rng: np.random.Generator) -> str:
    """Hide a word from filters: stars, look-alike letters, stretched letters, letters set apart."""
    if len(word) < 3:
        return word
    at = int(rng.integers(1, len(word) - 1))
    way = int(rng.integers(5))
    if way == 0:
        return word[:at] + "*" + word[at + 1 :]
    if way == 1:
        return word[:1] + "*" * (len(word) - 2) + word[-1:]
    if way == 2:
        return word.translate(LOOKALIKE)
    if way == 3:
        return word[:at] + word[at] * int(rng.integers(2, 5)) + word[at + 1 :]
    return (" ", ".", "-")[int(rng.integers(3))].join(word)
