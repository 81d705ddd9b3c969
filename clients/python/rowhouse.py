"""A client of a Rowhouse service: one file, Python 3.9 or newer, the standard library only.

    from rowhouse import PORTAL_A_LISTINGS, Rowhouse

    rowhouse = Rowhouse("http://127.0.0.1:8080", "YOUR_KEY")
    for row in rowhouse.rows(PORTAL_A_LISTINGS, zip="78704", pages_max=2):
        print(row["address"]["line1"], row["list_price"])

Copy the file into your project. The guide is docs/python.md.
"""

from __future__ import annotations

import gzip
import http.client
import json
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import (
    Any,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
    cast,
)

RowType = TypeVar("RowType")
Input = Union[str, int, float, bool, Sequence[Union[str, int, float]], None]

WAIT_S = 20
"""Seconds for which the service holds a poll open."""
ANSWER_S_MAX = 45
"""Seconds for one answer: a silent connection counts as broken."""
RETRY_PAUSE_S_MAX = 60
"""A Retry-After longer than this is left to the caller."""
BACKOFF_S_FIRST = 0.25
BACKOFF_S_MAX = 8.0
PAGES_MAX = 1000

TEMPORARY = (429, 502, 503, 504)
LASTING = ("quota_exceeded", "service_unconfigured")
"""Codes that a short wait does not fix."""


class RowhouseError(Exception):
    """A call that did not end in an answer. Compare `code`: the text of the message may change."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        param: Optional[str] = None,
        candidates: Sequence[Mapping[str, str]] = (),
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
    """A search or a lookup, with the type of its rows. The routes are constants of this module."""

    path: str


class FieldNote(TypedDict):
    """Why a field is null: one note stands for all rows of the page."""

    field: str
    reason: str
    detail: Optional[str]


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
    rows: List[RowType]
    reported_total: Optional[int]
    """Matches that the source reported for the entire search."""
    next_cursor: Optional[str]
    """The next page; None on the last one. Valid for three days with the same inputs."""
    collected_at: str
    completeness: str
    """`complete`, or `partial` where rows are or may be missing: see the notes on `data`."""
    summary: Optional[Dict[str, Any]]
    """Counts and medians over the rows of this page; None for a lookup."""
    field_notes: List[FieldNote]


# Rows and routes: printed by `npm run docs:routes` from the tables of the service. Do not edit.


class Money(TypedDict):
    """An amount of money."""

    amount: float
    """With 2 decimals at most."""
    currency: str
    """ISO 4217 code: `USD`."""


class Location(TypedDict):
    """A point on the map."""

    lat: float
    """Latitude in degrees, WGS 84."""
    lng: float
    """Longitude in degrees, WGS 84."""


class UnitRent(TypedDict):
    """One unit type of a rental building."""

    beds: Optional[float]
    """Bedrooms; 0 is a studio."""
    rent_from: Optional[Money]
    """Lowest monthly rent of the type."""


class Address(TypedDict):
    """A street address."""

    line1: str
    """Street line; empty when the source hides it."""
    unit: Optional[str]
    """Unit designation. When null, `field_notes` has the reason."""
    city: str
    """City."""
    state: str
    """Two-letter state code."""
    zip: str
    """Five-digit ZIP code."""
    county: Optional[str]
    """County name. When null, `field_notes` has the reason."""
    county_fips: Optional[str]
    """Five-digit county FIPS code. When null, `field_notes` has the reason."""


class Listing(TypedDict):
    """A home or a building, without its extras."""

    source: str
    """Source of the row; tolerate unknown values."""
    source_id: str
    """The source's ID of the home or building."""
    source_url: str
    """Page of the home or building on the source site."""
    listing_kind: Literal["home", "building"]
    """A building lists its units together."""
    status: Literal["for_sale", "pending", "for_rent", "sold", "off_market"]
    """Listing status."""
    list_price: Optional[Money]
    """Asking price; null on rentals. In US dollars. When null, `field_notes` has the reason."""
    rent_monthly: Optional[Money]
    """Monthly rent; for a building the lowest rent listed. In US dollars per month. When null, `field_notes` has the reason."""
    rent_is_from_price: bool
    """True when rent_monthly is the lowest of several."""
    list_date: Optional[str]
    """Date the current listing started. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    days_on_market: Optional[int]
    """Days since the current listing started. When null, `field_notes` has the reason."""
    price_per_sqft: Optional[float]
    """Price or rent divided by living area. In US dollars per square foot. When null, `field_notes` has the reason."""
    beds: Optional[float]
    """Bedrooms; 0 is a studio, null a building with mixed units. When null, `field_notes` has the reason."""
    baths: Optional[float]
    """Bathrooms as the source counts them. When null, `field_notes` has the reason."""
    living_area_sqft: Optional[int]
    """Living area in square feet. When null, `field_notes` has the reason."""
    property_type: Optional[
        Literal[
            "single_family",
            "condo",
            "townhouse",
            "multi_family",
            "land",
            "manufactured",
            "apartment",
            "other",
        ]
    ]
    """Home type. When null, `field_notes` has the reason."""
    address: Address
    """Street address; hidden parts are empty strings with a note."""
    location: Optional[Location]
    """Map point. When null, `field_notes` has the reason."""
    broker_name: Optional[str]
    """Listing brokerage; on sold rows, at the time of sale. When null, `field_notes` has the reason."""
    agent_name: Optional[str]
    """Listing agent; null when the source hides it. When null, `field_notes` has the reason."""
    photo_count: Optional[int]
    """Number of photos; photos are never returned or stored. When null, `field_notes` has the reason."""


class Sold(TypedDict):
    """A sold home, without its extras."""

    source: str
    """Source of the row; tolerate unknown values."""
    source_id: str
    """The source's ID of the home or building."""
    source_url: str
    """Page of the home or building on the source site."""
    sold_date: Optional[str]
    """Date of the sale. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    sale_price: Optional[Money]
    """Sale price; never a list price or an estimate. In US dollars. When null, `field_notes` has the reason."""
    sale_price_disclosure: Literal["public_record", "mls_reported", "not_disclosed", "unknown"]
    """Where the sale price comes from."""
    list_price: Optional[Money]
    """Last asking price before the sale. In US dollars. When null, `field_notes` has the reason."""
    list_date: Optional[str]
    """Date the sold listing started. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    sale_to_list_ratio: Optional[float]
    """sale_price divided by list_price. When null, `field_notes` has the reason."""
    days_on_market: Optional[int]
    """Days from listing to the first pending date or the sale. When null, `field_notes` has the reason."""
    price_per_sqft: Optional[float]
    """Price or rent divided by living area. In US dollars per square foot. When null, `field_notes` has the reason."""
    beds: Optional[float]
    """Bedrooms; 0 is a studio, null a building with mixed units. When null, `field_notes` has the reason."""
    baths: Optional[float]
    """Bathrooms as the source counts them. When null, `field_notes` has the reason."""
    living_area_sqft: Optional[int]
    """Living area in square feet. When null, `field_notes` has the reason."""
    property_type: Optional[
        Literal[
            "single_family",
            "condo",
            "townhouse",
            "multi_family",
            "land",
            "manufactured",
            "apartment",
            "other",
        ]
    ]
    """Home type. When null, `field_notes` has the reason."""
    address: Address
    """Street address; hidden parts are empty strings with a note."""
    location: Optional[Location]
    """Map point. When null, `field_notes` has the reason."""
    broker_name: Optional[str]
    """Listing brokerage; on sold rows, at the time of sale. When null, `field_notes` has the reason."""


