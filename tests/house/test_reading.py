"""One reader for all files: encodings, tables without a header, lines side by side, bad rows put aside."""

from contextlib import suppress
from pathlib import Path

import msgspec
import openpyxl
import pytest

from paraphrast import data
from paraphrast.cli import VERBS, load, main, options
from paraphrast.data import Document, Pair, Text
from paraphrast.errors import CommandError, DataError
from paraphrast.files import documents, encoding
from paraphrast.files.skipping import Skipped

TEXTS = {
    "ru": "В тот день они долго шли вдоль реки, и никто не сказал ни слова о том, что случилось ночью. "
    "Лодка стояла на прежнем месте; вёсла кто-то унёс.",
    "en": "“We’ll meet at the café,” she said — naïve as ever — and left without her coat. "
    "The façade had been painted twice since then…",
    "zh": "那天他们沿着河走了很久，谁也没有提起昨天夜里发生的事情。"
    "小船还在原来的地方，可是桨已经被人拿走了。",
    "traditional": "那天他們沿著河走了很久，誰也沒有提起昨天夜裡發生的事情。"
    "小船還在原來的地方，可是槳已經被人拿走了。",
}
ENCODED = [
    ("ru", "utf-8"), ("ru", "utf-16"), ("ru", "utf-16-be"), ("ru", "cp1251"), ("ru", "koi8-r"),
    ("ru", "mac-cyrillic"),
    ("en", "cp1252"), ("en", "utf-16-le"), ("zh", "utf-8-sig"), ("zh", "gb18030"), ("zh", "utf-16-le"),
    ("zh", "utf-16-be"),
    ("traditional", "big5"), ("traditional", "gb18030"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "name"), ENCODED)
def test_a_text_is_read_whatever_its_encoding(tmp_path: Path, lang: str, name: str) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes((TEXTS[lang] + "\n").encode(name))
    assert [text.text for text in data.read(path, Text)] == [TEXTS[lang]]
    assert documents.load(path).text == TEXTS[lang] + "\n"


@pytest.mark.parametrize(("lang", "name"), [("ru", "iso8859-5"), ("ru", "cp866"), ("zh", "euc-tw?")])
def test_an_encoding_it_does_not_know_is_refused_and_not_guessed(lang: str, name: str) -> None:
    if name.endswith("?"):  # Korean and Japanese have the bytes of Chinese characters
        korean = "그날 그들은 강을 따라 오래 걸었고 밤에 일어난 일에 대해서는 아무도 말하지 않았다".encode(
            "euc-kr"
        )
        japanese = "その日、彼らは川に沿って長い間歩き、夜に起こったことについて誰も話さなかった".encode(
            "euc-jp"
        )
        assert [encoding.guess(korean), encoding.guess(japanese)] == [None, None]
    else:
        assert encoding.guess(TEXTS[lang].encode(name)) is None


@pytest.mark.parametrize("name", ["cp1251", "koi8-r"])
def test_a_word_or_two_are_never_read_wrongly(tmp_path: Path, name: str) -> None:
    path = tmp_path / "t.txt"
    for word in ("да", "Нет", "ОК", "ёж", "я", "Это", "мы там", "Мы там были"):
        path.write_bytes(word.encode(name))
        with suppress(DataError):
            assert [text.text for text in data.read(path, Text)] == [word]
    assert [text.text for text in data.read(path, Text)] == [word]


def test_a_named_encoding_is_taken_at_its_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes("a;b\nДа;Нет\n".encode("cp866"))
    assert list(data.read(path, encoding="cp866")) == [Pair("Да", "Нет")]
    assert capsys.readouterr().err == ""
    with pytest.raises(CommandError, match="no encoding 'cp-866'"):
        list(data.read(path, encoding="cp-866"))


