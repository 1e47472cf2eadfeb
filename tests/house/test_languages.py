"""A language lives in its folder of `text/`, and no file elsewhere names one."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import paraphrast
from paraphrast.build.native.lists import read_contrasts
from paraphrast.text import capabilities
from paraphrast.text.languages import LANGS, PLACES, READ, Lang, find_language
from paraphrast.text.opposites import load_opposites

ROOT = Path(paraphrast.__file__).parent
REGISTRY = Path("text", "languages.py")
FOLDERS = {place.rpartition(".")[2]: lang for lang, place in PLACES.items()}
PARTS = [name for name, part in vars(capabilities.Language).items() if isinstance(part, capabilities.Part)]


def named(source: str) -> int:
    """Count where code names a language: its code as a string, or an import from its folder."""
    tree = ast.parse(source)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in told:
            found += node.value in READ
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += any(name.startswith(f"{place}.") for name in names for place in PLACES.values())
        elif isinstance(node, ast.Import):
            found += any(
                alias.name.startswith(f"{place}.") for alias in node.names for place in PLACES.values()
            )
    return found


def counted() -> dict[str, int]:
    """Count the places of all files outside the folders of languages."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT)
        home = name.parts[0] == "text" and len(name.parts) > 2 and name.parts[1] in FOLDERS
        home = home or name == REGISTRY
        if not home and (count := named(path.read_text(encoding="utf-8"))):
            found[name.as_posix()] = count
    return found


def test_no_file_outside_its_folder_names_a_language() -> None:
    assert counted() == {}, "what a language does differently belongs into its folder of text/"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('if lang == "zh":\n    pass', 1),
        ('TABLE = {"ru": 1, "en": 2}', 2),
        ("from paraphrast.text.russian import clauses", 1),
        ("from paraphrast.text.english.endings import past", 1),
        ('"""Words of "ru"."""\ndef f():\n    "en"\n', 0),
        ('gap = "" if language.spaced else " "', 0),
    ],
)
def test_a_named_language_is_counted(source: str, count: int) -> None:
    assert named(source) == count


# Files of jobs whose code has letters of Russian or Chinese, and why: most look for several languages.
MIXED = {
    "build/flashcards/decks.py": "headers of decks",
    "build/mining/prompts.py": "how models begin an answer",
    "cli/acts/words.py": "sentences that the demo shows",
    "detect/essays/sheet.py": "headers of sheets",
    "detect/exclude.py": "headings of bibliographies",
    "detect/quotations.py": "references and what ends a sentence",
    "detect/reading.py": "letters by their script",
    "detect/report/group.py": "dates in documents",
    "detect/terms.py": "one letter that is compared as another",
    "files/documents/word_styles.py": "names of styles",
    "files/recognition.py": "letters that tell encodings apart",
    "identify/llm.py": "yes and no of models",
    "identify/phenomena.py": "capitals",
    "identify/refining.py": "years and dates",
    "models/bundled/levelling.py": "one letter that is compared as another",
    "models/bundled/toxicity.py": "one letter that is compared as another",
    "models/ledger.py": "one letter that is compared as another",
    "models/suite/noise.py": "one letter that is typed as another",
    "build/native/__init__.py": "one letter that is written as another",
    "rewrite/checks/foreign.py": "letters by their script",
    "rewrite/entities/slots.py": "letters by their script",
    "rewrite/explain.py": "one letter that is compared as another",
    "rewrite/systems/llm.py": "how models begin an answer",
    "rewrite/training/export.py": "texts that a graph is tried on",
    "rewrite/words/cleaning.py": "blanks, marks and doubled words of any script",
    "rewrite/words/lexicon.py": "letters that hide words",
    "rewrite/words/neutral.py": "one letter that is compared as another",
    "rewrite/words/senses.py": "one letter that is compared as another",
    "rewrite/words/wording.py": "one letter that is compared as another",
}
LETTERS = re.compile("[а-яё\u4e00-\u9fff]", re.IGNORECASE)


