"""What both clients share: calls as values, errors, pages, and the rules of retries and polls."""

from __future__ import annotations

import datetime
import enum
import json
import os
import random
import re
import secrets
import time
import urllib.parse
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Generic,
    Iterable,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
    cast,
)

from ._frames import Column, geo_frame_of, need, pandas_frame_of
from ._version import __version__
from .answers import Candidate, FieldNote

if TYPE_CHECKING:
    import geopandas
    import pandas

RowType = TypeVar("RowType")
Scalar = Union[str, int, float, datetime.date]
Input = Union[Scalar, Iterable[Scalar], None]

WAIT_S = 20
"""Seconds for which the service holds a poll open."""
ANSWER_S_MAX = 45
"""Seconds without a byte of an answer: a silent connection counts as broken."""
ANSWER_S_MIN = 0.1
"""An answer that has arrived by the end of a call is still read."""
ANSWER_BYTES_MAX = 1024 * 1024 * 1024
"""Largest answer, decompressed. Files of rows are the largest ones."""
RETRY_PAUSE_S_MAX = 60
"""A Retry-After longer than this is left to the caller."""
BACKOFF_S_FIRST = 0.25
BACKOFF_S_MAX = 8.0
PAGES_MAX = 1000
"""Pages of one iterator, unless `pages_max` is given."""

IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,128}")
TEMPORARY = (429, 502, 503, 504)
LASTING = ("quota_exceeded", "service_unconfigured")
"""Codes that a short wait does not fix."""


class Unset(enum.Enum):
    """A member that is not sent, where None is sent as null."""

    UNSET = "unset"


UNSET = Unset.UNSET


class RowhouseError(Exception):
    """A call that did not end in an answer. Compare `code`: the text of the message may change."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        param: Optional[str] = None,
        candidates: Sequence[Candidate] = (),
        request_id: Optional[str] = None,
        retry_after_s: Optional[float] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        """A code of docs/errors.md, or `connection_failed`, `timeout`, `unreadable_answer`."""
        self.message = message
        self.status = status
        """HTTP status: 200 for a job that failed, 0 when nothing answered."""
        self.param = param
        """The invalid input, where there is one."""
        self.candidates = list(candidates)
        """The homes that an ambiguous address may mean."""
        self.request_id = request_id
        """The job where there is one, else the id of the answer."""
        self.retry_after_s = retry_after_s


@dataclass(frozen=True)
class Route(Generic[RowType]):
    """A search or a lookup, with the type of its rows. The routes are constants of this package."""

    path: str
    columns: Tuple[Column, ...] = field(default=(), repr=False)
    """The columns of a table of its rows, with their types."""


@dataclass(frozen=True)
class Page(Generic[RowType]):
    """The finished answer of a search or a lookup."""

    request_id: str
    credits: int
    """What this request has cost in all: 0 or the price of the route."""
    cached: bool
    source: str
    query: Dict[str, Any]
    """The inputs as the service read them."""
    rows: List[RowType] = field(repr=False)
    reported_total: Optional[int]
    """Matches that the source reported for the entire search."""
    next_cursor: Optional[str]
    """The next page; None on the last one. Valid for three days with the same inputs."""
    collected_at: str
    completeness: str
    """`complete`, or `partial` where rows are or may be missing: see the notes on `data`."""
    summary: Optional[Dict[str, Any]]
    """Counts and medians over the rows of this page; None for a lookup."""
    field_notes: List[FieldNote] = field(repr=False)
    route: Route[RowType]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame with the columns of the CSV, also where all are null."""
        return frame_of(self.route, [self])

    def to_geopandas(self) -> geopandas.GeoDataFrame:
        """The same as a GeoDataFrame: points in EPSG:4326, None where a row has no location."""
        need("geopandas", "to_geopandas()")
        return geo_frame_of(frame_of(self.route, [self]))


def frame_of(route: Route[RowType], pages: Sequence[Page[RowType]]) -> pandas.DataFrame:
    """The rows of the pages of one search; `attrs` has what no row can tell."""
    rows = [cast(Mapping[str, Any], row) for page in pages for row in page.rows]
    frame = pandas_frame_of(rows, route.columns)
    frame.attrs["request_ids"] = [page.request_id for page in pages]
    frame.attrs["completeness"] = (
        "complete" if all(page.completeness == "complete" for page in pages) else "partial"
    )
    frame.attrs["field_notes"] = [note for page in pages for note in page.field_notes]
    return frame


