"""`paraphrast rewrite systems`: what there is to rewrite with, what each needs, and how it is asked."""

from typing import NamedTuple

from paraphrast.cli.options import Json


class Told(NamedTuple):
    """What a system does, what it needs beside texts, and the options of an example."""

    does: str
    example: str
    needs: str = ""


MODEL = "--model FOLDER or hub:NAME"
TOLD = {
    "consensus": Told(
        "the default to neutral: several drafts, and the one most like the others that offends little",
        "--to neutral --lang ru",
    ),
    "edit": Told("takes out or exchanges the words that a tagger and a learned table say", "--system edit"),
    "replace": Told(
        "puts a neutral word for a rude one, by a table or with a masked language model", "--system replace"
    ),
    "delete": Told("takes rude words out", "--system delete"),
    "seq2seq": Told(
        "writes anew with a trained model, encoder and decoder",
        "--system seq2seq --model models/detox",
        MODEL,
    ),
    "causal": Told(
        "lets a trained language model go on from the text", "--system causal --model models/causal", MODEL
    ),
    "prompt": Told(
        "as causal, with trained embeddings around the text", "--system prompt --model models/prompt", MODEL
    ),
    "llm": Told(
        "asks a language model behind PARAPHRAST_URL, or one of the hub",
        "--system llm --model endpoint:NAME -n 5",
        "--model endpoint:NAME or hub:NAME",
    ),
    "best-of": Told(
        "what several systems propose, chosen by a metric", "--system delete --system replace --best-by j"
    ),
    "adversarial": Told(
        "a negative control: garbles words as long as a metric rises; never for use",
        "--system adversarial --best-by j",
        "--best-by METRIC",
    ),
    "duplicate": Told("the text as it is: the baseline to beat", "--system duplicate"),
    "rephrase": Told(
        "the default to paraphrase: turns of phrase and orders of clauses, by tables",
        "--to paraphrase --lang en -n 5",
    ),
    "synonym": Told("exchanges words for synonyms in the same form", "--system synonym --max-change 0.5"),
    "back-translation": Told(
        "there and back by two translators",
        "--system back-translation --there hub:RU-EN --back hub:EN-RU --pivot en",
        "--there and --back: hub:NAME, ct2:FOLDER or endpoint:NAME",
    ),
    "copy": Told("the text as it is, as a paraphrase: the baseline to beat", "--system copy"),
}


def systems(json: Json = False) -> None:
    """List the systems: what each does, what it needs, and an example."""
    from paraphrast.cli.identify import print_json

    if json:
        print_json({name: told._asdict() for name, told in TOLD.items()})
        return
    for name, told in TOLD.items():
        print(f"{name}: {told.does}")
        if told.needs:
            print(f"    needs {told.needs}")
        print(f"    paraphrast rewrite texts.txt {told.example}")
