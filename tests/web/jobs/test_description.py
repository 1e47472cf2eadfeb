"""The interface does what its description says, whatever is sent: schemathesis asks."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from databases import open_store
from paraphrast.annotate.store.tokens import make_token
from paraphrast.cli.kept import Kept, Offer
from paraphrast.web.api import mounting
from paraphrast.web.api.desk import Desk
from paraphrast.web.api.quick import Models
from workbench import Bench


def test_every_address_answers_as_it_is_described(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: extra dev")
    from schemathesis.specs.openapi.checks import ignored_auth

    store = open_store("sqlite", request)
    bench = Bench(store)
    bench.app.state.desk = Desk(tmp_path / "jobs", Models(Kept(Offer())))
    user, _ = bench.person("анна", role="owner")
    with store.write() as connection:
        token = make_token(connection, user, "test", ["owner"], days=1, at=store.clock())
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
            answer = case.call(headers=headers)
            case.validate_response(
                answer, excluded_checks=[ignored_auth]
            )  # the token is ours, whatever it made

        check()
    assert asked == sum(len(path) for path in mounting.document()["paths"].values())
    store.close()