class PortalAListingsExtras(TypedDict):
    """Fields of /portal_a/listings only."""

    home_type_raw: Optional[str]
    """Source's own home type. When null, `field_notes` has the reason."""
    days_on_zillow: Optional[int]
    """Days on the source; on sold rows days since the sale. When null, `field_notes` has the reason."""
    zestimate: Optional[Money]
    """Source's value estimate. In US dollars. When null, `field_notes` has the reason."""
    rent_zestimate: Optional[Money]
    """Source's rent estimate. In US dollars per month. When null, `field_notes` has the reason."""
    tax_assessed_value: Optional[Money]
    """Assessed value. In US dollars. When null, `field_notes` has the reason."""
    building_name: Optional[str]
    """Name of the building. When null, `field_notes` has the reason."""
    units: List[UnitRent]
    """Unit types of a rental building; [] when none."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    last_price_change: Optional[Money]
    """Last price change reported by the source; below 0 for a cut. In US dollars. When null, `field_notes` has the reason."""
    last_price_change_date: Optional[str]
    """Date of that change. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    available_date: Optional[str]
    """Rentals: move-in date. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    open_house: Optional[str]
    """Next open house in the source's words. When null, `field_notes` has the reason."""
    open_house_date: Optional[str]
    """Day of the next open house, at the home. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""
    price_change: Optional[Money]
    """Price or rent minus the one at which this service first saw it; where it has seen no change, the last one that the source reports. In US dollars. When null, `field_notes` has the reason."""
    price_change_percent: Optional[float]
    """The same as a percentage of that earlier price. When null, `field_notes` has the reason."""
    price_change_since: Optional[str]
    """When this service first saw the listing; for a change that the source reports, its time or the start of its day. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    price_change_origin: Optional[Literal["observed", "source"]]
    """Origin of the change: observed by this service, or reported by the source. When null, `field_notes` has the reason."""


class PortalAListingsRow(Listing):
    """A row of /portal_a/listings."""

    extras: PortalAListingsExtras


class PortalASoldExtras(TypedDict):
    """Fields of /portal_a/sold only."""

    home_type_raw: Optional[str]
    """Source's own home type. When null, `field_notes` has the reason."""
    days_on_zillow: Optional[int]
    """Days on the source; on sold rows days since the sale. When null, `field_notes` has the reason."""
    zestimate: Optional[Money]
    """Source's value estimate. In US dollars. When null, `field_notes` has the reason."""
    rent_zestimate: Optional[Money]
    """Source's rent estimate. In US dollars per month. When null, `field_notes` has the reason."""
    tax_assessed_value: Optional[Money]
    """Assessed value. In US dollars. When null, `field_notes` has the reason."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""


class PortalASoldRow(Sold):
    """A row of /portal_a/sold."""

    extras: PortalASoldExtras


class PortalARentalsExtras(TypedDict):
    """Fields of /portal_a/rentals only."""

    home_type_raw: Optional[str]
    """Source's own home type. When null, `field_notes` has the reason."""
    days_on_zillow: Optional[int]
    """Days on the source; on sold rows days since the sale. When null, `field_notes` has the reason."""
    zestimate: Optional[Money]
    """Source's value estimate. In US dollars. When null, `field_notes` has the reason."""
    rent_zestimate: Optional[Money]
    """Source's rent estimate. In US dollars per month. When null, `field_notes` has the reason."""
    tax_assessed_value: Optional[Money]
    """Assessed value. In US dollars. When null, `field_notes` has the reason."""
    building_name: Optional[str]
    """Name of the building. When null, `field_notes` has the reason."""
    units: List[UnitRent]
    """Unit types of a rental building; [] when none."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    last_price_change: Optional[Money]
    """Last price change reported by the source; below 0 for a cut. In US dollars. When null, `field_notes` has the reason."""
    last_price_change_date: Optional[str]
    """Date of that change. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    available_date: Optional[str]
    """Rentals: move-in date. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    open_house: Optional[str]
    """Next open house in the source's words. When null, `field_notes` has the reason."""
    open_house_date: Optional[str]
    """Day of the next open house, at the home. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""
    price_change: Optional[Money]
    """Price or rent minus the one at which this service first saw it; where it has seen no change, the last one that the source reports. In US dollars. When null, `field_notes` has the reason."""
    price_change_percent: Optional[float]
    """The same as a percentage of that earlier price. When null, `field_notes` has the reason."""
    price_change_since: Optional[str]
    """When this service first saw the listing; for a change that the source reports, its time or the start of its day. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    price_change_origin: Optional[Literal["observed", "source"]]
    """Origin of the change: observed by this service, or reported by the source. When null, `field_notes` has the reason."""


