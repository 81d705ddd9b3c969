# Printed by `npm run docs:routes`. Do not edit.
"""The client without the calls that are printed from the interface."""

from __future__ import annotations

import time
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Iterator,
    Dict,
    Generic,
    Literal,
    Mapping,
    Optional,
    Type,
    TypeVar,
    cast,
)

from ._transport import Transport
from ._core import (
    PAGES_MAX,
    WAIT_S,
    Answer,
    Call,
    Input,
    Page,
    Route,
    RowhouseError,
    RowType,
    checked,
    frame_of,
    given,
    key_headers,
    page_of,
    path_of,
    read_job,
    read_json,
    retry_after,
    search_headers,
    settings_of,
    timeout_of,
)
from ._frames import geo_frame_of, need
from .answers import Home

if TYPE_CHECKING:
    import geopandas
    import pandas

Self = TypeVar("Self", bound="Client")


class Search(Generic[RowType]):
    """A search that has not been sent. Each method below sends it."""

    def __init__(
        self, client: Client, route: Route[RowType], inputs: Mapping[str, Input]
    ) -> None:
        self._client = client
        self.route = route
        self.inputs = {name: value for name, value in inputs.items() if value is not None}

    def __repr__(self) -> str:
        return f"Search({self.route.path!r}, {self.inputs!r})"

    def page(
        self,
        *,
        idempotency_key: Optional[str] = None,
        max_age_s: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> Page[RowType]:
        """One page, or the home of a lookup, once its job has finished."""
        return self._client.search(
            self.route,
            idempotency_key=idempotency_key,
            max_age_s=max_age_s,
            timeout_s=timeout_s,
            **self.inputs,
        )

    def pages(
        self,
        *,
        pages_max: int = PAGES_MAX,
        idempotency_key: Optional[str] = None,
        max_age_s: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> Iterator[Page[RowType]]:
        """The pages, each requested when it is needed. Every page costs a credit."""
        for page in self._client.pages(
            self.route,
            pages_max=pages_max,
            idempotency_key=idempotency_key,
            max_age_s=max_age_s,
            timeout_s=timeout_s,
            **self.inputs,
        ):
            yield page

    def rows(
        self,
        *,
        pages_max: int = PAGES_MAX,
        idempotency_key: Optional[str] = None,
        max_age_s: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> Iterator[RowType]:
        """The rows of the pages."""
        for page in self.pages(
            pages_max=pages_max,
            idempotency_key=idempotency_key,
            max_age_s=max_age_s,
            timeout_s=timeout_s,
        ):
            for row in page.rows:
                yield row

    def to_pandas(
        self, *, pages_max: int = PAGES_MAX, idempotency_key: Optional[str] = None
    ) -> pandas.DataFrame:
        """The rows of the pages as one pandas DataFrame, with the columns of the CSV."""
        need("pandas", "to_pandas()")
        pages = self.pages(pages_max=pages_max, idempotency_key=idempotency_key)
        return frame_of(self.route, [page for page in pages])

    def to_geopandas(
        self, *, pages_max: int = PAGES_MAX, idempotency_key: Optional[str] = None
    ) -> geopandas.GeoDataFrame:
        """The same as a GeoDataFrame: points in EPSG:4326, None where a row has no location."""
        need("geopandas", "to_geopandas()")
        frame = self.to_pandas(pages_max=pages_max, idempotency_key=idempotency_key)
        return geo_frame_of(frame)


class Client:
    """Searches, jobs and files; `Rowhouse` adds a method for every operation."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout_s: float = 300.0,
        retries: int = 3,
    ) -> None:
        """Without an address or a key, ROWHOUSE_BASE_URL and ROWHOUSE_API_KEY are used.

        `timeout_s` is for an entire call, with its polls and retries; `retries` for each request.
        """
        self._settings = settings_of(base_url, api_key, timeout_s, retries)
        self._transport = Transport(self._settings.origin)

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def search(
        self,
        route: Route[RowType],
        /,
        *,
        idempotency_key: Optional[str] = None,
        max_age_s: Optional[int] = None,
        timeout_s: Optional[float] = None,
        **inputs: Input,
    ) -> Page[RowType]:
        """One page of a search, or one home of a lookup, once its job has finished.

        Every call has its own idempotency key unless one is given: what is sent again under one key
        is charged once. `max_age_s` asks for rows that were read at most that many seconds ago.
        """
        headers = search_headers(idempotency_key, max_age_s)
        ends_at = self._settings.ends_at(timeout_s)
        answer = self._send(Call("GET", route.path, inputs, headers=headers), ends_at)
        return self._settle(answer, route, ends_at)

    def pages(
        self,
        route: Route[RowType],
        /,
        *,
        pages_max: int = PAGES_MAX,
        idempotency_key: Optional[str] = None,
        max_age_s: Optional[int] = None,
        timeout_s: Optional[float] = None,
        **inputs: Input,
    ) -> Iterator[Page[RowType]]:
        """The pages of a search, each requested when it is needed. Every page costs a credit.

        A `cursor` among the inputs continues after an earlier page. With an idempotency key, the
        same pages are charged once, however often the program starts again: page n has the key
        with -n behind it. `timeout_s` is for each page.
        """
        for nth in range(1, pages_max + 1):
            page = self.search(
                route,
                idempotency_key=idempotency_key and f"{idempotency_key}-{nth}",
                max_age_s=max_age_s,
                timeout_s=timeout_s,
                **inputs,
            )
            yield page
            if page.next_cursor is None:
                return
            inputs["cursor"] = page.next_cursor

    def rows(
        self,
        route: Route[RowType],
        /,
        *,
        pages_max: int = PAGES_MAX,
        idempotency_key: Optional[str] = None,
        max_age_s: Optional[int] = None,
        timeout_s: Optional[float] = None,
        **inputs: Input,
    ) -> Iterator[RowType]:
        """The rows of the pages."""
        search = Search(self, route, inputs)
        for row in search.rows(
            pages_max=pages_max,
            idempotency_key=idempotency_key,
            max_age_s=max_age_s,
            timeout_s=timeout_s,
        ):
            yield row

    def wait_for(
        self, route: Route[RowType], request_id: str, *, timeout_s: Optional[float] = None
    ) -> Page[RowType]:
        """Waits for a job that was started before, after a timeout for example."""
        ends_at = self._settings.ends_at(timeout_s)
        answer = self._poll(request_id, 0, ends_at)
        return self._settle(answer, route, ends_at)

    def rows_file(
        self, request_id: str, format: Literal["csv", "geojson", "ndjson", "parquet"]
    ) -> bytes:
        """The rows of a finished job as a file. Free."""
        return self._file(Call("GET", path_of(f"/jobs/{{}}/rows.{format}", request_id)))

    def home_at(self, address: str) -> Home:
        """One home by its address in one line: street, unit, city, state and ZIP. Free."""
        call = Call("GET", "/homes", {"address": address})
        return cast(Home, self._json(call))

    def home_file(self, home_id: str, format: Literal["csv", "ndjson"]) -> bytes:
        """All lists of a home as lines of one table. Free."""
        return self._file(Call("GET", path_of(f"/homes/{{}}/history.{format}", home_id)))

    def lookup_file(self, batch_id: str, format: Literal["csv", "ndjson"]) -> bytes:
        """All homes of a lookup batch, in order, with their outcomes and rows. Free."""
        return self._file(Call("GET", path_of(f"/lookups/{{}}/rows.{format}", batch_id)))

    def snapshot_file(self, snapshot_id: str, format: Literal["ndjson", "parquet"]) -> bytes:
        """The rows of a snapshot; its hash is the SHA-256 of the NDJSON. Free."""
        return self._file(Call("GET", path_of(f"/snapshots/{{}}/rows.{format}", snapshot_id)))

    def sql_file(
        self, *, sql: str, format: Literal["csv", "ndjson"], rows: Optional[int] = None
    ) -> bytes:
        """The rows of a statement as a file; one that would be cut is rejected. Free."""
        return self._file(Call("POST", f"/sql/rows.{format}", body=given(sql=sql, rows=rows)))

    def request(
        self,
        method: Literal["GET", "POST", "PATCH", "DELETE"],
        path: str,
        /,
        *,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout_s: Optional[float] = None,
        **inputs: Input,
    ) -> Dict[str, Any]:
        """Any call by its method and path, for a service that is newer than this package.

        A POST without an idempotency key is repeated only after a 429, which did nothing.
        """
        headers = {} if idempotency_key is None else key_headers(idempotency_key)
        return self._json(Call(method, path, inputs, body, headers), timeout_s)

    def _json(self, call: Call, timeout_s: Optional[float] = None) -> Dict[str, Any]:
        return read_json(self._send(call, self._settings.ends_at(timeout_s)))

    def _file(self, call: Call) -> bytes:
        return (self._send(call, self._settings.ends_at(None))).body

    def _settle(
        self, answer: Answer, route: Route[RowType], ends_at: float
    ) -> Page[RowType]:
        """Polls until the job has finished. The service holds each poll open, so the first goes at once."""
        poll_at = time.monotonic()
        job = read_job(answer)
        while job["status"] == "pending":
            request_id = job["request_id"]
            left = ends_at - time.monotonic()
            if left <= 0:
                raise timeout_of(request_id)
            self._transport.pause(min(max(0.0, poll_at - time.monotonic()), left))
            started = time.monotonic()
            wait = int(min(WAIT_S, max(0.0, ends_at - started)))
            try:
                answer = self._poll(request_id, wait, ends_at)
            except RowhouseError as error:
                if error.code == "connection_failed" and time.monotonic() >= ends_at:
                    raise timeout_of(request_id) from error
                raise
            poll_at = started + (retry_after(answer) or 1.0)
            job = read_job(answer)
        return page_of(job, answer, route)

    def _poll(self, request_id: str, wait: int, ends_at: float) -> Answer:
        """The state of a job. A failure names the job, which may still finish."""
        call = Call("GET", path_of("/jobs/{}", request_id), {"wait": wait})
        try:
            return self._send(call, ends_at)
        except RowhouseError as error:
            error.request_id = request_id
            raise

    def _send(self, call: Call, ends_at: float) -> Answer:
        """Sends a call until it succeeds; `retries` and `ends_at` bound the attempts."""
        request = self._settings.request_of(call)
        attempt = 1
        while True:
            try:
                return checked(self._transport.send(request, ends_at))
            except RowhouseError as error:
                pause = self._settings.pause_after(error, call, attempt, ends_at)
                if pause is None:
                    raise
            self._transport.pause(pause)
            attempt += 1
