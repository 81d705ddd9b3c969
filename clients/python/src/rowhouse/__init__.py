"""The client of a Rowhouse service: property listings, rentals and sales as typed rows.

    from rowhouse import Rowhouse

    rowhouse = Rowhouse("http://127.0.0.1:8080", "YOUR_KEY")
    for row in rowhouse.portal_a_listings(zip="78704").rows(pages_max=2):
        print(row["address"]["line1"], row["list_price"])

The guide is docs/python.md of https://github.com/rowhouse/rowhouse.
"""

from ._async_client import AsyncSearch
from ._async_rowhouse import AsyncRowhouse
from ._client import Search
from ._core import PAGES_MAX, UNSET, Page, Route, RowhouseError
from ._rowhouse import Rowhouse
from ._version import __version__ as __version__
from .answers import Candidate, FieldNote
from .routes import *
from .rows import *

from . import answers, routes, rows  # isort: skip

__all__ = [
    "PAGES_MAX",
    "UNSET",
    "AsyncRowhouse",
    "AsyncSearch",
    "Candidate",
    "FieldNote",
    "Page",
    "Route",
    "Rowhouse",
    "RowhouseError",
    "Search",
    "answers",
    *routes.__all__,
    *rows.__all__,
]
