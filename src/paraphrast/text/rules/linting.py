"""What is wrong with rules as such: said twice, or never reached behind another one."""

from paraphrast.text.rules.reading import Rule, RuleBook


def lint(book: RuleBook) -> list[str]:
    """List duplicate rules, and rules that one above them always takes first."""
    found = []
    seen: dict[tuple[str, ...], Rule] = {}
    for rule in book.rules:
        if rule.old in seen:
            found.append(f"{rule.place}: duplicate: {rule.id!r} is in {seen[rule.old].place} already")
        plain = tuple(item.partition("/")[0] for item in rule.old)
        if plain != rule.old and plain in seen:
            found.append(f"{rule.place}: shadowed: {rule.id!r} comes behind {seen[plain].place}")
        seen.setdefault(rule.old, rule)
    return found


def without_example(book: RuleBook) -> list[Rule]:
    """List the rules that no example shows at work."""
    shown = {example.rule for example in book.examples if example.said is not None}
    return [rule for rule in book.rules if rule.place not in shown]