@dataclass(frozen=True)
class Call:
    """A request, before the client gives it an address and a key."""

    method: str
    path: str
    inputs: Mapping[str, Input] = field(default_factory=dict)
    body: Optional[Mapping[str, Any]] = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def may_repeat_after(self, error: RowhouseError) -> bool:
        """Whether sending the call again cannot do its work twice. A 429 did nothing."""
        once = self.method == "POST" and "Idempotency-Key" not in self.headers
        return passes(error) and (not once or error.status == 429)


class Request(NamedTuple):
    """What goes over the wire."""

    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]


class Answer(NamedTuple):
    """What came back; names of headers in lower case."""

    status: int
    headers: Dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Settings:
    """The service, the key and the bounds of a client."""

    origin: str
    api_key: str = field(repr=False)
    timeout_s: float
    retries: int

    def ends_at(self, timeout_s: Optional[float]) -> float:
        return time.monotonic() + (self.timeout_s if timeout_s is None else timeout_s)

    def request_of(self, call: Call) -> Request:
        headers = {
            "Authorization": f"Bearer {self.api_key}",
            "Accept-Encoding": "gzip",
            "User-Agent": f"rowhouse-python/{__version__}",
            **call.headers,
        }
        body = None
        if call.body is not None:
            body = json.dumps(call.body, default=_json_of).encode()
            headers["Content-Type"] = "application/json"
        url = f"{self.origin}/v1{call.path}{_query_text(call.inputs)}"
        return Request(call.method, url, headers, body)

    def pause_after(
        self, error: RowhouseError, call: Call, attempt: int, ends_at: float
    ) -> Optional[float]:
        """Seconds until the next attempt: Retry-After, at least a growing pause. None to give up."""
        asked = error.retry_after_s or 0.0
        if attempt > self.retries or asked > RETRY_PAUSE_S_MAX or not call.may_repeat_after(error):
            return None
        backoff = min(BACKOFF_S_FIRST * 2 ** (attempt - 1), BACKOFF_S_MAX)
        pause = max(asked, backoff * (0.5 + random.random() / 2))
        return pause if pause < ends_at - time.monotonic() else None


def settings_of(
    base_url: Optional[str], api_key: Optional[str], timeout_s: float, retries: int
) -> Settings:
    """The settings; what is not given comes from the environment."""
    # A file or a variable often ends in a line break.
    url = (os.environ.get("ROWHOUSE_BASE_URL", "") if base_url is None else base_url).strip()
    key = (os.environ.get("ROWHOUSE_API_KEY", "") if api_key is None else api_key).strip()
    if not url.startswith(("http://", "https://")):
        raise ValueError(
            "base_url must be an http or https address: pass it, or set ROWHOUSE_BASE_URL"
        )
    if key == "":
        raise ValueError("api_key is missing: pass it, or set ROWHOUSE_API_KEY")
    if not re.fullmatch(r"[!-~]+", key):
        raise ValueError("api_key has a character that no key has, such as a space")
    plain = url.rstrip("/")
    origin = plain[: -len("/v1")] if plain.endswith("/v1") else plain
    return Settings(origin, key, timeout_s, retries)


def path_of(template: str, *ids: Union[str, int]) -> str:
    """A path with an id in place of each `{}`."""
    return template.format(*(urllib.parse.quote(str(each), safe="") for each in ids))


def given(**members: Any) -> Dict[str, Any]:
    """The members that the caller gave."""
    return {name: value for name, value in members.items() if value is not None}


def given_or_null(**members: Any) -> Dict[str, Any]:
    """The same where None is a value."""
    return {name: value for name, value in members.items() if value is not UNSET}


def key_headers(key: Optional[str]) -> Dict[str, str]:
    """The idempotency key of the caller, or one of this call alone."""
    if key is None:
        key = secrets.token_hex(16)
    if not IDEMPOTENCY_KEY.fullmatch(key):
        message = "idempotency_key must be 1 to 128 printable ASCII characters without spaces."
        raise RowhouseError("invalid_idempotency_key", message)
    return {"Idempotency-Key": key}