class PortalARentalsRow(Listing):
    """A row of /portal_a/rentals."""

    extras: PortalARentalsExtras


class AuctionListingsExtras(TypedDict):
    """Fields of /auction/listings only."""

    property_type_raw: Optional[str]
    """Source's home type code. When null, `field_notes` has the reason."""
    listing_status_raw: Optional[str]
    """Source's own status of the auction. When null, `field_notes` has the reason."""
    sale_type: Optional[str]
    """Kind of sale; new kinds may appear. When null, `field_notes` has the reason."""
    auction_start: Optional[str]
    """Start of the auction, UTC. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    auction_end: Optional[str]
    """End of the auction, UTC; null for in-person auctions. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    online_auction: Optional[bool]
    """True online; false in person. When null, `field_notes` has the reason."""
    starting_bid: Optional[Money]
    """Opening bid; not a price. In US dollars. When null, `field_notes` has the reason."""
    current_bid: Optional[Money]
    """Highest bid so far. In US dollars. When null, `field_notes` has the reason."""
    bid_count: Optional[int]
    """Bids so far. When null, `field_notes` has the reason."""
    estimated_value: Optional[Money]
    """Source's own value estimate. In US dollars. When null, `field_notes` has the reason."""
    occupancy: Optional[Literal["OCCUPIED", "VACANT", "UNKNOWN"]]
    """Whether the home is occupied. When null, `field_notes` has the reason."""
    year_built: Optional[int]
    """Year built. When null, `field_notes` has the reason."""
    lot_size_raw: Optional[float]
    """Lot size without a unit, as the source shows it. When null, `field_notes` has the reason."""
    first_listed_date: Optional[str]
    """Date first listed. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    financing_available: Optional[bool]
    """Seller offers financing. When null, `field_notes` has the reason."""
    buyer_premium: Optional[bool]
    """Buyer pays a premium on top of the winning bid. When null, `field_notes` has the reason."""
    auction_date: Optional[str]
    """Local date of the auction. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    auction_time: Optional[str]
    """Trustee sales: local hour, as HH:MM. When null, `field_notes` has the reason."""
    venue_name: Optional[str]
    """In-person auctions: the venue. When null, `field_notes` has the reason."""
    venue_address: Optional[str]
    """Address of the venue. When null, `field_notes` has the reason."""
    sale_channel: Optional[str]
    """Holder of a trustee sale; new values may appear. When null, `field_notes` has the reason."""
    reserve_status: Optional[str]
    """Source's own reserve status. When null, `field_notes` has the reason."""
    winning_bid: Optional[Money]
    """Winning bid; null until the auction is over. In US dollars. When null, `field_notes` has the reason."""
    estimated_value_low: Optional[Money]
    """Low end of the value estimate. In US dollars. When null, `field_notes` has the reason."""
    estimated_value_high: Optional[Money]
    """High end of the value estimate. In US dollars. When null, `field_notes` has the reason."""
    estimated_rent_monthly: Optional[Money]
    """Source's own rent estimate. In US dollars per month. When null, `field_notes` has the reason."""
    open_house: Optional[str]
    """Next open house in the source's words. When null, `field_notes` has the reason."""
    open_house_date: Optional[str]
    """Day of the next open house, at the home. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    interior_access: Optional[bool]
    """Whether bidders may see the home inside. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""


class AuctionListingsRow(Listing):
    """A row of /auction/listings."""

    extras: AuctionListingsExtras