def has_words(source: str) -> bool:
    """Say whether the code of a file, its docstrings apart, has letters of Russian or Chinese."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told)
    return any(isinstance(node.value, str) and LETTERS.search(node.value) for node in strings)


def test_words_of_a_language_stand_in_its_folder() -> None:
    jobs = {path.relative_to(ROOT).as_posix(): path for path in ROOT.rglob("*.py")}
    found = {
        name
        for name, path in jobs.items()
        if not name.startswith("text/") and has_words(path.read_text(encoding="utf-8"))
    }
    assert found == set(MIXED), "words of a language belong into its folder of text/, or say here why not"


def test_words_in_code_are_seen() -> None:
    assert has_words('ENDINGS = ("师", "员")')
    assert has_words("BEFORE = re.compile('да')")
    assert not has_words('"""кот"""\nx = "cat"  # кот')


@pytest.mark.parametrize("lang", READ)
def test_a_language_has_a_file_or_a_reason(lang: str) -> None:
    language = find_language(lang)
    folder = ROOT / "text" / PLACES[lang].rpartition(".")[2]
    for name in PARTS:
        there = (folder / f"{name}.py").is_file()
        assert there == language.has(name), f"{lang}: {name} needs a file or a sentence that says why not"
        if there:
            getattr(language, name)
        else:
            with pytest.raises(capabilities.LanguageLacks, match=f"{language.title} has no {name}: "):
                getattr(language, name)
    assert set(language.absences) <= set(PARTS)


def protocol(name: str) -> type:
    """Find the Protocol that a capability is held to."""
    return vars(capabilities)[
        {"neural_names": "Names"}.get(name, "".join(part.title() for part in name.split("_")))
    ]


@pytest.mark.parametrize("lang", READ)
@pytest.mark.parametrize("name", PARTS)
def test_a_file_answers_what_its_protocol_asks(lang: str, name: str) -> None:
    language = find_language(lang)
    if not language.has(name):
        return
    file = getattr(language, name)
    for asked, wanted in vars(protocol(name)).items():
        if asked.startswith("_") or not callable(wanted):
            continue
        given = [*inspect.signature(getattr(file, asked)).parameters]
        expected = [*inspect.signature(wanted).parameters][1:]
        assert given[: len(expected)] == expected or asked == "find", f"{lang}.{name}.{asked}"
    for asked in vars(protocol(name)).get("__annotations__", {}):
        assert hasattr(file, asked), f"{lang}.{name}.{asked}"


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=f"no language 'xx'; there are {', '.join(sorted(READ))}"):
        find_language("xx")


def reached(*folders: str) -> set[str]:
    """Name the lists of words that the code of some folders asks for."""
    wanted = set()
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module:
                    wanted |= {f"{node.module}.{alias.name}" for alias in node.names}
    return wanted


def test_what_disguises_texts_reads_no_list_of_what_detects_them() -> None:
    for lang in READ:
        folder = ROOT / "text" / PLACES[lang].rpartition(".")[2] / "lists"
        own = {path.name for path in folder.glob("edits/*")}
        assert not own & {path.name for path in folder.glob("*") if path.is_file()} - {"abbreviations.tsv"}
    detecting = reached("detect") - reached("detect/generate")
    assert not {name for name in detecting if "text.edits" in name or name.endswith(".synonyms")}
    assert any("text.edits" in name for name in reached("detect/generate"))


@pytest.mark.parametrize("lang", LANGS)
def test_opposites_that_make_pairs_and_those_that_judge_them_were_listed_apart(lang: Lang) -> None:
    made = {
        frozenset((lemma, other))
        for (tag, lemma), others in read_contrasts(lang).items()
        if tag != "PROPN"
        for other in others
    }
    judged = set(map(frozenset, load_opposites(lang)))
    assert 0 < len(made & judged) < 0.3 * min(len(made), len(judged))  # two lists of a language do meet


def test_lists_that_pairs_are_made_of_are_not_those_that_pairs_are_judged_by() -> None:
    judging = reached("identify", "detect", "metrics", "models")
    assert not {name for name in judging if name.startswith("paraphrast.build") or "text.grammar" in name}