def search_headers(idempotency_key: Optional[str], max_age_s: Optional[int]) -> Dict[str, str]:
    headers = key_headers(idempotency_key)
    if max_age_s is not None:
        headers["Cache-Control"] = "no-cache" if max_age_s <= 0 else f"max-age={max_age_s}"
    return headers


def answer_ends_at(ends_at: float) -> float:
    return max(ends_at, time.monotonic() + ANSWER_S_MIN)


def page_of(job: Mapping[str, Any], answer: Answer, route: Route[RowType]) -> Page[RowType]:
    """The page of a job that has finished; a failed one is an error."""
    if job["status"] == "failed":
        raise error_of(job["error"], answer, job["request_id"])
    result = job["result"]
    return Page(
        request_id=job["request_id"],
        credits=job["credits"],
        cached=job["cached"],
        source=result["source"],
        query=result["query"],
        rows=result["data"],
        reported_total=result["reported_total"],
        next_cursor=result["next_cursor"],
        collected_at=result["collected_at"],
        completeness=result["completeness"],
        summary=result["summary"],
        field_notes=result["field_notes"],
        route=route,
    )


def timeout_of(request_id: str) -> RowhouseError:
    return RowhouseError(
        "timeout",
        f"Job {request_id} has not finished yet: wait for it with wait_for().",
        request_id=request_id,
    )


def no_answer(origin: str, reason: object) -> RowhouseError:
    return RowhouseError("connection_failed", f"No answer from {origin}: {reason}.")


def too_large(status: int) -> RowhouseError:
    message = f"The answer has more than {ANSWER_BYTES_MAX} bytes."
    return RowhouseError("unreadable_answer", message, status=status)


def checked(answer: Answer) -> Answer:
    """The answer of a call that succeeded."""
    if answer.status < 300:
        return answer
    raise error_of(_error_in(answer), answer, answer.headers.get("x-request-id"))


def read_json(answer: Answer) -> Dict[str, Any]:
    if answer.status == 204:
        return {}
    try:
        body = json.loads(answer.body)
    except ValueError:
        body = None
    if isinstance(body, dict):
        return cast(Dict[str, Any], body)
    raise RowhouseError(
        "unreadable_answer",
        "The answer is not a JSON object. Check that the base address is that of the service.",
        status=answer.status,
    )


def read_job(answer: Answer) -> Dict[str, Any]:
    job = read_json(answer)
    if job.get("status") in ("pending", "complete", "failed"):
        return job
    raise RowhouseError(
        "unreadable_answer",
        "The answer is not a job. Check that the base address is that of the service.",
        status=answer.status,
    )


def error_of(
    error: Mapping[str, Any], answer: Answer, request_id: Optional[str]
) -> RowhouseError:
    return RowhouseError(
        error["code"],
        error.get("message", ""),
        status=answer.status,
        param=error.get("param"),
        candidates=error.get("candidates", ()),
        request_id=request_id,
        retry_after_s=retry_after(answer),
    )


def retry_after(answer: Answer) -> Optional[float]:
    """Retry-After is seconds or a date (RFC 9110)."""
    text = answer.headers.get("retry-after")
    if text is None:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def passes(error: RowhouseError) -> bool:
    if error.code == "connection_failed":
        return True
    return error.status in TEMPORARY and error.code not in LASTING


def _error_in(answer: Answer) -> Dict[str, Any]:
    try:
        error = json.loads(answer.body)["error"]
        return {"code": error["code"], **error}
    except (ValueError, KeyError, TypeError):
        message = f"Something other than the service answered {answer.status}."
        to = answer.headers.get("location")
        if to is not None:
            message += f" It redirects to {to}: use the address of the service as base_url."
        return {"code": "unreadable_answer", "message": message}


def _query_text(inputs: Mapping[str, Input]) -> str:
    pairs = [(name, _text_of(value)) for name, value in inputs.items() if value is not None]
    return f"?{urllib.parse.urlencode(pairs, safe=',')}" if pairs else ""


def _text_of(value: object) -> str:
    value = _plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(_text_of(each) for each in value)
    return str(value)


def _plain(value: object) -> object:
    """The number or truth value in one of NumPy, as cells of a table are."""
    item = getattr(value, "item", None)
    return item() if item is not None and getattr(value, "ndim", None) == 0 else value


def _json_of(value: object) -> object:
    """What JSON has no form for: dates are texts, and any other collection is a list."""
    plain = _plain(value)
    if plain is not value:
        return plain
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")