def test_bytes_that_a_named_encoding_lacks_are_found_by_their_line(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_bytes("a\tb\n我\t你\n".encode("gb18030") + b"\xff\xff\tx\n")
    with pytest.raises(DataError, match=r"p\.tsv, line 3: byte 0xff is not in this encoding"):
        list(data.read(path, encoding="gb18030"))


@pytest.mark.parametrize("packing", ["", ".gz", ".zst", ".xz", ".bz2"])
@pytest.mark.parametrize(("name", "between"), [("p.tsv", "\t"), ("p.csv", ";"), ("p.csv", ",")])
def test_a_table_without_a_header_has_columns_by_number(
    tmp_path: Path, name: str, between: str, packing: str
) -> None:
    rows = [
        ["Кот спит", "Кот дремлет", "yes"],
        ["It rains", "Rain falls", "no"],
        ["下雨了", "正在下雨", "yes"],
    ]
    path = tmp_path / f"{name}{packing}"
    with data_stream(path) as stream:
        stream.write("".join(between.join(row) + "\n" for row in rows).encode())
    found = list(data.read(path, columns="a=1,b=2,label=3", labels="yes=1,no=0"))
    assert found == [Pair(a, b, label=float(said == "yes")) for a, b, said in rows]


def data_stream(path: Path):  # type: ignore[no-untyped-def]
    from paraphrast.files.opening import writing

    return writing(path)


def test_a_column_whose_name_is_a_number_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_text("2\t1\nда\tнет\n", encoding="utf-8")
    assert list(data.read(path, columns="a=1,b=2")) == [Pair("нет", "да")]


def test_a_missing_header_is_suspected(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_text("Кот спит на окне\tКот дремлет\n", encoding="utf-8")
    with pytest.raises(
        DataError, match=r"no column 'a'.*by its number \(a=1,b=2\) if the first line is no header"
    ):
        list(data.read(path))


def test_semicolons_are_seen_through_commas_in_the_texts(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("Да, конечно, да;Нет, спасибо\nЕсли, то;Иначе\n", encoding="utf-8")
    assert [pair.b for pair in data.read(path, columns="a=1,b=2")] == ["Нет, спасибо", "Иначе"]


def test_lines_of_two_files_are_pairs_and_of_more_are_references(tmp_path: Path) -> None:
    for name, lines in {"a": "да\n雨\n", "b": "yes\nrain\n", "c": "yep\nwater\n"}.items():
        (tmp_path / f"{name}.txt").write_text(lines, encoding="utf-8")
    a, b, c = (str(tmp_path / f"{name}.txt") for name in "abc")
    assert list(data.read(f"{a}+{b}")) == [Pair("да", "yes"), Pair("雨", "rain")]
    assert [pair.refs for pair in data.read(f"{a}+{b}+{c}")] == [("yep",), ("water",)]
    (tmp_path / "b.txt").write_text("yes\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"b\.txt: 1 lines, but .*a\.txt has more"):
        list(data.read(f"{a}+{b}"))
    with pytest.raises(CommandError, match="files of lines make pairs, not Texts"):
        list(data.read(f"{a}+{b}", Text))


def test_a_workbook_is_a_table(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["a", "b", "label", None], ["Кот", "=1+1", 1, None], [None] * 4, ["雨", 7, 0.5, None]):
        book.active.append(row)
    book.active["B2"].data_type = "s"
    book.save(tmp_path / "p.xlsx")
    assert list(data.read(tmp_path / "p.xlsx")) == [
        Pair("Кот", "=1+1", label=1.0),
        Pair("雨", "7", label=0.5),
    ]
    data.write(tmp_path / "q.xlsx", data.read(tmp_path / "p.xlsx"))
    assert list(data.read(tmp_path / "q.xlsx")) == list(data.read(tmp_path / "p.xlsx"))
    with pytest.raises(DataError, match=r"row 4: label '0\.5' is not in --labels"):
        list(data.read(tmp_path / "p.xlsx", labels="1=1"))
    with pytest.raises(DataError, match="record 1: a cell cannot hold"):
        data.write(tmp_path / "q.xlsx", [Pair("x" * 40_000, "b")])


BAD = {
    "p.jsonl": ['{"a":"да","b":"нет"}', '{"a":"да"}', "not json", '{"a":"雨","b":"水"}'],
    "p.tsv": ["a\tb\tlabel", "да\tнет\t1", "да\tнет\t7", "one cell", "雨\t水\t"],
    "p.csv": ["a,b,label", "да,нет,1", "да,нет,7", "one cell", "雨,水,"],
}


@pytest.mark.parametrize("name", BAD)
def test_bad_rows_are_put_aside_counted_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = tmp_path / name
    path.write_text("\n".join(BAD[name]) + "\n", encoding="utf-8")
    skipped = Skipped(tmp_path / "bad.jsonl")
    assert [(pair.a, pair.b) for pair in data.read(path, skip_bad=skipped)] == [("да", "нет"), ("雨", "水")]
    rows = [msgspec.json.decode(line) for line in (tmp_path / "bad.jsonl").read_bytes().splitlines()]
    assert skipped.count == len(rows) == 2
    assert all(row["error"].startswith(f"{path}, line ") for row in rows)
    assert f"{path}: 2 rows were left out" in capsys.readouterr().err


def test_a_line_that_is_not_utf8_is_put_aside_too(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_bytes(b"a\tb\n" + "да\tнет\n".encode() * 20_000 + b"\xe4\xf0\tx\n" + "雨\t水\n".encode())
    skipped = Skipped(tmp_path / "bad.jsonl")
    assert len(list(data.read(path, skip_bad=skipped))) == 20_001
    assert "line 20002" in (tmp_path / "bad.jsonl").read_text(encoding="utf-8")


def test_the_shell_reads_any_command_s_files_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes("Кот спит;Кот дремлет\nДа\n".encode("cp866"))
    command = [
        "score",
        str(path),
        "-m",
        "chrf",
        "--against",
        "source",
        "--columns",
        "a=1,b=2",
        "--encoding",
        "cp866",
    ]
    with pytest.raises(SystemExit) as bad:
        main(command)
    assert bad.value.code == 1
    with pytest.raises(SystemExit) as good:
        main([*command, "--skip-bad", str(tmp_path / "bad.jsonl")])
    assert good.value.code == 0
    assert "chrf|n:1|" in capsys.readouterr().out
    with pytest.raises(SystemExit) as wrong:
        main([*command[:-1], "nonsense"])
    assert wrong.value.code == 2


def test_every_command_that_takes_records_takes_the_options() -> None:
    help_line = options.In.__metadata__[0].help
    for verb in VERBS:
        command = load(verb)
        for name, one in getattr(command, "commands", {verb: command}).items():
            if any(getattr(param, "help", None) == help_line for param in one.params):
                assert {"encoding", "skip_bad"} <= {param.name for param in one.params}, f"{verb} {name}"


def test_a_new_kind_of_file_is_one_module_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "reversed_lines.py").write_text(
        "def read(stream, shape, path):\n"
        "    return (shape.make({'text': line.decode().rstrip()[::-1]}) for line in stream)\n"
        "def write(stream, records, path):\n"
        "    return sum(bool(stream.write(record.text[::-1].encode() + b'\\n')) for record in records)\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "t.rev.gz"
    with pytest.raises(CommandError, match="the name should end in"):
        data.write(path, [Text("мир")])
    monkeypatch.setitem(data.KINDS, ".rev", "reversed_lines")
    assert data.write(path, [Text("мир"), Text("你好")]) == 2
    assert list(data.read(path, Text)) == [Text("мир"), Text("你好")]


def test_documents_in_a_table_of_any_kind(tmp_path: Path) -> None:
    found = [Document("1", "Кот спит.", title="Кот"), Document("2", "下雨了。")]
    for name in ("d.xlsx", "d.tsv.xz"):
        data.write(tmp_path / name, found)
        assert list(documents.walk(tmp_path / name)) == found