class NycPortalListingsExtras(TypedDict):
    """Fields of /nyc_portal/listings only."""

    property_type_raw: Optional[str]
    """Source's building type. When null, `field_notes` has the reason."""
    neighborhood: Optional[str]
    """Neighborhood. When null, `field_notes` has the reason."""
    sale_type: Optional[str]
    """Kind of sale; null on rentals. When null, `field_notes` has the reason."""
    monthly_maintenance: Optional[Money]
    """Co-op maintenance, property taxes included. In US dollars per month. When null, `field_notes` has the reason."""
    monthly_taxes: Optional[Money]
    """Monthly property taxes of condos and houses. In US dollars per month. When null, `field_notes` has the reason."""
    monthly_common_charges: Optional[Money]
    """Condo common charges. In US dollars per month. When null, `field_notes` has the reason."""
    no_fee: Optional[bool]
    """Rentals: tenant pays no broker fee. When null, `field_notes` has the reason."""
    net_effective_rent: Optional[Money]
    """Rentals: monthly rent after free months. In US dollars per month. When null, `field_notes` has the reason."""
    months_free: Optional[float]
    """Rentals: free months. When null, `field_notes` has the reason."""
    available_date: Optional[str]
    """Rentals: move-in date. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    furnished: Optional[bool]
    """Whether the home is furnished. When null, `field_notes` has the reason."""
    total_rent_monthly: Optional[Money]
    """Rentals: monthly rent including fees. In US dollars per month. When null, `field_notes` has the reason."""
    lease_term_months: Optional[float]
    """Rentals: lease term in months. When null, `field_notes` has the reason."""
    last_price_change: Optional[Money]
    """Source's last change of the price or rent; below 0 for a cut. In US dollars. When null, `field_notes` has the reason."""
    price_change_timestamp: Optional[str]
    """When the source last set the price or rent. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    close_price: Optional[Money]
    """Price of the sale; null until it is closed, and on rentals. In US dollars. When null, `field_notes` has the reason."""
    new_construction: Optional[bool]
    """Whether the home is in a new development. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""
    price_change: Optional[Money]
    """Price or rent minus the one at which this service first saw it; where it has seen no change, the last one that the source reports. In US dollars. When null, `field_notes` has the reason."""
    price_change_percent: Optional[float]
    """The same as a percentage of that earlier price. When null, `field_notes` has the reason."""
    price_change_since: Optional[str]
    """When this service first saw the listing; for a change that the source reports, its time or the start of its day. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    price_change_origin: Optional[Literal["observed", "source"]]
    """Origin of the change: observed by this service, or reported by the source. When null, `field_notes` has the reason."""


class NycPortalListingsRow(Listing):
    """A row of /nyc_portal/listings."""

    extras: NycPortalListingsExtras


class NycPortalRentalsExtras(TypedDict):
    """Fields of /nyc_portal/rentals only."""

    property_type_raw: Optional[str]
    """Source's building type. When null, `field_notes` has the reason."""
    neighborhood: Optional[str]
    """Neighborhood. When null, `field_notes` has the reason."""
    sale_type: Optional[str]
    """Kind of sale; null on rentals. When null, `field_notes` has the reason."""
    monthly_maintenance: Optional[Money]
    """Co-op maintenance, property taxes included. In US dollars per month. When null, `field_notes` has the reason."""
    monthly_taxes: Optional[Money]
    """Monthly property taxes of condos and houses. In US dollars per month. When null, `field_notes` has the reason."""
    monthly_common_charges: Optional[Money]
    """Condo common charges. In US dollars per month. When null, `field_notes` has the reason."""
    no_fee: Optional[bool]
    """Rentals: tenant pays no broker fee. When null, `field_notes` has the reason."""
    net_effective_rent: Optional[Money]
    """Rentals: monthly rent after free months. In US dollars per month. When null, `field_notes` has the reason."""
    months_free: Optional[float]
    """Rentals: free months. When null, `field_notes` has the reason."""
    available_date: Optional[str]
    """Rentals: move-in date. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    furnished: Optional[bool]
    """Whether the home is furnished. When null, `field_notes` has the reason."""
    total_rent_monthly: Optional[Money]
    """Rentals: monthly rent including fees. In US dollars per month. When null, `field_notes` has the reason."""
    lease_term_months: Optional[float]
    """Rentals: lease term in months. When null, `field_notes` has the reason."""
    last_price_change: Optional[Money]
    """Source's last change of the price or rent; below 0 for a cut. In US dollars. When null, `field_notes` has the reason."""
    price_change_timestamp: Optional[str]
    """When the source last set the price or rent. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    close_price: Optional[Money]
    """Price of the sale; null until it is closed, and on rentals. In US dollars. When null, `field_notes` has the reason."""
    new_construction: Optional[bool]
    """Whether the home is in a new development. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""
    price_change: Optional[Money]
    """Price or rent minus the one at which this service first saw it; where it has seen no change, the last one that the source reports. In US dollars. When null, `field_notes` has the reason."""
    price_change_percent: Optional[float]
    """The same as a percentage of that earlier price. When null, `field_notes` has the reason."""
    price_change_since: Optional[str]
    """When this service first saw the listing; for a change that the source reports, its time or the start of its day. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    price_change_origin: Optional[Literal["observed", "source"]]
    """Origin of the change: observed by this service, or reported by the source. When null, `field_notes` has the reason."""


class NycPortalRentalsRow(Listing):
    """A row of /nyc_portal/rentals."""

    extras: NycPortalRentalsExtras


class PortalBSoldExtras(TypedDict):
    """Fields of /portal_b/sold only."""

    property_type_code: Optional[int]
    """Source's own numeric type code. When null, `field_notes` has the reason."""
    mls_status: Optional[str]
    """MLS status text the source shows. When null, `field_notes` has the reason."""
    year_built: Optional[int]
    """Year built. When null, `field_notes` has the reason."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    hoa_fee_monthly: Optional[Money]
    """Monthly HOA dues. In US dollars per month. When null, `field_notes` has the reason."""
    original_list_price: Optional[Money]
    """Original asking price of the listing. In US dollars. When null, `field_notes` has the reason."""
    previous_list_price: Optional[Money]
    """Asking price before its last change. In US dollars. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""


class PortalBSoldRow(Sold):
    """A row of /portal_b/sold."""

    extras: PortalBSoldExtras


