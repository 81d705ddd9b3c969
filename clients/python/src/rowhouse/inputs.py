# Printed by `npm run docs:routes`. Do not edit.
"""The types of inputs that have members or a list of values."""

from __future__ import annotations

from typing import Literal, TypedDict

PropertyType = Literal[
    "single_family",
    "condo",
    "townhouse",
    "multi_family",
    "land",
    "manufactured",
    "apartment",
]


ArmsLength = Literal[
    "true",
    "false",
    "unknown",
]


WatchEvent = Literal[
    "added",
    "changed",
    "removed",
    "relisted",
]


WatchField = Literal[
    "status",
    "listing_kind",
    "list_price",
    "rent_monthly",
    "list_date",
    "beds",
    "baths",
    "living_area_sqft",
    "property_type",
    "address",
    "broker_name",
    "agent_name",
    "extras.auction_start",
    "extras.auction_end",
    "extras.starting_bid",
    "extras.listing_status_raw",
    "sold_date",
    "sale_price",
]


EventType = Literal[
    "watch.started",
    "watch.changed",
    "watch.rebased",
    "watch.partial",
    "watch.failed",
    "watch.paused",
    "watch.resumed",
    "job.completed",
    "job.failed",
    "endpoint.disabled",
    "endpoint.test",
]


Source = Literal[
    "portal_a",
    "auction",
    "nyc_portal",
    "portal_b",
    "mls",
    "records",
    "open_data",
]


class LookupBatchHome(TypedDict, total=False):
    address: str
    """Street address in one line, or the street line alone with the next three."""
    city: str
    """City, where `address` does not have it."""
    state: str
    """State, where `address` does not have it."""
    zip: str
    """ZIP code, where `address` does not have it."""
    url: str
    """Page of the home at the source; only the id in it is used."""
    source_id: str
    """ID of the home at the source."""


ComparablesPropertyType = Literal[
    "single_family",
    "condo",
    "townhouse",
    "multi_family",
    "land",
    "manufactured",
    "apartment",
]


EndpointType = Literal[
    "watch.started",
    "watch.changed",
    "watch.rebased",
    "watch.partial",
    "watch.failed",
    "watch.paused",
    "watch.resumed",
    "job.completed",
    "job.failed",
    "endpoint.disabled",
]
