"""Delta and Iceberg tables: what the table is, never what its files happen to hold."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import lake_writers as lakes
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import storage as servers
from storage import Storage

import rdmp

pytest.importorskip("deltalake", reason="deltalake is not installed")
pytest.importorskip("pyiceberg", reason="pyiceberg is not installed")

TABLE = pa.table({"key": [1, 2, 3, 4, 4], "text": ["a", "b", None, "d", "d"]})
"""Three unique rows of five."""

TYPED = pa.table(
    {
        "int": pa.array([1, 2, 3, 3], pa.int32()),
        "price": pa.array([Decimal("1.10"), None, Decimal("2.25"), None], pa.decimal128(9, 2)),
        "day": pa.array([date(2020, 1, 1), None, date(1600, 2, 29), date(1600, 2, 29)]),
        "at": pa.array([datetime(2020, 1, 1, 12, tzinfo=UTC)] * 4, pa.timestamp("us", "UTC")),
        "local": pa.array([1_577_880_000_123_456] * 4, pa.timestamp("us")),
        "bytes": pa.array([b"\0", b"", None, None]),
        "real": pa.array([0.1, -0.0, float("nan"), float("nan")]),
        "list": pa.array([[1], [], None, None], pa.list_(pa.int64())),
    }
)
"""Three unique rows of four: the last two differ in their price only."""

WRITERS: dict[str, Callable[..., str]] = {
    "delta": lakes.write_delta,
    "iceberg": lakes.write_iceberg,
}


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    path = tmp_path / "avatar.parquet"
    pq.write_table(TABLE.slice(1), path)
    return path


@pytest.fixture(scope="module")
def s3() -> Iterator[Storage]:
    with servers.s3() as started:
        yield started


def counts(original: object, avatar: object) -> tuple[int, int | None, int]:
    found = rdmp.evaluate(original, avatar)
    return found.original_rows, found.unique_rows, found.matched_rows


def refused(original: object, avatar: object) -> str:
    with pytest.raises(rdmp.SourceError) as stopped:
        rdmp.evaluate(original, avatar)
    told = str(stopped.value)
    assert told.count("\n") == 1
    return told


@pytest.mark.parametrize("kind", WRITERS)
def test_a_table_scores_as_the_same_table_in_parquet(
    kind: str, tmp_path: Path, parquet: Path
) -> None:
    address = WRITERS[kind](TABLE, tmp_path / "lake" / "a b*[1]")
    assert counts(address, parquet) == (5, 3, 2)
    assert counts(parquet, address) == (4, 2, 2)
    assert counts(tmp_path / "lake" / "a b*[1]", address) == (5, 3, 3)


def test_a_result_says_which_version_of_a_table_was_read(tmp_path: Path, parquet: Path) -> None:
    from deltalake import DeltaTable

    address = lakes.write_delta(TABLE, tmp_path / "delta")
    DeltaTable(tmp_path / "delta").delete("key = 2")
    assert rdmp.evaluate(parquet, address).avatar == f"{address} (version 1)"
    lakes.write_delta(TABLE, tmp_path / "vectors")
    lakes.add_deletion_vector(tmp_path / "vectors", [1])
    assert rdmp.evaluate(tmp_path / "vectors", parquet).original.endswith("vectors (version 1)")
    table = made_iceberg(tmp_path / "iceberg")
    snapshot = table.current_snapshot().snapshot_id
    found = rdmp.evaluate(tmp_path / "iceberg", parquet)
    assert found.original == f"{tmp_path / 'iceberg'} (snapshot {snapshot})"


@pytest.mark.parametrize("kind", WRITERS)
def test_types_arrive_exactly(kind: str, tmp_path: Path) -> None:
    pq.write_table(TYPED, tmp_path / "typed.parquet")
    address = WRITERS[kind](TYPED, tmp_path / "lake")
    assert counts(tmp_path / "typed.parquet", address) == (4, 4, 4)
    assert counts(address, tmp_path / "typed.parquet") == (4, 4, 4)


@pytest.mark.parametrize("kind", WRITERS)
def test_a_table_in_a_bucket_is_read_as_one_here(
    kind: str, s3: Storage, tmp_path: Path, parquet: Path
) -> None:
    address = lakes.write_to_bucket(
        WRITERS[kind], TABLE, s3, f"a b*[1]/{kind}", tmp_path / "scratch"
    )
    assert address == f"{kind}:s3://tables/a b*[1]/{kind}"
    assert counts(address, parquet) == (5, 3, 2)
    assert counts(parquet, s3.at(f"a b*[1]/{kind}/")) == (4, 2, 2)
    assert "nothing of this name" in refused(parquet, f"{kind}:s3://tables/lake/none")


@pytest.mark.parametrize("kind", WRITERS)
def test_a_missing_library_comes_with_the_command_that_installs_it(
    kind: str, tmp_path: Path, parquet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = WRITERS[kind](TABLE, tmp_path / "lake")
    library = {"delta": "deltalake", "iceberg": "pyiceberg"}[kind]
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(rdmp.MissingExtraError, match=library) as stopped:
        rdmp.evaluate(parquet, address)
    assert stopped.value.hint == "pip install 'rdmp[lake]'"


@pytest.mark.parametrize("kind", WRITERS)
def test_a_folder_that_is_no_table_stops(kind: str, tmp_path: Path, parquet: Path) -> None:
    assert f"there is no {kind.title()} table" in refused(parquet, f"{kind}:{tmp_path}")
    assert f"there is no {kind.title()} table" in refused(parquet, f"{kind}:{tmp_path}/none")


@pytest.mark.parametrize("kind", WRITERS)
def test_a_lost_part_file_stops_and_the_table_is_named(
    kind: str, tmp_path: Path, parquet: Path
) -> None:
    address = WRITERS[kind](TABLE, tmp_path / "lake")
    next((tmp_path / "lake").rglob("*.parquet")).unlink()
    assert address in refused(parquet, address)


@pytest.mark.parametrize("kind", WRITERS)
def test_half_a_part_file_stops_and_the_table_is_named(
    kind: str, tmp_path: Path, parquet: Path
) -> None:
    address = WRITERS[kind](TABLE, tmp_path / "lake")
    part = next((tmp_path / "lake").rglob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-40])
    assert address in refused(parquet, address)


@pytest.mark.parametrize("kind", WRITERS)
def test_local_tables_touch_no_network(kind: str, tmp_path: Path, parquet: Path) -> None:
    address = WRITERS[kind](TABLE, tmp_path / "lake")
    code = f"""
