"""A refusal is said in the reader's language, and every sentence of it is in the tables of all three."""

import ast
import re
from html import unescape
from pathlib import Path

import pytest

import paraphrast.annotate
import paraphrast.web
from paraphrast.text.languages import LANGS
from paraphrast.web import application
from paraphrast.web.context import strings
from paraphrast.web.refusals import find, translated
from paraphrast.web.security import Limit, Limits

SLOT = re.compile(r"\{\w+\}")
SCRIPT = {"ru": "[а-яё]", "zh": "[一-鿿]", "en": "[a-z]"}
# raised only where a person sits at the command line, or about the server's own database
SHELL = {"database.py", "backup.py"}


def refusals() -> list[tuple[str, str]]:
    """List what pages can refuse with, read off the sources; a quoted value becomes x.

    What wraps another refusal ends in it, and is left out."""
    found = []
    annotate = Path(paraphrast.annotate.__file__).parent
    folders = [Path(paraphrast.web.__file__).parent, annotate / "store", annotate / "formats"]
    # what programs are told at the addresses of these is in English, like their keys
    told_to_programs = ("service", "api", "jobs")
    files = [p for folder in folders for p in sorted(folder.rglob("*.py"))]
    files = [path for path in files if path.parent.name not in told_to_programs]
    for path in [
        *files,
        *(annotate / f"{name}.py" for name in ("answers", "chains", "exchange", "incoming", "rounds")),
    ]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if name in ("HTTPException", "CommandError", "DataError") and path.name not in SHELL:
                told = _text(node.args[-1] if node.args else None)
                if told and not told.endswith(": x") and "paraphrast annotate" not in told:
                    found.append((path.name, told))
    return found


def _text(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(one.value if isinstance(one, ast.Constant) else "x" for one in node.values)
    return ""


@pytest.mark.parametrize("lang", LANGS)
def test_every_key_is_in_every_language_with_the_same_slots(lang: str) -> None:
    english, here = strings("en"), strings(lang)
    assert here.keys() == english.keys()
    for key, text in english.items():
        assert here[key].strip(), key
        assert sorted(SLOT.findall(here[key])) == sorted(SLOT.findall(text)), key


def test_every_refusal_in_the_sources_is_in_the_tables() -> None:
    found = refusals()
    assert len(found) > 40
    for place, message in found:
        for lang in LANGS:
            told = translated(message, lang)
            assert told, (place, message)
            assert re.search(SCRIPT[lang], told.lower()), (lang, told)


def test_what_is_quoted_stays_and_what_is_unknown_is_not_guessed() -> None:
    assert translated("a password has 8 to 256 characters", "zh") == "密码应有 8 到 256 个字符。"
    assert translated("item 'я': question 'label' is not answered", "ru") == (
        "Элемент 'я': Нет ответа на вопрос 'label'."
    )
    assert find("Expected `int`, got `str`") is None
    assert translated("Expected `int`, got `str`", "ru") is None


def shown(answer) -> str:
    return unescape(answer.text)


@pytest.mark.parametrize("lang", LANGS)
def test_a_stranger_is_refused_in_their_language(bench, lang: str) -> None:
    words, row = strings(lang), bench.project()
    bench.app = application(store=bench.store, limits=Limits(Limit(4, 0.001), Limit(1, 0.001)))
    client = bench.visitor()
    client.headers["accept-language"] = f"{lang}-XX,en;q=0.5"
    over, still = bench.invitation(row, days=1e-9), bench.invitation(row)
    assert words["wrong-password"] in shown(client.submit("/sign-in", name="anna", password="x"))
    assert words["refused-invitation"] in shown(client.get(f"/join/{over}"))
    assert words["refused-no-such-page"] in shown(client.get("/nowhere"))
    assert words["refused-old-form"] in shown(client.post("/sign-in", data={"name": "a", "password": "b"}))
    assert words["refused-too-large"] in shown(client.post("/sign-in", content=b"x" * (3 * 1024**2)))
    short = client.submit(f"/join/{still}", name="anna", password="short")
    assert words["refused-password-length"].split("{")[0] in shown(short)
    assert words["refused-name-shape"] in shown(
        client.submit(f"/join/{still}", name="!", password="long one")
    )
    answers = [client.submit("/sign-in", name="anna", password="x") for _ in range(3)]
    assert words["refused-too-many"] in shown(answers[-1])


@pytest.mark.parametrize("lang", LANGS)
def test_a_worker_is_refused_in_their_language(bench, lang: str) -> None:
    words, row = strings(lang), bench.project(rules={"native": "zh"})
    user, client = bench.person("anna", native="zh")
    stranger, other = bench.person("bob", native="en")
    for one, browser in ((user, client), (stranger, other)):
        bench.join(row, one)
        browser.cookies.set("lang", lang)
    assert words["refused-native"] in shown(other.submit("/projects/same/begin"))
    assert words["refused-not-yours"] in shown(client.get("/projects/same/dashboard"))
    client.submit("/projects/same/begin")
    page = client.api("/api/projects/same/page").json()["page"]
    path = f"/projects/same/pages/{page['id']}"
    full = {f"{item['id']}:label": "yes" for item in page["items"]}
    rest = list(full)[1:]
    assert words["refused-missing-answers"] in shown(client.submit(path, **dict.fromkeys(rest, "yes")))
    long = shown(client.submit(path, **dict.fromkeys(full, ", not takes x, line 1: " * 2_000)))
    assert (
        words["refused-question-values"].split("{given}")[0].format(question="'label'", allowed="yes, no")
        in long
    )
    assert len(long) < 10_000
    assert client.submit(path, **full, key="k").status_code == 303
    again = client.submit(path, **full, key="other")
    assert again.status_code == 409
    assert words["refused-page-done"] in shown(again)
    # programs are answered in English
    told = client.api(f"/api{path}", {"answers": {}, "key": "other"}).json()["error"]
    assert told == "this page was handed in before"


@pytest.mark.parametrize("lang", LANGS)
def test_an_owner_is_refused_in_their_language(bench, lang: str) -> None:
    words = strings(lang)
    user, owner = bench.person("owner", owner=True)
    owner.cookies.set("lang", lang)
    bench.project(owner=user)
    wrong = shown(owner.submit("/new", chosen="fluency", name="Моё имя"))
    assert words["refused-name-address"].format(name="'Моё имя'") in wrong
    taken = shown(owner.submit("/new", chosen="fluency", name="same"))
    assert words["refused-project-taken"].format(name="'same'") in taken
    odd = shown(owner.submit("/new", text='name = "x"\nkind = "fluency"\nvotes = "three"'))
    assert words["not-taken"].split("{")[0] in odd
    assert "Expected `int`" in odd
    invited = shown(owner.submit("/projects/same/invite", role="annotator", uses="0"))
    assert words["refused-invite-size"] in invited
