"""Files in buckets: the same counts as from the same files here, or one clear line."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import storage as servers
from pyarrow import csv, feather
from storage import Storage

import rdmp
from rdmp.sources.buckets import in_bucket
from rdmp.sources.formats import format_of

TABLE = pa.table({"key": [1, 2, 3, 4, 4], "text": ["a", "b", None, "d", "d"]})
"""Three unique rows of five."""

ODD = "odd *[1] #%20 ü/a"


def as_parquet(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def as_feather(table: pa.Table) -> bytes:
    file = io.BytesIO()
    feather.write_feather(table, file)
    return file.getvalue()


def as_gzip(table: pa.Table) -> bytes:
    return gzip.compress(as_csv(table))


def as_zstd(table: pa.Table) -> bytes:
    return bytes(pa.compress(as_csv(table), codec="zstd", asbytes=True))


def as_csv(table: pa.Table) -> bytes:
    file = io.BytesIO()
    csv.write_csv(table, file)
    return file.getvalue()


WRITERS = {
    "parquet": as_parquet,
    "feather": as_feather,
    "csv.gz": as_gzip,
    "csv.zst": as_zstd,
    "csv": as_csv,
}


@pytest.fixture(scope="module", params=servers.STORAGES)
def storage(request: pytest.FixtureRequest) -> Iterator[Storage]:
    with servers.STORAGES[request.param]() as started:
        yield started


@pytest.fixture(scope="module")
def s3() -> Iterator[Storage]:
    with servers.s3() as started:
        yield started


@pytest.fixture(scope="module")
def azure() -> Iterator[Storage]:
    with servers.azure() as started:
        yield started


@pytest.fixture
def here(tmp_path: Path) -> Path:
    path = tmp_path / "avatar.parquet"
    pq.write_table(TABLE.slice(1), path)
    return path


def counts(original: object, avatar: object) -> tuple[int, int | None, int]:
    found = rdmp.evaluate(original, avatar)
    return found.original_rows, found.unique_rows, found.matched_rows


@pytest.mark.parametrize("ending", WRITERS)
def test_a_file_in_a_bucket_scores_as_one_here(s3: Storage, here: Path, ending: str) -> None:
    s3.put(f"one/t.{ending}", WRITERS[ending](TABLE))
    assert counts(s3.at(f"one/t.{ending}"), here) == (5, 3, 2)


@pytest.mark.parametrize("ending", ["parquet", "csv.gz"])
def test_every_storage_can_be_either_side(storage: Storage, here: Path, ending: str) -> None:
    storage.put(f"one/t.{ending}", WRITERS[ending](TABLE))
    assert counts(storage.at(f"one/t.{ending}"), here) == (5, 3, 2)
    assert counts(here, storage.at(f"one/t.{ending}")) == (4, 2, 2)


@pytest.mark.parametrize("ending", ["parquet", "feather", "csv"])
def test_signs_of_patterns_and_links_in_a_name_are_part_of_it(
    s3: Storage, here: Path, ending: str
) -> None:
    s3.put(f"{ODD}?.{ending}", WRITERS[ending](TABLE))
    s3.put(f"odd 1 #%20 ü/aa.{ending}", WRITERS[ending](TABLE.slice(3)))  # what it would match
    assert counts(s3.at(f"{ODD}?.{ending}"), here) == (5, 3, 2)


def test_a_name_that_a_library_would_misread_stops(azure: Storage, here: Path) -> None:
    with pytest.raises(rdmp.SourceError, match="a name with such signs"):
        rdmp.evaluate(azure.at("turned?round#here"), here)
    azure.put("odd *[1] #%20 ü.parquet", as_parquet(TABLE))
    assert counts(azure.at("odd *[1] #%20 ü.parquet"), here) == (5, 3, 2)


def test_a_folder_in_a_bucket_is_its_part_files(storage: Storage, here: Path) -> None:
    storage.put("parts/1.parquet", as_parquet(TABLE.slice(0, 3)))
    narrow = TABLE.slice(3).set_column(0, "key", pa.array([4, 4], pa.int32()))
    storage.put("parts/sub/2.parquet", as_parquet(narrow))
    for mark in ("_SUCCESS", ".1.parquet.crc", "_temporary/3"):
        storage.put(f"parts/{mark}", b"nothing to read")
    storage.put("parts_of_another/1.parquet", as_parquet(TABLE))
    assert counts(storage.at("parts/"), here) == (5, 3, 2)
    assert counts(storage.at("parts/*.parquet"), storage.at("parts/**/*.parquet")) == (3, 3, 3)


@pytest.mark.parametrize("ending", ["parquet", "feather", "csv.gz"])
def test_folders_are_columns_of_text(s3: Storage, ending: str, tmp_path: Path) -> None:
    for zone, rows in (("01", TABLE.slice(0, 3)), ("a%2Fb", TABLE.slice(3))):
        s3.put(f"keys-{ending}/zone={zone}/p.{ending}", WRITERS[ending](rows))
    whole = TABLE.append_column("zone", pa.array(["01", "01", "01", "a/b", "a/b"]))
    pq.write_table(whole, tmp_path / "whole.parquet")
    for address in (f"keys-{ending}", f"keys-{ending}/*/*.{ending}"):
        assert counts(tmp_path / "whole.parquet", s3.at(address)) == (5, 3, 3)


def test_a_whole_bucket_is_a_folder(s3: Storage, tmp_path: Path) -> None:
    import boto3

    client = boto3.client("s3")
    client.create_bucket(Bucket="whole")
    for zone, rows in (("01", TABLE.slice(0, 3)), ("2", TABLE.slice(3))):
        client.put_object(Bucket="whole", Key=f"zone={zone}/p.parquet", Body=as_parquet(rows))
    client.close()
    whole = TABLE.append_column("zone", pa.array(["01", "01", "01", "2", "2"]))
    pq.write_table(whole, tmp_path / "whole.parquet")
    for address in ("s3://whole", "s3://whole/", "s3://whole/*/*.parquet"):
        assert counts(tmp_path / "whole.parquet", address) == (5, 3, 3)


def test_a_bucket_is_looked_at_anew_by_each_run(s3: Storage, here: Path) -> None:
    s3.put("grows/1.parquet", as_parquet(TABLE.slice(0, 3)))
    assert counts(s3.at("grows"), here) == (3, 3, 2)
    s3.put("grows/2.parquet", as_parquet(TABLE.slice(3)))
    assert counts(s3.at("grows"), here) == (5, 3, 2)
    s3.put("grows/1.parquet", as_parquet(TABLE.slice(3)))
    assert counts(s3.at("grows"), here) == (4, 0, 0)


def test_the_format_of_a_large_file_is_told_without_reading_it(
    s3: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from s3fs.core import S3File

    s3.put("large.parquet", b"PAR1" + bytes(20_000_000) + b"PAR1")
    fetched = []
    fetch = S3File._fetch_range

    def counted(self: S3File, start: int, end: int) -> bytes:
        fetched.append(end - start)
        return bytes(fetch(self, start, end))

    monkeypatch.setattr(S3File, "_fetch_range", counted)
    assert format_of(in_bucket(s3.at("large.parquet"))) == "parquet"
    assert 0 < sum(fetched) < 3_000_000


def test_two_names_of_one_scheme_are_read_in_one_run(storage: Storage) -> None:
    storage.put("one/t.parquet", as_parquet(TABLE))
    other = {"s3": "s3a", "abfs": "az", "gs": "gcs"}[storage.scheme]
    address = storage.at("one/t.parquet")
    assert counts(address, address.replace(storage.scheme, other, 1)) == (5, 3, 3)


@pytest.mark.parametrize("ending", WRITERS)
def test_half_a_file_stops_and_is_named(s3: Storage, here: Path, ending: str) -> None:
    many = pa.concat_tables([TABLE] * 5000)
    whole = WRITERS[ending](many)
    cut = whole[:-40] if ending != "csv" else whole + b'5,"never closed\n'
    s3.put(f"half.{ending}", cut)
    with pytest.raises(rdmp.SourceError, match=rf"half\.{ending}"):
        rdmp.evaluate(here, s3.at(f"half.{ending}"))


def test_the_line_of_a_fault_in_a_bucket_is_told(s3: Storage, here: Path) -> None:
    s3.put("ragged.csv", b"key,text\n1,a\n2,b,c\n")
    with pytest.raises(rdmp.SourceError, match=r"line 3 of 's3://tables/ragged\.csv'"):
        rdmp.evaluate(here, s3.at("ragged.csv"))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("missing.parquet", "nothing of this name"),
        ("missing/*.parquet", "no file fits the pattern"),
        ("t.duckdb", "from a disk of this machine only"),
        ("t.xlsx::sheet", "from a disk of this machine only"),
        ("t.csv?versionId=3", "only the latest version"),
        ("empty//t.csv", "a name with such signs|nothing of this name"),
    ],
)
def test_what_is_not_there_or_not_read_there_stops(
    storage: Storage, here: Path, name: str, what: str
) -> None:
    storage.put("t.duckdb", b"\0" * 8 + b"DUCK" + b"\0" * 100)
    with pytest.raises(rdmp.SourceError, match=what):
        rdmp.evaluate(here, storage.at(name))


def test_a_bucket_that_is_not_there_is_named_as_such(storage: Storage, here: Path) -> None:
    with pytest.raises(rdmp.SourceError, match="no bucket of this name"):
        rdmp.evaluate(here, f"{storage.scheme}://another-one/t.parquet")


def test_names_with_nothing_between_two_slashes_lose_no_part(s3: Storage, here: Path) -> None:
    s3.put("gap/1.parquet", as_parquet(TABLE))
    s3.put("gap//2.parquet", as_parquet(TABLE))
    with pytest.raises(rdmp.SourceError, match="between two slashes"):
        rdmp.evaluate(here, s3.at("gap"))


def refused(original: object, avatar: object) -> str:
    with pytest.raises(rdmp.SourceError) as stopped:
        rdmp.evaluate(original, avatar)
    told = str(stopped.value)
    assert servers.WHISPERED not in told
    assert servers.AZURITE_KEY not in told
    assert told.count("\n") == 1
    return told


def test_wrong_credentials_are_told_from_all_else(s3: Storage, here: Path) -> None:
    import requests

    s3.put("one/t.parquet", as_parquet(TABLE))
    switch = f"{s3.endpoint}/moto-api/reset-auth"
    requests.post(switch, data="0", timeout=10).raise_for_status()
    try:
        for name in ("one/t.parquet", "one", "one/*.parquet"):
            assert "access is denied" in refused(here, s3.at(name))
    finally:
        requests.post(switch, data="inf", timeout=10).raise_for_status()


def test_wrong_credentials_of_azure_are_told_from_all_else(azure: Storage, here: Path) -> None:
    wrong = servers.azure_connection(azure.endpoint, servers.AZURITE_KEY.replace("Eby8", "Eby9"))
    azure.put("one/t.parquet", as_parquet(TABLE))
    with servers.environment(AZURE_STORAGE_CONNECTION_STRING=wrong):
        servers.forget("adlfs")
        assert "access is denied" in refused(here, azure.at("one/t.parquet"))
    servers.forget("adlfs")


def test_a_run_without_credentials_says_so(s3: Storage, here: Path) -> None:
    with servers.environment(
        AWS_ENDPOINT_URL=s3.endpoint,
        AWS_EC2_METADATA_DISABLED="true",
        AWS_CONFIG_FILE="/dev/null",
        AWS_SHARED_CREDENTIALS_FILE="/dev/null",
    ):
        servers.forget("s3fs")
        assert "no credentials were found" in refused(here, s3.at("one/t.parquet"))
    servers.forget("s3fs")


def test_a_storage_that_does_not_answer_is_told_from_all_else(
    s3: Storage, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    servers.forget("s3fs")
    assert "cannot be reached" in refused(here, s3.at("one/t.parquet"))
    servers.forget("s3fs")


def test_sources_of_two_accounts_are_never_taken_for_one(azure: Storage) -> None:
    azure.put("one/t.parquet", as_parquet(TABLE))
    address = f"abfs://{servers.BUCKET}@devstoreaccount1.dfs.core.windows.net/one/t.parquet"
    assert "another account" in refused(azure.at("one/t.parquet"), address)


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("https://example.org/t.csv", "not read over https"),
        ("HTTP://example.org/t.csv", "not read over http"),
        ("s3://AKIA:whispered@bucket/t.csv", "holds a password"),
        ("s3://AKIA:whis/whispered@bucket/t.csv", "holds a password"),
        ("s3://bucket/t.csv?X-Amz-Signature=whispered", "or a signature"),
        ("abfs://box@account.dfs.core.windows.net/t.csv?sv=1&sig=whispered", "or a signature"),
        ("delta:s3://AKIA:whispered@bucket/t", "holds a password"),
        ("s3://", "names no bucket"),
        ("s3://buck*/t.csv", "names no bucket"),
    ],
)
def test_links_and_secrets_in_an_address_are_refused_unshown(
    here: Path, address: str, what: str
) -> None:
    assert what in refused(here, address)


@pytest.mark.parametrize(("scheme", "library"), [("s3", "s3fs"), ("gs", "gcsfs"), ("az", "adlfs")])
def test_a_missing_library_comes_with_the_command_that_installs_it(
    here: Path, scheme: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(rdmp.MissingExtraError, match=library) as stopped:
        rdmp.evaluate(here, f"{scheme}://bucket/t.parquet")
    assert stopped.value.hint == "pip install 'rdmp[cloud]'"


def test_local_sources_touch_no_network_and_load_nothing_for_it(here: Path) -> None:
    here.with_suffix(".csv").write_bytes(as_csv(TABLE))
    here.with_suffix(".feather").write_bytes(as_feather(TABLE))
    code = f"""
import socket, sys

def no_network(*_, **__):
    raise AssertionError("a socket was asked for")

socket.socket.connect = socket.create_connection = socket.getaddrinfo = no_network
import rdmp
for ending in (".parquet", ".csv", ".feather"):
    found = rdmp.evaluate({str(here)!r}, {str(here.with_suffix(""))!r} + ending)
    assert found.matched_rows == 2, found
extra = {{"upath", "fsspec", "s3fs", "gcsfs", "adlfs", "deltalake", "pyiceberg"}}
loaded = extra & set(sys.modules)
assert not loaded, loaded
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