import socket

def no_network(*_, **__):
    raise AssertionError("a socket was asked for")

socket.socket.connect = socket.create_connection = socket.getaddrinfo = no_network
import rdmp
assert rdmp.evaluate({address!r}, {str(parquet)!r}).matched_rows == 2
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


# -- Delta -------------------------------------------------------------------------------------


def test_deleted_and_updated_rows_of_delta_are_not_read(tmp_path: Path, parquet: Path) -> None:
    from deltalake import DeltaTable

    address = lakes.write_delta(TABLE, tmp_path / "lake")
    DeltaTable(tmp_path / "lake").delete("key = 2")
    DeltaTable(tmp_path / "lake").update(updates={"text": "'new'"}, predicate="key = 3")
    assert counts(address, parquet) == (4, 2, 0)
    DeltaTable(tmp_path / "lake").create_checkpoint()
    DeltaTable(tmp_path / "lake").vacuum(
        retention_hours=0, dry_run=False, enforce_retention_duration=False
    )
    assert counts(tmp_path / "lake", parquet) == (4, 2, 0)


def test_partition_columns_of_delta_have_their_types(tmp_path: Path) -> None:
    pq.write_table(TABLE, tmp_path / "whole.parquet")
    address = lakes.write_delta(TABLE, tmp_path / "lake", partition_by=["text"])
    assert counts(address, tmp_path / "whole.parquet") == (5, 3, 3)