class MlsListingsExtras(TypedDict):
    """Fields of /mls/listings only."""

    listing_id: Optional[str]
    """Public listing number in its MLS. When null, `field_notes` has the reason."""
    mls_status: Optional[str]
    """The MLS's own status. When null, `field_notes` has the reason."""
    property_sub_type: Optional[str]
    """Home type in the words of the RESO Data Dictionary. When null, `field_notes` has the reason."""
    originating_system: Optional[str]
    """MLS that the listing comes from. When null, `field_notes` has the reason."""
    year_built: Optional[int]
    """Year built. When null, `field_notes` has the reason."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    hoa_fee_monthly: Optional[Money]
    """Monthly HOA dues. In US dollars per month. When null, `field_notes` has the reason."""
    tax_assessed_value: Optional[Money]
    """Assessed value. In US dollars. When null, `field_notes` has the reason."""
    attribution_contact: Optional[str]
    """Contact of the listing brokerage, to be shown with it. When null, `field_notes` has the reason."""
    modified_at: Optional[str]
    """When the feed last changed the listing. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""
    price_change: Optional[Money]
    """Price or rent minus the one at which this service first saw it; where it has seen no change, the last one that the source reports. In US dollars. When null, `field_notes` has the reason."""
    price_change_percent: Optional[float]
    """The same as a percentage of that earlier price. When null, `field_notes` has the reason."""
    price_change_since: Optional[str]
    """When this service first saw the listing; for a change that the source reports, its time or the start of its day. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    price_change_origin: Optional[Literal["observed", "source"]]
    """Origin of the change: observed by this service, or reported by the source. When null, `field_notes` has the reason."""


class MlsListingsRow(Listing):
    """A row of /mls/listings."""

    extras: MlsListingsExtras


class MlsSoldExtras(TypedDict):
    """Fields of /mls/sold only."""

    listing_id: Optional[str]
    """Public listing number in its MLS. When null, `field_notes` has the reason."""
    mls_status: Optional[str]
    """The MLS's own status. When null, `field_notes` has the reason."""
    property_sub_type: Optional[str]
    """Home type in the words of the RESO Data Dictionary. When null, `field_notes` has the reason."""
    originating_system: Optional[str]
    """MLS that the listing comes from. When null, `field_notes` has the reason."""
    year_built: Optional[int]
    """Year built. When null, `field_notes` has the reason."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    hoa_fee_monthly: Optional[Money]
    """Monthly HOA dues. In US dollars per month. When null, `field_notes` has the reason."""
    tax_assessed_value: Optional[Money]
    """Assessed value. In US dollars. When null, `field_notes` has the reason."""
    attribution_contact: Optional[str]
    """Contact of the listing brokerage, to be shown with it. When null, `field_notes` has the reason."""
    modified_at: Optional[str]
    """When the feed last changed the listing. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    list_agent_name: Optional[str]
    """Agent who listed the home. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""


class MlsSoldRow(Sold):
    """A row of /mls/sold."""

    extras: MlsSoldExtras


class MlsRentalsExtras(TypedDict):
    """Fields of /mls/rentals only."""

    listing_id: Optional[str]
    """Public listing number in its MLS. When null, `field_notes` has the reason."""
    mls_status: Optional[str]
    """The MLS's own status. When null, `field_notes` has the reason."""
    property_sub_type: Optional[str]
    """Home type in the words of the RESO Data Dictionary. When null, `field_notes` has the reason."""
    originating_system: Optional[str]
    """MLS that the listing comes from. When null, `field_notes` has the reason."""
    year_built: Optional[int]
    """Year built. When null, `field_notes` has the reason."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    hoa_fee_monthly: Optional[Money]
    """Monthly HOA dues. In US dollars per month. When null, `field_notes` has the reason."""
    tax_assessed_value: Optional[Money]
    """Assessed value. In US dollars. When null, `field_notes` has the reason."""
    attribution_contact: Optional[str]
    """Contact of the listing brokerage, to be shown with it. When null, `field_notes` has the reason."""
    modified_at: Optional[str]
    """When the feed last changed the listing. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""
    price_change: Optional[Money]
    """Price or rent minus the one at which this service first saw it; where it has seen no change, the last one that the source reports. In US dollars. When null, `field_notes` has the reason."""
    price_change_percent: Optional[float]
    """The same as a percentage of that earlier price. When null, `field_notes` has the reason."""
    price_change_since: Optional[str]
    """When this service first saw the listing; for a change that the source reports, its time or the start of its day. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    price_change_origin: Optional[Literal["observed", "source"]]
    """Origin of the change: observed by this service, or reported by the source. When null, `field_notes` has the reason."""


class MlsRentalsRow(Listing):
    """A row of /mls/rentals."""

    extras: MlsRentalsExtras


class RecordsSoldExtras(TypedDict):
    """Fields of /records/sold only."""

    property_type_raw: Optional[str]
    """The file's own home type or class. When null, `field_notes` has the reason."""
    year_built: Optional[int]
    """Year built. When null, `field_notes` has the reason."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    parcel_id: Optional[str]
    """The assessor's parcel number. When null, `field_notes` has the reason."""
    document_id: Optional[str]
    """Number of the deed or sale record. When null, `field_notes` has the reason."""
    neighborhood: Optional[str]
    """Neighborhood as the file names it. When null, `field_notes` has the reason."""
    sold_month: Optional[str]
    """Month of the sale, YYYY-MM; the file may have no day. When null, `field_notes` has the reason."""
    arms_length: Optional[bool]
    """Whether it was a sale at arm's length: false for gifts, forced sales and nominal prices. When null, `field_notes` has the reason."""
    sale_code: Optional[str]
    """The file's own code of the kind of sale. When null, `field_notes` has the reason."""
    dataset: Optional[str]
    """The imported dataset with the sale. When null, `field_notes` has the reason."""
    file_sha256: Optional[str]
    """SHA-256 of the imported file. When null, `field_notes` has the reason."""
    imported_at: Optional[str]
    """When the file was imported: ISO 8601, UTC. When null, `field_notes` has the reason."""
    licence: Optional[str]
    """Licence or terms of the dataset. When null, `field_notes` has the reason."""
    licence_url: Optional[str]
    """Where the licence is written. When null, `field_notes` has the reason."""
    attribution: Optional[str]
    """What its publisher wants shown beside its rows. When null, `field_notes` has the reason."""
    line: Optional[int]
    """Line or record of the file, counted from 1. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""


class RecordsSoldRow(Sold):
    """A row of /records/sold."""

    extras: RecordsSoldExtras


class OpenDataListingsExtras(TypedDict):
    """Fields of /open_data/listings only."""

    status_raw: Optional[str]
    """Publisher's own status or step. When null, `field_notes` has the reason."""
    acquired_date: Optional[str]
    """Day on which the seller acquired the home. As YYYY-MM-DD. When null, `field_notes` has the reason."""
    year_built: Optional[int]
    """Year built. When null, `field_notes` has the reason."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    dataset: Optional[str]
    """The open set with the home. When null, `field_notes` has the reason."""
    licence: Optional[str]
    """Licence or terms of the set. When null, `field_notes` has the reason."""
    licence_url: Optional[str]
    """Where the licence is written. When null, `field_notes` has the reason."""
    attribution: Optional[str]
    """What its publisher wants shown beside its rows. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""
    price_change: Optional[Money]
    """Price or rent minus the one at which this service first saw it; where it has seen no change, the last one that the source reports. In US dollars. When null, `field_notes` has the reason."""
    price_change_percent: Optional[float]
    """The same as a percentage of that earlier price. When null, `field_notes` has the reason."""
    price_change_since: Optional[str]
    """When this service first saw the listing; for a change that the source reports, its time or the start of its day. As ISO 8601, UTC. When null, `field_notes` has the reason."""
    price_change_origin: Optional[Literal["observed", "source"]]
    """Origin of the change: observed by this service, or reported by the source. When null, `field_notes` has the reason."""


