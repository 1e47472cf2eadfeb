"""Collections are their maker's until they are shared, also before tokens."""

from collections.abc import Iterator

import pytest

from databases import open_store
from paraphrast.text.languages import LANGS
from paraphrast.web.context import strings
from programs import Sender
from workbench import Bench

TEXTS = {"ru": "Кошка спит на крыше.\n", "en": "The cat sleeps on the roof.\n", "zh": "猫睡在屋顶上。\n"}


@pytest.fixture
def bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A workbench on SQLite, or on what `both` names."""
    monkeypatch.setenv("PARAPHRAST_UPLOADS", str(request.getfixturevalue("tmp_path") / "uploads"))
    store = open_store(getattr(request, "param", "sqlite"), request)
    yield Bench(store)
    store.close()


@pytest.mark.parametrize("bench", ["sqlite", "postgres"], indirect=True)
@pytest.mark.parametrize("lang", LANGS)
def test_a_collection_is_ones_own_until_it_is_shared(bench: Bench, lang: str) -> None:
    _, hers = bench.person("anna", role="editor")
    bob, his = bench.person("bob", role="editor")
    _, other = bench.person("carl", role="owner")
    hers.cookies.set("lang", lang)
    place = hers.submit("/collections", name=f"собрание 集 {lang}").headers["location"]
    key = int(place.rpartition("/")[2])
    file = {"file": ("a.txt", TEXTS[lang].encode(), "text/plain")}
    form = {"csrf": hers.token(), "collection": str(key)}
    assert hers.post("/files", data=form, files=file).status_code == 200
    upload = hers.get("/api/v1/files").json()["files"][0]["id"]
    assert strings(lang)["shared-with"] in hers.get(place).text
    paths = [place, f"/files/{upload}", f"/api/v1/files/{upload}", f"/api/v1/files?collection={key}"]
    for stranger in (his, other):  # also for the owner of the workbench
        assert [stranger.get(path).status_code in (404, 409) for path in paths] == [True] * 4
        assert stranger.submit(f"/files/{upload}/remove").status_code == 404
        assert stranger.submit(f"{place}/share", name="bob", role="editor").status_code == 409
        assert stranger.submit(f"{place}/remove").status_code == 409
    assert hers.submit(f"{place}/share", name="bob", role="reader").status_code == 303
    assert [his.get(path).status_code for path in paths] == [200] * 4
    assert his.submit(f"/files/{upload}/remove").status_code == 403
    assert his.submit(f"{place}/share", name="carl").status_code == 403
    sent = {"data": {"csrf": his.token(), "collection": str(key)}, "files": file}
    assert his.post("/files", **sent).status_code == 403
    assert hers.submit(f"{place}/share", name="bob", role="editor").status_code == 303
    assert his.post("/files", **sent).status_code == 200
    assert hers.submit(f"{place}/unshare", other=str(bob.id)).status_code == 303
    assert his.get(place).status_code == 409
    assert hers.submit(f"{place}/remove").status_code == 303
    assert other.get(place).status_code == 409


def test_a_token_for_one_collection_sees_that_one(bench: Bench) -> None:
    user, client = bench.person("anna", role="editor")
    one, two = (
        int(client.submit("/collections", name=name).headers["location"].rpartition("/")[2])
        for name in ("one", "two")
    )
    sender = Sender(bench, user, "reader", f"collection:{one}")
    assert sender.get(f"/api/v1/files?collection={one}").status_code == 200
    assert sender.get(f"/api/v1/files?collection={two}").status_code == 409
    assert sender.get("/api/v1/files").status_code == 403
    assert sender.send("a.txt", b"x", collection=one).status_code == 403
    assert sender.get("/files").status_code == 403
    writer = Sender(bench, user, "editor", f"collection:{one}")
    assert writer.send("a.txt", b"x", collection=one).status_code == 201
    assert writer.send("a.txt", b"x", collection=two).status_code == 409
    assert writer.send("a.txt", b"x").status_code == 403