def test_a_delta_table_that_ends_in_a_checkpoint_is_read(tmp_path: Path, parquet: Path) -> None:
    from deltalake import DeltaTable

    for position in range(TABLE.num_rows):
        lakes.write_delta(TABLE.slice(position, 1), tmp_path / "lake", mode="append")
    table = DeltaTable(tmp_path / "lake")
    table.create_checkpoint()
    for commit in (tmp_path / "lake" / "_delta_log").glob("*.json"):
        if commit.stem != f"{table.version():020}":
            commit.unlink()
    assert counts(f"delta:{tmp_path / 'lake'}", parquet) == (5, 3, 2)


def test_deletion_vectors_of_delta_are_applied(tmp_path: Path, parquet: Path) -> None:
    address = lakes.write_delta(TABLE, tmp_path / "lake")
    lakes.add_deletion_vector(tmp_path / "lake", [1, 4])
    assert counts(address, parquet) == (3, 3, 2)


@pytest.mark.parametrize("by_feature", [True, False])
def test_renamed_columns_of_delta_have_their_values(tmp_path: Path, by_feature: bool) -> None:  # noqa: FBT001
    address = lakes.write_delta(TABLE, tmp_path / "lake")
    lakes.map_columns(tmp_path / "lake", TABLE.schema, by_feature=by_feature)
    named = TABLE.rename_columns(["new key", "new text"])
    pq.write_table(named, tmp_path / "named.parquet")
    assert counts(address, tmp_path / "named.parquet") == (5, 3, 3)


@pytest.mark.parametrize("feature", ["aFeatureOfTheFuture", "typeWidening-preview2"])
def test_a_feature_of_delta_that_nobody_knows_stops(
    tmp_path: Path, parquet: Path, feature: str
) -> None:
    address = lakes.write_delta(TABLE, tmp_path / "lake")
    lakes.require_feature(tmp_path / "lake", feature)
    assert "cannot be read" in refused(parquet, address)


def test_a_path_that_deltalake_takes_for_another_stops(tmp_path: Path, parquet: Path) -> None:
    lakes.write_delta(TABLE, tmp_path / "a b")
    address = lakes.write_delta(TABLE.slice(3), tmp_path / "a%20b")
    assert "rename the folder" in refused(parquet, address)


def test_a_damaged_log_of_delta_stops(tmp_path: Path, parquet: Path) -> None:
    address = lakes.write_delta(TABLE, tmp_path / "lake")
    log = tmp_path / "lake" / "_delta_log" / f"{0:020}.json"
    log.write_text(log.read_text()[:-30])
    assert address in refused(parquet, address)


def test_the_part_files_of_a_table_are_not_taken_for_it(
    tmp_path: Path, parquet: Path, s3: Storage
) -> None:
    lakes.write_delta(TABLE, tmp_path / "house" / "delta", partition_by=["key"])
    lakes.write_iceberg(TABLE, tmp_path / "house" / "iceberg")
    inside = "is a table of which some part files are deleted or replaced"
    assert inside in refused(parquet, tmp_path / "house" / "delta" / "*" / "*.parquet")
    assert inside in refused(parquet, tmp_path / "house" / "delta" / "key=4" / "*.parquet")
    assert inside in refused(parquet, tmp_path / "house" / "iceberg" / "data" / "*.parquet")
    assert inside in refused(parquet, tmp_path / "house" / "iceberg" / "**" / "*.parquet")
    assert inside in refused(parquet, tmp_path / "house" / "iceberg" / "data")
    assert inside in refused(parquet, tmp_path / "house" / "delta" / "key=4")
    shutil.rmtree(tmp_path / "house" / "iceberg")
    assert inside in refused(parquet, tmp_path / "house")
    s3.put_folder(tmp_path / "house", "house")
    assert inside in refused(parquet, s3.at("house"))
    assert inside in refused(parquet, s3.at("house/delta/*/*.parquet"))


# -- Iceberg -----------------------------------------------------------------------------------


