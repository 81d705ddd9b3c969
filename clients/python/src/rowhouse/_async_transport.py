"""How AsyncRowhouse sends a request: with httpx, on asyncio."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ._core import (
    ANSWER_BYTES_MAX,
    ANSWER_S_MAX,
    Answer,
    Request,
    answer_ends_at,
    no_answer,
    too_large,
)

if TYPE_CHECKING:
    import httpx


class AsyncTransport:
    """Keeps connections open between requests."""

    def __init__(self, origin: str) -> None:
        try:
            import httpx
        except ImportError as failure:
            raise ImportError(
                'AsyncRowhouse needs httpx: pip install "rowhouse[async]"', name="httpx"
            ) from failure
        self._origin = origin
        self._failures = (httpx.HTTPError, httpx.StreamError)
        self._client: httpx.AsyncClient = httpx.AsyncClient(follow_redirects=False)

    async def send(self, request: Request, ends_at: float) -> Answer:
        """The answer, whatever its status."""
        ends_at = answer_ends_at(ends_at)
        left = min(ANSWER_S_MAX, ends_at - time.monotonic())
        try:
            async with self._client.stream(
                request.method,
                request.url,
                headers=request.headers,
                content=request.body,
                timeout=left,
            ) as response:
                body = await self._body_of(response, ends_at)
        except self._failures as failure:
            raise no_answer(self._origin, str(failure) or type(failure).__name__) from failure
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, headers, body)

    async def _body_of(self, response: httpx.Response, ends_at: float) -> bytes:
        body = bytearray()
        async for part in response.aiter_bytes():
            body += part
            if len(body) > ANSWER_BYTES_MAX:
                raise too_large(response.status_code)
            if time.monotonic() > ends_at:
                raise no_answer(self._origin, "it did not end in time")
        return bytes(body)

    async def pause(self, seconds: float) -> None:
        # Imported here, because it would double the time in which `import rowhouse` is done.
        import asyncio

        await asyncio.sleep(seconds)

    async def aclose(self) -> None:
        await self._client.aclose()
