"""Storage servers on this machine's own loopback, for as long as a test module needs them.

Each comes with the credentials that its own library looks for, and with no others.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

BUCKET = "tables"
WHISPERED = "whispered"
"""A key that nothing may ever say aloud."""
AZURITE_KEY = (
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)
"""The one that every copy of this emulator has."""


@dataclass(frozen=True)
class Storage:
    """A bucket, how its address begins, and how a file is put into it."""

    scheme: str
    endpoint: str
    put: Callable[[str, bytes], None]

    def at(self, name: str) -> str:
        """Return the address of a file or folder."""
        return f"{self.scheme}://{BUCKET}/{name}"

    def put_folder(self, folder: Path, name: str) -> str:
        """Copy a folder into the bucket, and return its address."""
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self.put(f"{name}/{path.relative_to(folder)}", path.read_bytes())
        return self.at(name)


@contextmanager
def environment(**values: str) -> Iterator[None]:
    """Set variables, and no others of the same vendor; then put the former ones back."""
    vendors = tuple(name.partition("_")[0] + "_" for name in values)
    with pytest.MonkeyPatch.context() as patch:
        for name in [one for one in os.environ if one.startswith(vendors)]:
            patch.delenv(name)
        for name, value in values.items():
            patch.setenv(name, value)
        yield


@contextmanager
def s3() -> Iterator[Storage]:
    """Start a server of S3's interface in a thread of this process."""
    pytest.importorskip("s3fs", reason="s3fs is not installed")
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    try:
        with environment(
            AWS_ACCESS_KEY_ID="AKIAEXAMPLE",
            AWS_SECRET_ACCESS_KEY=WHISPERED,
            AWS_REGION="us-east-1",
            AWS_DEFAULT_REGION="us-east-1",
            AWS_ENDPOINT_URL=endpoint,
            AWS_EC2_METADATA_DISABLED="true",
            AWS_CONFIG_FILE=os.devnull,
            AWS_SHARED_CREDENTIALS_FILE=os.devnull,
            AWS_MAX_ATTEMPTS="1",
        ):
            import boto3

            client = boto3.client("s3")
            client.create_bucket(Bucket=BUCKET)

            def put(name: str, content: bytes) -> None:
                client.put_object(Bucket=BUCKET, Key=name, Body=content)

            yield Storage("s3", endpoint, put)
            client.close()
    finally:
        forget("s3fs")
        server.stop()


@contextmanager
def azure() -> Iterator[Storage]:
    """Start Azurite, the emulator of Azure's blobs, as a process of its own."""
    pytest.importorskip("adlfs", reason="adlfs is not installed")
    own = Path(sys.prefix, "azurite", "node_modules", ".bin", "azurite-blob")
    command = shutil.which("azurite-blob") or (str(own) if own.exists() else None)
    if command is None:
        pytest.skip("the emulator azurite is not installed: scripts/environment needs npm for it")
    options = ("--inMemoryPersistence", "--blobPort", "0", "--skipApiVersionCheck", "--loose")
    with subprocess.Popen(
        [command, *options, "--disableTelemetry"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        try:
            lines = iter(server.stdout or ())
            said = next(line for line in lines if "successfully listens" in line)
            endpoint = said.split()[-1]
            with environment(AZURE_STORAGE_CONNECTION_STRING=azure_connection(endpoint)):
                from azure.storage.blob import BlobServiceClient

                client = BlobServiceClient.from_connection_string(azure_connection(endpoint))
                client.create_container(BUCKET)

                def put(name: str, content: bytes) -> None:
                    client.get_blob_client(BUCKET, name).upload_blob(content, overwrite=True)

                yield Storage("abfs", endpoint, put)
                client.close()
        finally:
            forget("adlfs")
            server.terminate()


def azure_connection(endpoint: str, key: str = AZURITE_KEY) -> str:
    """Return what tells Azure's libraries where the emulator is."""
    return (
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;"
        f"AccountKey={key};BlobEndpoint={endpoint}/devstoreaccount1;"
    )


@contextmanager
def google() -> Iterator[Storage]:
    """Start an emulator of Google's storage in a thread of this process."""
    pytest.importorskip("gcsfs", reason="gcsfs is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        emulator: Any = pytest.importorskip(
            "gcp_storage_emulator.server", reason="gcp-storage-emulator is not installed"
        )
    logging.getLogger("gcp_storage_emulator").setLevel(logging.CRITICAL)
    server = emulator.create_server("127.0.0.1", 0, in_memory=True, default_bucket=BUCKET)
    server.start()
    endpoint = f"http://127.0.0.1:{server._api._httpd.socket.getsockname()[1]}"
    server._api._httpd.handle_error = lambda *_: None  # a reader that has enough hangs up
    try:
        with environment(STORAGE_EMULATOR_HOST=endpoint, GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT="false"):
            import requests

            def put(name: str, content: bytes) -> None:
                address = f"{endpoint}/upload/storage/v1/b/{BUCKET}/o?uploadType=media&name="
                sent = requests.post(address + quote(name, safe=""), data=content, timeout=10)
                sent.raise_for_status()

            yield Storage("gs", endpoint, put)
    finally:
        forget("gcsfs")
        server.stop()


def forget(library: str) -> None:
    """Drop the file systems that fsspec keeps, so that the next one reads the environment anew."""
    import importlib

    module: Any = importlib.import_module(library)
    names = {"s3fs": "S3FileSystem", "adlfs": "AzureBlobFileSystem", "gcsfs": "GCSFileSystem"}
    getattr(module, names[library]).clear_instance_cache()


STORAGES = {"s3": s3, "abfs": azure, "gs": google}