def made_iceberg(path: Path, **options: Any) -> Any:
    table = lakes.create_iceberg(TABLE.schema, path, **options)
    table.append(TABLE.slice(0, 3))
    table.append(TABLE.slice(3))
    return table


def test_deleted_rows_of_iceberg_are_not_read(tmp_path: Path, parquet: Path) -> None:
    table = made_iceberg(tmp_path / "lake")
    table.delete("key = 2")
    assert counts(tmp_path / "lake", parquet) == (4, 2, 1)


def test_delete_files_of_iceberg_are_applied(tmp_path: Path, parquet: Path) -> None:
    table = made_iceberg(tmp_path / "lake")
    first = next(
        one.file.file_path for one in table.scan().plan_files() if one.file.record_count == 3
    )
    lakes.add_deletes(table, lakes.positions(first, [1]))
    assert counts(tmp_path / "lake", parquet) == (4, 2, 1)
    table.append(TABLE.slice(1, 1))  # what is written later is not deleted
    assert counts(tmp_path / "lake", parquet) == (5, 3, 2)


def test_equality_deletes_of_iceberg_stop(tmp_path: Path, parquet: Path) -> None:
    table = made_iceberg(tmp_path / "lake")
    field = pa.field("key", pa.int64(), metadata={"PARQUET:field_id": "1"})
    lakes.add_deletes(table, pa.table({"key": [2]}, schema=pa.schema([field])), by_equality=True)
    assert "equality deletes" in refused(parquet, tmp_path / "lake")


def test_a_changed_schema_of_iceberg_holds_for_older_files(tmp_path: Path) -> None:
    table = made_iceberg(tmp_path / "lake")
    with table.update_schema() as update:
        update.rename_column("text", "words")
    with table.update_schema() as update:
        update.add_column("text", table.schema().find_type("key"))
    later = pa.table({"key": [9], "words": ["z"], "text": [7]})
    table.append(later)
    older = TABLE.rename_columns(["key", "words"]).append_column(
        "text", pa.nulls(TABLE.num_rows, pa.int64())
    )
    pq.write_table(pa.concat_tables([older, later]), tmp_path / "whole.parquet")
    assert counts(tmp_path / "lake", tmp_path / "whole.parquet") == (6, 4, 4)


def test_partitions_of_iceberg_are_columns_of_their_types(tmp_path: Path) -> None:
    table = lakes.create_iceberg(TABLE.schema, tmp_path / "lake")
    with table.update_spec() as update:
        update.add_identity("text")
    table.append(TABLE)
    pq.write_table(TABLE, tmp_path / "whole.parquet")
    assert counts(tmp_path / "whole.parquet", tmp_path / "lake") == (5, 3, 3)


def test_an_empty_table_of_iceberg_stops(tmp_path: Path, parquet: Path) -> None:
    lakes.create_iceberg(TABLE.schema, tmp_path / "lake")
    assert "has no rows" in refused(parquet, tmp_path / "lake")


def metadata_files(path: Path) -> list[Path]:
    return sorted((path / "metadata").glob("*.metadata.json"))


def test_the_metadata_file_of_the_highest_number_counts(tmp_path: Path, parquet: Path) -> None:
    made_iceberg(tmp_path / "lake")
    files = metadata_files(tmp_path / "lake")
    for number, file in enumerate(files, 9):  # as many as make ten: v9, v10, v11
        file.rename(file.with_name(f"v{number}.metadata.json"))
    assert counts(tmp_path / "lake", parquet) == (5, 3, 2)
    (tmp_path / "lake" / "metadata" / "version-hint.text").write_text("10")  # written last
    assert counts(tmp_path / "lake", parquet) == (5, 3, 2)
    assert counts(f"iceberg:{files[0].with_name('v10.metadata.json')}", parquet) == (3, 3, 2)
    (tmp_path / "lake" / "metadata" / "version-hint.text").write_text("12")
    assert "version-hint.text names is missing" in refused(parquet, tmp_path / "lake")


