"""The interface does what its description says, whatever is sent: schemathesis asks."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from databases import open_store
from paraphrast.annotate.store.tokens import make_token
from paraphrast.data import Pair
from paraphrast.web.api import mounting
from paraphrast.web.api.desk import Desk
from paraphrast.web.api.quick import Models
from paraphrast.web.service.rewriting import Key, Service
from workbench import Bench, list_routes

# what is taken here depends on the content of a file, or on names that the schema cannot list
BY_CONTENT = ("/api/v1/files", "/rewrite", "/v1/chat/completions")


def score(what: str, recipe: Any, pairs: list[Pair]) -> list[float]:
    """Stand for the process with the models."""
    return [0.5] * len(pairs)


def kept(lang: Any, goal: Any) -> Any:
    """Stand for a rewriter, which the process with the models would make."""
    raise AssertionError("rewriting is done by unchanged")


def unchanged(key: Key, texts: list[str]) -> list[Pair]:
    """Stand for rewriting."""
    return [Pair(text, text, lang=key.lang) for text in texts]


def test_every_address_answers_as_it_is_described(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: extra dev")
    from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

    store = open_store("sqlite", request)
    rewriting = Service({"detox": kept, "paraphrase": kept}, work=unchanged)
    bench = Bench(store, rewriting=rewriting, desk=Desk(tmp_path / "jobs", Models(score)))
    user, _ = bench.person("анна", role="owner")
    with store.write() as connection:
        token = make_token(connection, user, "test", ["owner"], days=1, at=store.clock())
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(tmp_path / "uploads"))
    headers = {"Authorization": f"Bearer {token}"}
    schema = schemathesis.openapi.from_asgi(mounting.DOCUMENT, bench.app)
    asked = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        asked += 1

        @settings(
            max_examples=4, deadline=None, database=None, derandomize=True,
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            answer = case.call(headers=headers, timeout=600)  # a machine may be slow, and is not wrong then
            # the token is ours, whatever it made
            beyond = [ignored_auth, *([positive_data_acceptance] if case.path in BY_CONTENT else [])]
            case.validate_response(answer, excluded_checks=beyond)

        check()
    document = mounting.document(rewriting=True)
    assert asked == sum(len(path) for path in document["paths"].values())
    store.close()


def test_every_address_of_a_program_is_described(request: pytest.FixtureRequest) -> None:
    store = open_store("sqlite", request)
    bench = Bench(store, rewriting=Service({"detox": kept}))
    described = {
        (method.upper(), path) for path, told in mounting.document()["paths"].items() for method in told
    }
    programs = {(method, path) for method, path in list_routes(bench.app.routes) if is_for_programs(path)}
    plain = {(method, path.replace(":path}", "}")) for method, path in programs}
    assert plain - {("GET", mounting.DOCUMENT)} == described
    assert "/rewrite" not in Bench(store).visitor().get(mounting.DOCUMENT).json()["paths"]
    store.close()


def is_for_programs(path: str) -> bool:
    return path.startswith(("/api/v1/", "/v1/")) or path == "/rewrite"