class OpenDataListingsRow(Listing):
    """A row of /open_data/listings."""

    extras: OpenDataListingsExtras


class OpenDataSoldExtras(TypedDict):
    """Fields of /open_data/sold only."""

    property_type_raw: Optional[str]
    """The set's own home type or class. When null, `field_notes` has the reason."""
    year_built: Optional[int]
    """Year built. When null, `field_notes` has the reason."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet. When null, `field_notes` has the reason."""
    parcel_id: Optional[str]
    """The assessor's parcel number. When null, `field_notes` has the reason."""
    document_id: Optional[str]
    """Number of the deed or sale record. When null, `field_notes` has the reason."""
    neighborhood: Optional[str]
    """Neighborhood as the set names it. When null, `field_notes` has the reason."""
    sold_month: Optional[str]
    """Month of the sale, YYYY-MM; the set may have no day. When null, `field_notes` has the reason."""
    arms_length: Optional[bool]
    """Whether it was a sale at arm's length: false for gifts, forced sales and nominal prices. When null, `field_notes` has the reason."""
    sale_code: Optional[str]
    """The set's own code of the kind of sale. When null, `field_notes` has the reason."""
    dataset: Optional[str]
    """The open set with the home. When null, `field_notes` has the reason."""
    licence: Optional[str]
    """Licence or terms of the set. When null, `field_notes` has the reason."""
    licence_url: Optional[str]
    """Where the licence is written. When null, `field_notes` has the reason."""
    attribution: Optional[str]
    """What its publisher wants shown beside its rows. When null, `field_notes` has the reason."""
    home_id: Optional[str]
    """Id of the home, the same on the rows of all sources: /v1/homes/{home_id}. When null, `field_notes` has the reason."""


class OpenDataSoldRow(Sold):
    """A row of /open_data/sold."""

    extras: OpenDataSoldExtras


PORTAL_A_LISTINGS: Route[PortalAListingsRow] = Route("/portal_a/listings")
PORTAL_A_SOLD: Route[PortalASoldRow] = Route("/portal_a/sold")
PORTAL_A_RENTALS: Route[PortalARentalsRow] = Route("/portal_a/rentals")
AUCTION_LISTINGS: Route[AuctionListingsRow] = Route("/auction/listings")
NYC_PORTAL_LISTINGS: Route[NycPortalListingsRow] = Route("/nyc_portal/listings")
NYC_PORTAL_RENTALS: Route[NycPortalRentalsRow] = Route("/nyc_portal/rentals")
PORTAL_B_SOLD: Route[PortalBSoldRow] = Route("/portal_b/sold")
MLS_LISTINGS: Route[MlsListingsRow] = Route("/mls/listings")
MLS_SOLD: Route[MlsSoldRow] = Route("/mls/sold")
MLS_RENTALS: Route[MlsRentalsRow] = Route("/mls/rentals")
RECORDS_SOLD: Route[RecordsSoldRow] = Route("/records/sold")
OPEN_DATA_LISTINGS: Route[OpenDataListingsRow] = Route("/open_data/listings")
OPEN_DATA_SOLD: Route[OpenDataSoldRow] = Route("/open_data/sold")
PORTAL_A_HOME: Route[PortalAListingsRow] = Route("/portal_a/home")


# End of what is printed.


class _Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


