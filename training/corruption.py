"""Break sentences the way unfluent systems do: words lost, doubled, exchanged, replaced, in the wrong form, shuffled."""

from collections.abc import Sequence

import numpy as np

from paraphrast.text import Lang

KINDS = ("delete", "double", "exchange", "replace", "shuffle", "form", "cut")


def pieces(text: str, lang: Lang) -> list[str]:
    """Cut a sentence into what can be moved: words with their spaces, or Chinese words."""
    if lang == "zh":
        import rjieba

        return list(rjieba.cut(text))
    return text.split(" ")


def wrong_form(word: str, rng: np.random.Generator) -> str:
    """Return another form of a Russian word, or the word cut short in other languages."""
    from paraphrast.text.morphology import analyser

    forms = [form.word for form in analyser().parse(word)[0].lexeme if form.word != word.lower()]
    return forms[int(rng.integers(len(forms)))] if forms else word[: max(1, len(word) - 2)]


def broken(
    words: list[str], way: str, lang: Lang, pool: Sequence[str], rng: np.random.Generator
) -> list[str]:
    """Break a list of words in one way."""
    i, j = sorted(rng.choice(len(words), 2, replace=False).tolist())
    match way:
        case "delete":
            return words[:i] + words[i + 1 :]
        case "double":
            return words[: i + 1] + words[i:]
        case "exchange":
            return [*words[:i], words[j], *words[i + 1 : j], words[i], *words[j + 1 :]]
        case "replace":
            return [*words[:i], str(pool[int(rng.integers(len(pool)))]), *words[i + 1 :]]
        case "shuffle":
            return words[:i] + [words[i + int(k)] for k in rng.permutation(j + 1 - i)] + words[j + 1 :]
        case "form" if lang == "ru":
            return [*words[:i], wrong_form(words[i], rng), *words[i + 1 :]]
        case "cut":
            return words[: max(3, j)]
    return words


def corrupt(text: str, lang: Lang, pool: Sequence[str], rng: np.random.Generator, *, kind: str = "") -> str:
    """Return the sentence broken in one or two places."""
    words = pieces(text, lang)
    if len(words) < 3:
        return text + text
    for _ in range(int(rng.integers(1, 3))):
        if len(words) >= 3:
            words = broken(words, kind or KINDS[int(rng.integers(len(KINDS)))], lang, pool, rng)
    joined = ("" if lang == "zh" else " ").join(words)
    return joined if joined != text else corrupt(text, lang, pool, rng, kind="shuffle")
