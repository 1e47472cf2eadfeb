"""Sentences of our own that teach the border: open offence on one side, criticism and disguise tricks on the other.

Insults, mild ones too, and swearing count as toxic; saying what somebody is bad at, or accusing him of a deed, does not.
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
MILD = {
    "ru": [
        "лентяй", "трус", "неудачник", "невежда", "бездарь", "ничтожество", "глупец", "дурень", "болван", "растяпа", "тряпка", "размазня",
        "балбес", "бестолочь", "тугодум", "жалкий_тип", "пустое_место", "нытик", "хам", "жмот", "подхалим", "бездельник", "остолоп", "недоучка",
        "глупый", "тупой", "жалкий", "бестолковый", "никчёмный", "безмозглый", "ленивый_и_глупый", "мерзкий", "недалёкий", "убогий", "трусливый",
        "бездарный", "ничтожный", "несносный", "противный", "бесполезный",
    ],
    "en": [
        "loser", "coward", "fool", "dimwit", "failure", "nobody", "weakling", "crybaby", "slob", "clown", "ignoramus", "bore", "blockhead", "brat",
        "creep", "parasite", "disgrace", "waste_of_space", "good-for-nothing", "lazy_fool", "pathetic_little_man", "stupid_person", "useless_worker",
        "complete_joke", "spineless_worm", "hopeless_case", "talentless_hack", "miserable_creature", "clueless_amateur", "poor_excuse_for_a_man",
    ],
    "zh": [
        "懒鬼", "胆小鬼", "窝囊废", "笨蛋", "傻瓜", "蠢人", "无知的人", "没出息的人", "没用的人", "可怜虫", "小丑", "饭桶", "草包", "马屁精", "讨厌鬼",
        "失败者", "软骨头", "没脑子的人", "愚蠢的人", "可悲的人", "寄生虫", "不要脸的人", "丑八怪", "吝啬鬼", "木头脑袋",
    ],
}  # fmt: skip
MILD_FRAMES = {
    "ru": [
        "ты {}",
        "ну ты {}",
        "ты просто {}",
        "какой же ты {}",
        "вы {}",
        "он {} и больше никто",
        "да ты {}",
        "{} ты",
    ],
    "en": [
        "you are a {}",
        "you're such a {}",
        "what a {} you are",
        "he is just a {}",
        "you always were a {}",
        "go away , you {}",
    ],
    "zh": ["你就是个{}", "你真是个{}", "你这个{}", "他不过是个{}", "没见过你这样的{}"],
}
PRAISE = {
    "ru": [
        "молодец", "умница", "герой", "мастер", "друг", "врач", "студент", "лучший", "добрый", "умный", "смелый", "высокий", "уставший", "весёлый",
        "талантливый", "надёжный", "свободный", "тихий", "занятой", "прав",
    ],
    "en": [
        "friend", "genius", "good_cook", "doctor", "student", "hero", "great_help", "good_listener", "kind_person", "hard_worker", "quiet_child",
        "lucky_man", "tall_man", "fast_learner", "teacher",
    ],
    "zh": ["好人", "天才", "医生", "学生", "英雄", "好朋友", "聪明人", "勤快人", "老师", "幸运儿", "高个子", "热心人"],
}  # fmt: skip
CRITICISM = {
    "ru": [
        "непрофессионал", "двоечник", "пессимист", "новичок", "слабый_игрок", "скучный_собеседник", "невнимательный_водитель", "упрямец",
        "плохой_пловец", "неопытный_врач", "медленный_бегун", "рассеянный_ученик",
    ],
    "en": [
        "amateur", "beginner", "pessimist", "weak_player", "poor_driver", "slow_learner", "careless_worker", "boring_speaker", "loser_of_the_match",
        "slow_runner", "forgetful_student", "bad_swimmer",
    ],
    "zh": ["外行", "新手", "悲观的人", "差劲的司机", "粗心的人", "固执的人", "跑得慢的人", "健忘的学生", "不会游泳的人"],
}  # fmt: skip
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
    """Yield (text, toxic, lang): the same frames with insults (1), criticism and praise (0), swearing and calm words."""
    for lang in ("ru", "en", "zh"):
        for words, label in ((MILD, 1.0), (PRAISE, 0.0)):
            for word in words[lang]:
                yield from (
                    (frame.format(word.replace("_", " ")), label, lang) for frame in MILD_FRAMES[lang]
                )
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
