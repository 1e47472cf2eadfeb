"""The rewriter: cached writing is what the whole network says; kept stretches look as in the source."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from paraphrast.errors import CommandError  # noqa: E402
from paraphrast.models.bundled import box  # noqa: E402
from paraphrast.models.bundled.rewriter import BundledRewriter, encoded, stretches  # noqa: E402
from paraphrast.models.bundled.surface import surface  # noqa: E402
from paraphrast.models.bundled.words import groups  # noqa: E402
from paraphrast.models.bundled.writing import (  # noqa: E402
    Sampler,
    Search,
    Vocabulary,
    Weights,
    allowed,
    read,
    write,
)
from paraphrast.models.networks.backbone import Backbone  # noqa: E402
from paraphrast.models.networks.seq2seq import MEMORIES, Memory, Past, Seq2Seq  # noqa: E402
from paraphrast.models.searching import likeliest  # noqa: E402

LAYERS = 6  # more than have keys and values of the source of their own
TEXTS = ["Привет, мир, это я!", "Nice to meet you.", "你好，世界。"]


class Reading:
    """The read graph, in torch."""

    def __init__(self, network):
        self.network = network

    @torch.inference_mode()
    def run(self, names, feeds):
        given = {name: torch.from_numpy(value) for name, value in feeds.items()}
        hidden, tags = self.network.read(given["vectors"], given["mask"], given["asked"])
        memory = self.network.remember(hidden, given["mask"], given["asked"])
        return [part.numpy() for part in (memory.keys, memory.values, memory.pointers, memory.control, tags)]


class Stepping(Reading):
    """The step graph, in torch."""

    @torch.inference_mode()
    def run(self, names, feeds):
        given = {name: torch.from_numpy(value) for name, value in feeds.items()}
        keys, values = ([given[f"{name}_{at}"] for at in range(MEMORIES)] for name in ("keys", "values"))
        memory = Memory(keys, values, *(given[name] for name in ("pointers", "blocked", "control")))
        past = [
            Past(given[f"past_keys_{at}"], given[f"past_values_{at}"], given["hide"]) for at in range(LAYERS)
        ]
        outcome, now = self.network.step(given["vectors"], given["place"], memory, past)
        seen = [*(one.keys for one in now), *(one.values for one in now)]
        return [part.numpy() for part in (*outcome, *seen)]


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    made = Seq2Seq(Backbone(1, drop=0.0), layers=LAYERS, drop=0.0).eval()
    with torch.no_grad():
        made.gate.bias.fill_(-1.0)  # points more than it writes, as a trained one does
    return made


@pytest.fixture(scope="module")
def given(network):
    lists = {lang: np.arange(400) for lang in ("ru", "en", "zh")}
    return Weights(Reading(network), Stepping(network), LAYERS, np.zeros(52_000, dtype=np.float32), lists)


def read_texts(given, texts=TEXTS):
    memory = read(given, [[box.START, *one.ids, box.END] for one in encoded(texts)], (1, 0, 5))
    return memory, Vocabulary(given, "ru", memory.ids)


def test_cached_writing_is_what_the_whole_network_says(network, given):
    memory, vocabulary = read_texts(given)
    found = write(Search(given, memory, vocabulary, 1), likeliest, more=7).ids[:, 0]
    with torch.inference_mode():
        source = torch.from_numpy(memory.ids)
        mask = (source != box.PAD).float()
        asked = torch.tensor([[1, 0, 5]] * len(source))
        hidden, _ = network.read(torch.from_numpy(box.vectors(memory.ids)), mask, asked)
        began = np.concatenate([np.full((len(found), 1), box.START), found[:, :-1]], axis=1)
        outcome = network(torch.from_numpy(box.vectors(began)), network.remember(hidden, mask, asked))
    logs = vocabulary_scores(vocabulary, outcome)
    assert (vocabulary.ids[logs.argmax(-1)] == found)[found != box.PAD].all()


def vocabulary_scores(vocabulary, outcome):
    states, pointed, gate = (part.numpy() for part in outcome)
    return vocabulary.scores(states, pointed, gate)


def test_probabilities_sum_to_one_and_pointing_adds_to_source_pieces(given):
    memory, vocabulary = read_texts(given)
    logs = Search(given, memory, vocabulary, 2).logs()
    assert np.exp(logs).sum(-1) == pytest.approx(np.ones(logs.shape[:2]), abs=1e-3)


def test_a_wider_beam_never_scores_lower_and_comes_in_order(given):
    memory, vocabulary = read_texts(given)
    one = write(Search(given, memory, vocabulary, 1), likeliest, more=5)
    four = write(Search(given, memory, vocabulary, 4), likeliest, more=5)
    assert (four.scores[:, 0] >= one.scores[:, 0] - 1e-4).all()
    assert (np.diff(four.scores, axis=1) <= 1e-5).all()


def test_padding_does_not_change_what_is_written(given):
    alone, vocabulary = read_texts(given, TEXTS[2:])
    together, _ = read_texts(given)
    one = write(Search(given, alone, vocabulary, 1), likeliest, more=6).ids[0, 0]
    wide = Vocabulary(given, "ru", together.ids)
    wide = write(Search(given, together, wide, 1), likeliest, more=6).ids[2, 0]
    assert one.tolist() == wide[: len(one)].tolist()


def test_sampling_repeats_with_its_seed(given):
    memory, vocabulary = read_texts(given)
    draws = [
        write(Search(given, memory, vocabulary, 3), Sampler(seed=s), more=6).ids.tolist() for s in (1, 1, 2)
    ]
    assert draws[0] == draws[1] != draws[2]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_the_rewriter_gives_up_to_n_texts_for_each(given, lang):
    rewriter = BundledRewriter("paraphrase", lang, degree=2, given=given)
    found = rewriter([*TEXTS, ""], n=3)
    assert [len(some) for some in found[:3]] == [len(set(some)) for some in found[:3]]
    assert all(0 < len(some) <= 3 for some in found[:3])
    assert found[3] == []


def test_a_fill_goes_on_from_its_prefix(given):
    rewriter = BundledRewriter("neutral", "ru", given=given)
    sources = [one.ids for one in encoded(TEXTS)]
    filled = rewriter.fill(sources, [sources[0][:2], [], sources[2][:1]], more=3)
    assert [len(some) <= 3 for some in filled] == [True] * 3


def test_every_word_gets_tags_and_its_place(given):
    read = BundledRewriter("neutral", "ru", given=given).readings(TEXTS, (0, 1))
    tagged = [some[1].words if some else [] for some in read]
    assert [word.text for word in tagged[0]] == ["Привет", ",", "мир", ",", "это", "я", "!"]
    assert all(0 <= word.delete + word.replace <= 1 for words in tagged for word in words)
    assert all(TEXTS[0][word.start : word.stop] == word.text for word in tagged[0])
    assert [draft.text for draft in read[0]] == [TEXTS[0]] * 2


def test_a_simplified_text_gets_no_traditional_pieces_and_a_traditional_one_does():
    pieces = ["▁", "妈妈", "媽媽", "烤", "係", "Hi"]
    ids = np.array([box.tokenizer().token_to_id(piece) for piece in pieces])
    simplified, traditional = [0, 1, 3], [0, 2, 3]
    told = allowed(ids, np.array([simplified, traditional]), "zh")
    assert told.tolist() == [[True, True, False, True, False, True], [True] * 6]


@pytest.mark.parametrize(
    ("text", "pieces", "said"),
    [
        ("男孩很快买了一本书", ["▁", "这个", "男孩", "很快", "买了"], "这个男孩很快买了"),
        ("学生们给作家写信", ["▁", "学生", "给", "作家"], "学生给作家"),
        ("Он сказал 你好 вчера", ["▁Он", "▁", "世界", "▁вчера"], "Он 世界 вчера"),
    ],
)
def test_a_mark_without_its_piece_brings_no_character(text, pieces, said):
    ids = [box.tokenizer().token_to_id(piece) for piece in pieces]
    assert surface(text, encoded([text])[0], ids) == said


@pytest.mark.parametrize("text", ["Это  он，да…", "He said :  “no” ™", "你好，世界！ＡＢＣ？"])
def test_what_is_kept_looks_as_in_the_source(text):
    one = encoded([text])[0]
    assert surface(text, one, one.ids) == text


def test_new_pieces_are_spaced_as_words():
    one = encoded(["Ты дурак, Вася"])[0]
    new = encoded(["Ты человек, Вася"])[0].ids
    assert surface("Ты дурак, Вася", one, new) == "Ты человек, Вася"


def test_long_texts_are_cut_without_loss():
    text = "слово " * 300
    assert "".join(stretches(text)) == text
    assert groups([]) == []


@pytest.mark.parametrize("wrong", [{"degree": 7}, {"how": "magic"}])
def test_wrong_requests_are_told(given, wrong):
    with pytest.raises((CommandError, ValueError)):
        BundledRewriter("neutral", "ru", given=given, **wrong)
    with pytest.raises((CommandError, ValueError)):
        BundledRewriter("poem", "ru", given=given)


@pytest.mark.parametrize("degree", [2, 3, 4])
def test_what_has_no_piece_is_never_written(degree):
    texts = ["这帮混蛋又停了热水。", "她说𠮷野家的面很好吃。"]
    for drafts in BundledRewriter("paraphrase", "zh", degree=degree)(texts, n=4):
        assert drafts
        assert not [draft for draft in drafts if "<" in draft]


def test_what_has_no_piece_may_be_written_only_where_a_source_has_it():
    given = BundledRewriter("paraphrase", "zh").given
    assert box.RARE not in Vocabulary(given, "zh", np.array([[5, 6]])).ids
    assert box.RARE in Vocabulary(given, "zh", np.array([[5, box.RARE]])).ids


def test_a_rare_character_that_moved_is_spelled_as_in_the_source():
    source = "我爱𠮷野家"
    given = encoded([source])[0]
    rare = [at for at, piece in enumerate(given.ids) if piece == box.RARE]
    assert rare
    moved = [given.ids[rare[0]], *(piece for piece in given.ids if piece != box.RARE)]
    assert surface(source, given, moved).count("𠮷") == 1


@pytest.mark.parametrize(
    ("lang", "texts"),
    [
        ("ru", ["Эти уроды опять всё перепутали.", "Завтра будет тёплый день."]),
        ("en", ["These idiots mixed everything up again.", "It will be a warm day."]),
        ("zh", ["这些白痴又把事情搞砸了。", "明天天气很暖和。"]),
    ],
)
def test_pieces_that_are_surely_copied_need_no_other_to_be_asked_for(lang, texts, monkeypatch):
    rewriter = BundledRewriter("neutral", lang)
    asked = []
    inner = Vocabulary.writing
    monkeypatch.setattr(
        Vocabulary, "writing", lambda self, *given: asked.append(len(given[1])) or inner(self, *given)
    )
    quick = rewriter.drafts(texts, (0, 1))
    few, asked[:] = sum(asked), []
    monkeypatch.setattr(Vocabulary, "settled", lambda self, points, _: np.zeros(len(points), dtype=bool))
    assert rewriter.drafts(texts, (0, 1)) == quick
    assert few < 0.8 * sum(asked)