class Rowhouse:
    """One service with one key. Safe to share between threads: it keeps no state."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout_s: float = 300.0,
        retries: int = 3,
    ) -> None:
        """`timeout_s` is for a whole call, with its polls and retries; `retries` for each request."""
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must be an http or https address")
        plain = base_url.rstrip("/")
        self._origin = plain[: -len("/v1")] if plain.endswith("/v1") else plain
        self._api_key = api_key
        self._timeout_s = timeout_s
        self._retries = retries

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

        Every call has an idempotency key of its own unless one is given: whatever is sent again under
        one key is charged once. `max_age_s` asks for rows read at most so many seconds ago.
        """
        headers = {"Idempotency-Key": idempotency_key or secrets.token_hex(16)}
        if max_age_s is not None:
            headers["Cache-Control"] = "no-cache" if max_age_s <= 0 else f"max-age={max_age_s}"
        ends_at = self._ends_at(timeout_s)
        first = self._call(route.path, inputs, headers, ends_at)
        return self._settle(first, ends_at)

    def pages(
        self, route: Route[RowType], /, *, pages_max: int = PAGES_MAX, **inputs: Input
    ) -> Iterator[Page[RowType]]:
        """The pages of a search, each asked for when it is needed. Every page costs a credit.

        A `cursor` among the inputs continues after an earlier page.
        """
        for _ in range(pages_max):
            page = self.search(route, **inputs)  # type: ignore[arg-type]
            yield page
            if page.next_cursor is None:
                return
            inputs = {**inputs, "cursor": page.next_cursor}

    def rows(
        self, route: Route[RowType], /, *, pages_max: int = PAGES_MAX, **inputs: Input
    ) -> Iterator[RowType]:
        """The rows of the pages."""
        for page in self.pages(route, pages_max=pages_max, **inputs):
            yield from page.rows

    def wait_for(
        self, route: Route[RowType], request_id: str, *, timeout_s: Optional[float] = None
    ) -> Page[RowType]:
        """Waits for a job that was started before, after a timeout for example."""
        ends_at = self._ends_at(timeout_s)
        return self._settle(self._call(_job_path(request_id), {"wait": 0}, {}, ends_at), ends_at)

    def rows_file(
        self, request_id: str, format: Literal["csv", "geojson", "ndjson", "parquet"]
    ) -> bytes:
        """The rows of a finished job as a file. Free."""
        path = f"{_job_path(request_id)}/rows.{format}"
        return self._call(path, {}, {}, self._ends_at(None)).body

    def home(self, home_id: str) -> Dict[str, Any]:
        """One home across all sources and over time, by `home_id` of the extras of its rows. Free."""
        return _read_json(self._call(_home_path(home_id), {}, {}, self._ends_at(None)))

    def home_at(self, address: str) -> Dict[str, Any]:
        """The same by its address in one line: street, unit, city, state and ZIP. Free."""
        return _read_json(self._call("/homes", {"address": address}, {}, self._ends_at(None)))

    def home_members(self, home_ids: Iterable[str]) -> Dict[str, Any]:
        """The members of up to 50 homes, and the fields on which they differ. Free."""
        query = {"home_ids": ",".join(home_ids)}
        return _read_json(self._call("/homes/members", query, {}, self._ends_at(None)))

    def home_file(self, home_id: str, format: Literal["csv", "ndjson"]) -> bytes:
        """All lists of a home as lines of one table. Free."""
        path = f"{_home_path(home_id)}/history.{format}"
        return self._call(path, {}, {}, self._ends_at(None)).body

    def lookup_file(self, batch_id: str, format: Literal["csv", "ndjson"]) -> bytes:
        """All homes of a lookup batch, in order, with their outcomes and rows. Free."""
        path = f"/lookups/{urllib.parse.quote(batch_id, safe='')}/rows.{format}"
        return self._call(path, {}, {}, self._ends_at(None)).body

    def snapshot_file(self, snapshot_id: str, format: Literal["ndjson", "parquet"]) -> bytes:
        """The rows of a snapshot; its hash is the SHA-256 of the NDJSON. Free."""
        path = f"/snapshots/{urllib.parse.quote(snapshot_id, safe='')}/rows.{format}"
        return self._call(path, {}, {}, self._ends_at(None)).body

    def account(self) -> Dict[str, Any]:
        """Balance, plan, limits and use. Free."""
        return _read_json(self._call("/account", {}, {}, self._ends_at(None)))

    def sources(self) -> Dict[str, Any]:
        """The health of every source. Free."""
        return _read_json(self._call("/sources", {}, {}, self._ends_at(None)))

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
        """Any other call, by method and path: watches, events, webhook endpoints. Free.

        A POST without an idempotency key is repeated only after a 429, which did nothing.
        """
        headers = {} if idempotency_key is None else {"Idempotency-Key": idempotency_key}
        answer = self._call(path, inputs, headers, self._ends_at(timeout_s), method, body)
        return {} if answer.status == 204 else _read_json(answer)

    def _ends_at(self, timeout_s: Optional[float]) -> float:
        return time.monotonic() + (self._timeout_s if timeout_s is None else timeout_s)

    def _settle(self, answer: _Answer, ends_at: float) -> Page[Any]:
        """Polls until the job has finished. The service holds each poll open, so the first goes at once."""
        poll_at = time.monotonic()
        job = _read_job(answer)
        while job["status"] == "pending":
            request_id = job["request_id"]
            left = ends_at - time.monotonic()
            if left <= 0:
                raise RowhouseError(
                    "timeout",
                    f"Job {request_id} has not finished yet: wait for it with wait_for().",
                    request_id=request_id,
                )
            time.sleep(min(max(0.0, poll_at - time.monotonic()), left))
            started = time.monotonic()
            wait = int(min(WAIT_S, max(0.0, ends_at - started)))
            answer = self._call(_job_path(request_id), {"wait": wait}, {}, ends_at)
            poll_at = started + (_retry_after(answer.headers) or 1.0)
            job = _read_job(answer)
        if job["status"] == "failed":
            raise _error_of(job["error"], answer, job["request_id"])
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
        )

    def _call(
        self,
        path: str,
        inputs: Mapping[str, Input],
        headers: Mapping[str, str],
        ends_at: float,
        method: str = "GET",
        body: Optional[Mapping[str, Any]] = None,
    ) -> _Answer:
        """Sends a request until there is an answer below 400."""
        once = method == "POST" and "Idempotency-Key" not in headers
        request = self._request_of(path, inputs, headers, method, body)
        attempt = 1
        while True:
            answer, error = self._try(request, ends_at)
            if answer is not None:
                return answer
            pause = _pause_after(error, attempt)
            harmless = _passes(error) and (not once or error.status == 429)
            if attempt > self._retries or not harmless or pause >= ends_at - time.monotonic():
                raise error
            time.sleep(pause)
            attempt += 1

    def _request_of(
        self,
        path: str,
        inputs: Mapping[str, Input],
        headers: Mapping[str, str],
        method: str,
        body: Optional[Mapping[str, Any]],
    ) -> urllib.request.Request:
        sent = {
            "Authorization": f"Bearer {self._api_key}",
            "Accept-Encoding": "gzip",
            "User-Agent": "rowhouse-python",
            **headers,
        }
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        url = f"{self._origin}/v1{path}{_query_text(inputs)}"
        return urllib.request.Request(url, data=data, headers=sent, method=method)

    def _try(
        self, request: urllib.request.Request, ends_at: float
    ) -> Tuple[Optional[_Answer], RowhouseError]:
        """The answer, or why there is none."""
        left = max(0.1, min(ANSWER_S_MAX, ends_at - time.monotonic()))
        try:
            with urllib.request.urlopen(request, timeout=left) as response:
                return _Answer(response.status, response.headers, _body_of(response)), _NO_ERROR
        except urllib.error.HTTPError as failure:
            with failure:
                answer = _Answer(failure.code, failure.headers, _body_of(failure))
            return None, _error_of(_error_in(answer), answer, answer.headers.get("X-Request-Id"))
        except (OSError, EOFError, http.client.HTTPException) as failure:
            message = f"No answer from {self._origin}: {getattr(failure, 'reason', failure)}."
            return None, RowhouseError("connection_failed", message)