def test_two_newest_metadata_files_stop_unless_one_is_hinted_at(
    tmp_path: Path, parquet: Path
) -> None:
    made_iceberg(tmp_path / "lake")
    newest = metadata_files(tmp_path / "lake")[-1]
    shutil.copy(newest, newest.with_name("00002-failed.metadata.json"))
    assert "which metadata file is the newest" in refused(parquet, tmp_path / "lake")
    hint = tmp_path / "lake" / "metadata" / "version-hint.text"
    hint.write_text(newest.name.removesuffix(".metadata.json"))
    assert counts(tmp_path / "lake", parquet) == (5, 3, 2)


def test_a_table_of_iceberg_that_was_moved_stops(tmp_path: Path, parquet: Path) -> None:
    made_iceberg(tmp_path / "lake")
    (tmp_path / "lake").rename(tmp_path / "elsewhere")
    assert "one that was moved cannot be read" in refused(parquet, tmp_path / "elsewhere")


def test_local_metadata_does_not_lead_into_the_network(tmp_path: Path, parquet: Path) -> None:
    made_iceberg(tmp_path / "lake")
    newest = metadata_files(tmp_path / "lake")[-1]
    newest.write_text(newest.read_text().replace("file:///", "s3://bucket/"))
    assert "its files are in s3://" in refused(parquet, tmp_path / "lake")


@pytest.mark.parametrize("plain", [True, False])
def test_a_table_of_iceberg_is_read_batch_by_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, plain: bool
) -> None:
    from pyiceberg import types
    from pyiceberg.io import pyarrow as library

    from rdmp.readers import read
    from rdmp.sources import Address

    table = lakes.create_iceberg(pa.schema([("key", pa.int64())]), tmp_path / "lake")
    for _ in range(4):
        table.append(pa.table({"key": range(300_000)}))
    if not plain:  # a column that the data files do not have is the library's to fill
        with table.update_schema() as change:
            change.add_column("late", types.StringType())
    decoded = []
    one_batch = library._to_requested_schema

    def counted(*given: Any, **named: Any) -> Any:
        decoded.append(1)
        return one_batch(*given, **named)

    monkeypatch.setattr(library, "_to_requested_schema", counted)
    source = Address(label="lake", service="iceberg", address=str(tmp_path / "lake"))
    reader = read(source)
    assert len(decoded) == 0
    first = reader.read_next_batch()
    assert 0 < first.num_rows < 300_000
    assert len(decoded) == (0 if plain else 1)
    assert first.num_rows + sum(batch.num_rows for batch in reader) == 1_200_000


def test_a_table_of_a_catalog_is_read_as_pyiceberg_is_configured(
    tmp_path: Path, parquet: Path
) -> None:
    code = f"""
from pyiceberg.catalog import load_catalog
import pyarrow.parquet as pq
catalog = load_catalog("shop")
catalog.create_namespace("sales")
rows = pq.read_table({str(parquet)!r})
catalog.create_table("sales.people", schema=rows.schema).append(rows)
import rdmp
print(rdmp.evaluate("iceberg:shop::sales.people", {str(parquet)!r}).matched_rows)
for address in ("iceberg:shop::sales.nobody", "iceberg:nowhere::sales.people"):
    try:
        rdmp.evaluate({str(parquet)!r}, address)
    except rdmp.SourceError as problem:
        print(problem.message)
"""
    environment = {
        **os.environ,
        "PYICEBERG_CATALOG__SHOP__TYPE": "sql",
        "PYICEBERG_CATALOG__SHOP__URI": f"sqlite:///{tmp_path / 'catalog.db'}",
        "PYICEBERG_CATALOG__SHOP__WAREHOUSE": (tmp_path / "warehouse").as_uri(),
        "HOME": str(tmp_path),
    }
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        "2",
        "iceberg:shop::sales.nobody: the catalog has no such table",
        "iceberg:nowhere::sales.people: pyiceberg cannot open the catalog 'nowhere'",
    ]
