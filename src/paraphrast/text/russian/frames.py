"""Plain Russian sentences of who did what to whom."""

from paraphrast.text.clauses import like
from paraphrast.text.russian.clauses import entry, inflected

FREE = True  # the second participant may come first, and the meaning stays


def compose(first: str, verb: str, second: str, setting: str, *, turned: bool) -> str:
    """Write a Russian sentence with the verb in agreement and the second participant in the accusative."""
    tag = "PROPN" if first[0].isupper() else "NOUN"
    subject, thing = entry(first, tag), entry(second, "PROPN" if second[0].isupper() else "NOUN")
    doing = entry(verb, "VERB")
    form = inflected(doing, frozenset({"VERB", "past", "sing", str(subject.tag.gender)}))
    whom = inflected(thing, frozenset({"accs", "sing"}))
    order = [first, str(form), like(str(whom), second)]
    text = " ".join(reversed(order) if turned else order) + f"{setting and ' ' + setting}."
    return text[0].upper() + text[1:]