_NO_ERROR = RowhouseError("none", "")


def _home_path(home_id: str) -> str:
    return f"/homes/{urllib.parse.quote(home_id, safe='')}"


def _job_path(request_id: str) -> str:
    return f"/jobs/{urllib.parse.quote(request_id, safe='')}"


def _query_text(inputs: Mapping[str, Input]) -> str:
    pairs = [(name, _text_of(value)) for name, value in inputs.items() if value is not None]
    return f"?{urllib.parse.urlencode(pairs, safe=',')}" if pairs else ""


def _text_of(value: Input) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(each) for each in value)
    return str(value)


def _body_of(response: Any) -> bytes:
    body: bytes = response.read()
    return gzip.decompress(body) if response.headers.get("Content-Encoding") == "gzip" else body


def _read_json(answer: _Answer) -> Dict[str, Any]:
    try:
        body = json.loads(answer.body)
    except ValueError:
        body = None
    if isinstance(body, dict):
        return cast(Dict[str, Any], body)
    raise RowhouseError(
        "unreadable_answer",
        "The answer is no JSON object. Check that the base address is that of the service.",
        status=answer.status,
    )


def _read_job(answer: _Answer) -> Dict[str, Any]:
    job = _read_json(answer)
    if job.get("status") in ("pending", "complete", "failed"):
        return job
    raise RowhouseError(
        "unreadable_answer",
        "The answer is no job. Check that the base address is that of the service.",
        status=answer.status,
    )


def _error_in(answer: _Answer) -> Dict[str, Any]:
    try:
        error = json.loads(answer.body)["error"]
        return {"code": error["code"], **error}
    except (ValueError, KeyError, TypeError):
        message = f"Something other than the service answered {answer.status}."
        return {"code": "unreadable_answer", "message": message}


def _error_of(
    error: Mapping[str, Any], answer: _Answer, request_id: Optional[str]
) -> RowhouseError:
    return RowhouseError(
        error["code"],
        error.get("message", ""),
        status=answer.status,
        param=error.get("param"),
        candidates=error.get("candidates", ()),
        request_id=request_id,
        retry_after_s=_retry_after(answer.headers),
    )


def _retry_after(headers: Message) -> Optional[float]:
    """Retry-After is seconds or a date (RFC 9110)."""
    text = headers.get("Retry-After")
    if text is None:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _passes(error: RowhouseError) -> bool:
    if error.code == "connection_failed":
        return True
    return error.status in TEMPORARY and error.code not in LASTING


def _pause_after(error: RowhouseError, attempt: int) -> float:
    """Retry-After, at least an exponential backoff with jitter; endless when it is too long."""
    asked = error.retry_after_s or 0.0
    if asked > RETRY_PAUSE_S_MAX:
        return float("inf")
    backoff = min(BACKOFF_S_FIRST * 2 ** (attempt - 1), BACKOFF_S_MAX)
    return max(asked, backoff * (0.5 + random.random() / 2))
