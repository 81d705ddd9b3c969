"""How Rowhouse sends a request: with the standard library."""

from __future__ import annotations

import http.client
import time
import urllib.request
import zlib
from typing import Any

from ._core import (
    ANSWER_BYTES_MAX,
    ANSWER_S_MAX,
    Answer,
    Request,
    answer_ends_at,
    no_answer,
    too_large,
)

PART_BYTES = 64 * 1024
GZIP = 16 + zlib.MAX_WBITS


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Returns errors and redirects like any answer: a key never follows a redirect."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class Transport:
    """Opens a connection for each request, so that threads may share it."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._opener = urllib.request.build_opener(_AnyStatus)

    def send(self, request: Request, ends_at: float) -> Answer:
        """The answer, whatever its status."""
        ends_at = answer_ends_at(ends_at)
        left = min(ANSWER_S_MAX, ends_at - time.monotonic())
        sent = urllib.request.Request(
            request.url, data=request.body, headers=request.headers, method=request.method
        )
        try:
            with self._opener.open(sent, timeout=left) as response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                return Answer(response.status, headers, self._body_of(response, ends_at))
        except (OSError, EOFError, http.client.HTTPException, zlib.error) as failure:
            raise no_answer(self._origin, getattr(failure, "reason", failure)) from failure

    def _body_of(self, response: Any, ends_at: float) -> bytes:
        zipped = response.headers.get("Content-Encoding") == "gzip"
        unzip = zlib.decompressobj(GZIP) if zipped else None
        body = bytearray()
        while part := response.read1(PART_BYTES):
            body += part if unzip is None else unzip.decompress(part, _room_of(body))
            if len(body) > ANSWER_BYTES_MAX:
                raise too_large(response.status)
            if time.monotonic() > ends_at:
                raise no_answer(self._origin, "it did not end in time")
        if response.length or (unzip is not None and not unzip.eof):
            raise no_answer(self._origin, "it ended too early")
        return bytes(body)

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def close(self) -> None:
        """No connection stays open."""


def _room_of(body: bytearray) -> int:
    """A byte more than may be, so that an answer that is too large shows."""
    return ANSWER_BYTES_MAX + 1 - len(body)
