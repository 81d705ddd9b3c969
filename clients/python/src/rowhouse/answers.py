# Printed by `npm run docs:routes`. Do not edit.
"""The answers of all calls except searches, whose rows are in `rowhouse.rows`."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from .rows import Address, Location, Money

__all__ = [
    "Account",
    "AccountEndpoints",
    "AccountKey",
    "AccountLimits",
    "AccountPlan",
    "AreaHomes",
    "AreaHomesFacets",
    "AreaHomesFacetsBedsItem",
    "AreaHomesFacetsPriceItem",
    "AreaHomesFacetsPropertyTypeItem",
    "AreaHomesFacetsSourceItem",
    "AreaSource",
    "AreaStatistics",
    "Balance",
    "BatchHome",
    "BatchHomes",
    "Candidate",
    "Comparable",
    "ComparableSubject",
    "Comparables",
    "ComparablesOthers",
    "CountyError",
    "Dataset",
    "Deliveries",
    "Delivery",
    "DeliveryAttempt",
    "DerivedSale",
    "Disagreement",
    "DisagreementValuesItem",
    "Endpoint",
    "EndpointSecret",
    "Endpoints",
    "Event",
    "Events",
    "FactDifferences",
    "FeedCircuit",
    "FieldNote",
    "Home",
    "HomeAddress",
    "HomeHistory",
    "HomeLine",
    "HomeLineSoldBefore",
    "HomeMember",
    "HomeMembers",
    "HomeMembersHomesItem",
    "HomeOffer",
    "HomeState",
    "LookupBatch",
    "LookupBatches",
    "ObservedState",
    "PossibleMember",
    "PriceCut",
    "PriceInterval",
    "PublishedFigures",
    "PublishedFiguresValuesItem",
    "ReplicaHealth",
    "ReportedEvent",
    "RouteHealth",
    "Snapshot",
    "SnapshotChange",
    "SnapshotDatasetsItem",
    "SnapshotDifference",
    "Snapshots",
    "SourceHealth",
    "SourceHealthCircuit",
    "SourceHealthPlaceAudits",
    "Sources",
    "SqlAnswer",
    "SqlAnswerColumnsItem",
    "SqlAnswerDatasetsItem",
    "SqlAnswerTablesItem",
    "StatisticsCell",
    "StatisticsSeries",
    "StatisticsSeriesPeriodsItem",
    "UsageDay",
    "Watch",
    "WatchEstimate",
    "WatchPrice",
    "WatchRows",
    "WatchRun",
    "WatchRuns",
    "WatchSchedule",
    "WatchSchedule2",
    "WatchedHome",
    "WatchedHomeGapsItem",
    "Watches",
]


class Candidate(TypedDict):
    """One home that the address may mean."""

    address: str
    """Address of the home."""
    source_id: str
    """Send as `source_id` to pick this home."""
    source_url: str
    """Page of the home on the source site."""


class FieldNote(TypedDict):
    """Why a field is null. One note covers all rows where it applies."""

    field: str
    """Name of the field; of address and extras with a dot. `data` describes rows."""
    reason: str
    """`not_on_search_page`: The source has the field, but its search page does not show it. `not_disclosed`: Hidden by law or by the parties of the sale. `hidden_by_source`: The source withholds the value: an address, an agent or a broker. `not_reported`: The source shows the field, but the value is empty for this home. `not_applicable`: The field does not apply to this row. `unreadable`: The source sent an unreadable value; detail shows its shape. `implausible`: The value failed a sanity check and was withheld."""
    detail: Optional[str]
    """Details; quotes at most 80 characters of the source."""


class Watch(TypedDict):
    watch_id: str
    """ID of the watch."""
    name: str
    """Display name."""
    route: str
    """ID of the search route."""
    path: str
    """Path of the search route."""
    query: Dict[str, Any]
    """The inputs of the search as parsed."""
    schedule: Union[WatchSchedule, WatchSchedule2]
    """Schedule."""
    events: List[str]
    fields: List[str]
    min_price_change: int
    """Smaller price changes are not reported."""
    max_credits_per_run: Optional[int]
    """A run that would cost more pauses the watch."""
    runs_until_removed: int
    """Complete runs without a home before it counts as removed."""
    state: str
    """Paused watches do not run."""
    pause_reason: Optional[str]
    """Why it is paused."""
    key_id: str
    """The key on which it depends: the one that created or resumed it."""
    created_at: str
    """Creation time."""
    next_run_at: Optional[str]
    """Next run."""
    last_complete_at: Optional[str]
    """End of the last complete run."""
    last_run: Optional[WatchRun]
    estimate: WatchEstimate


class WatchSchedule(TypedDict):
    interval_s: int
    """Seconds between runs."""


class WatchSchedule2(TypedDict):
    times: List[str]
    time_zone: str
    """IANA name of the zone."""


class WatchRun(TypedDict):
    run_id: str
    """ID of the run."""
    state: str
    """State of the run."""
    reason: Optional[str]
    """Why it is incomplete."""
    started_at: str
    """Start time."""
    ended_at: Optional[str]
    """End time."""
    pages: int
    """Collected pages."""
    credits: int
    """Their cost in credits."""
    homes: int
    """Known homes after the run."""
    added: int
    """Homes that appeared."""
    changed: int
    """Homes with a change in a watched field."""
    removed: int
    """Homes that left."""
    relisted: int
    """Homes that returned, or appeared under a new id."""


class WatchEstimate(TypedDict):
    homes: Optional[int]
    """Homes counted by the source; null if unknown."""
    counted_at: Optional[str]
    """Time of the count."""
    pages: Optional[int]
    """Pages of a run."""
    credits_per_run: Optional[int]
    """Cost of a run."""
    runs_per_month: int
    """Runs in 30 days."""
    credits_per_month: Optional[int]
    """Cost of 30 days."""


class WatchPrice(TypedDict):
    estimate: WatchEstimate


class Watches(TypedDict):
    watches: List[Watch]


class WatchRuns(TypedDict):
    runs: List[WatchRun]


class WatchRows(TypedDict):
    rows: List[Dict[str, Any]]
    next_after: Optional[str]
    """Send as `after` for the following rows; null after the last."""


class Events(TypedDict):
    events: List[Event]
    next_after: int
    """Send as `after` for the following events."""
    next_before: Optional[int]
    """Send as `before` for the preceding events; null when none are stored."""
    last_seq: int
    """The newest event of the account."""


class Event(TypedDict):
    seq: int
    """Rises by one with each event of the account."""
    event_id: str
    """ID of the event."""
    type: str
    """`watch.started`: The first complete run, with which later runs are compared. `watch.changed`: Homes appeared, changed, left or returned since the previous run. `watch.rebased`: The rules of the search changed; later runs are compared with this one. `watch.partial`: A run was incomplete: its homes are reported, and none counts as removed. `watch.failed`: Three consecutive runs failed. `watch.paused`: The watch stops until it is resumed, or until credits are available again. `watch.resumed`: The watch runs again. `job.completed`: A job is complete. Written only if an endpoint receives this type. `job.failed`: A job failed; nothing was charged. Written only if an endpoint receives this type. `endpoint.disabled`: An endpoint receives nothing more until it is enabled. `endpoint.test`: A test event; only the tested endpoint receives it."""
    timestamp: str
    """Time of the event."""
    watch_id: Optional[str]
    """The watch that caused it."""
    data: Dict[str, Any]
    """Type of event. `watch.changed` has `changes`, at most 20: `kind`, `source_id`, the `row`, the `previous` values of the fields that changed, `previous_source_id` of a relisted home, `last_seen_at`."""


class HomeHistory(TypedDict):
    source: str
    """Name of the source."""
    source_id: str
    """ID of the home at the source."""
    watches: List[WatchedHome]


class WatchedHome(TypedDict):
    watch_id: str
    """ID of the watch."""
    route: str
    """ID of the search route."""
    query: Dict[str, Any]
    """The current inputs of the search."""
    watched_since: str
    """Start of the watch; nothing is known before it."""
    last_complete_at: Optional[str]
    """End of the last complete run."""
    gaps: List[WatchedHomeGapsItem]
    previous_source_id: Optional[str]
    """The previous id of a relisted home."""
    states: List[HomeState]
    states_left_out: int
    """Older states not shown."""


WatchedHomeGapsItem = TypedDict(
    "WatchedHomeGapsItem",
    {
        # End of the previous complete run.
        "from": "str",
        # Start of the next complete run; null while the gap lasts.
        "to": "Optional[str]",
    },
)


HomeState = TypedDict(
    "HomeState",
    {
        # The first run that saw this state.
        "from": "str",
        # The last run that saw this state.
        "to": "str",
        # Prices and status, by the names of the row's fields: status, listing_kind, list_price, rent_monthly, sale_price, sold_date, extras.listing_status_raw, extras.starting_bid, extras.auction_end, if the route has them.
        "values": "Dict[str, Any]",
        # Why it ended; null for the current state. `changed`: The price or status changed. `removed`: Consecutive complete runs did not see the home. `relisted`: The home returned under another id. `search_changed`: The search of the watch or its rules changed.
        "ended_by": "Optional[str]",
        # The later id of a relisted home.
        "next_source_id": "Optional[str]",
    },
)


class AreaHomes(TypedDict):
    kind: Literal["listings", "rentals"]
    """Kind of offers."""
    count: int
    """Homes that match, over all pages."""
    homes: List[HomeLine]
    next_after: Optional[str]
    """`after` of the next page; null on the last."""
    facets: AreaHomesFacets
    sources: List[AreaSource]
    """Every source that could show the area: what is known of it, and its price."""


class HomeLine(TypedDict):
    home_id: str
    """ID of the home."""
    address: HomeAddress
    location: Optional[Location]
    property_type: Optional[str]
    """Home type."""
    beds: Optional[float]
    """Bedrooms."""
    baths: Optional[float]
    """Bathrooms."""
    living_area_sqft: Optional[int]
    """Living area in square feet."""
    year_built: Optional[int]
    """Year of construction."""
    lowest_price: Optional[Money]
    """The lowest price of the offers."""
    highest_price: Optional[Money]
    """The highest price of the offers."""
    offers: List[HomeOffer]
    """Who offers it, the last seen first."""
    disagreements: List[Disagreement]
    """Fields on which sources currently differ."""
    price_cut: Optional[PriceCut]
    sold_before: Optional[HomeLineSoldBefore]


class HomeAddress(TypedDict):
    line1: str
    """Street line."""
    unit: Optional[str]
    """Unit designation."""
    city: str
    """City."""
    state: str
    """Two-letter state code."""
    zip: str
    """Five-digit ZIP code."""


class HomeOffer(TypedDict):
    source: str
    """Name of the source."""
    source_id: str
    """ID of the home at the source."""
    source_url: str
    """Page of the home on the source site."""
    status: str
    """Listing status."""
    price: Optional[Money]
    """Asking price, or monthly rent."""
    list_date: Optional[str]
    """Date the listing started, according to the source."""
    first_seen: str
    """When a collection first saw it."""
    last_seen: str
    """When a collection last saw it."""


class Disagreement(TypedDict):
    field: str
    """Name of the field."""
    values: List[DisagreementValuesItem]


class DisagreementValuesItem(TypedDict):
    source: str
    """Name of the source."""
    source_id: str
    """ID of the home at the source."""
    value: Union[str, float]
    """Its value."""


PriceCut = TypedDict(
    "PriceCut",
    {
        # The source whose price was reduced.
        "source": "str",
        # The price before.
        "from": "Money",
        # The price after.
        "to": "Money",
        # The reduction in percent of the price before.
        "percent": "float",
        # The first collection that saw the lower price.
        "seen_at": "str",
    },
)


class HomeLineSoldBefore(TypedDict):
    source: str
    """Source that reports the sale."""
    date: str
    """Date of the last reported sale."""
    price: Optional[Money]
    """Sale price; null where it is not public."""


class AreaHomesFacets(TypedDict):
    property_type: List[AreaHomesFacetsPropertyTypeItem]
    """By home type."""
    beds: List[AreaHomesFacetsBedsItem]
    """By bedrooms."""
    source: List[AreaHomesFacetsSourceItem]
    """By source; a home may have several."""
    price: List[AreaHomesFacetsPriceItem]
    """By price, in bands of equal width."""


class AreaHomesFacetsPropertyTypeItem(TypedDict):
    value: Optional[str]
    """The value; null for homes without one."""
    count: int
    """Homes with it."""


class AreaHomesFacetsBedsItem(TypedDict):
    value: Optional[str]
    """The value; null for homes without one."""
    count: int
    """Homes with it."""


class AreaHomesFacetsSourceItem(TypedDict):
    value: Optional[str]
    """The value; null for homes without one."""
    count: int
    """Homes with it."""


AreaHomesFacetsPriceItem = TypedDict(
    "AreaHomesFacetsPriceItem",
    {
        # Lowest price of the band.
        "from": "Money",
        # The band ends below this price.
        "below": "Money",
        # Homes whose lowest price lies in it.
        "count": "int",
    },
)


class AreaSource(TypedDict):
    source: str
    """Name of the source."""
    route: str
    """ID of the search route."""
    coverage: str
    """How much of the area the stored pages show. `complete`: All of it. `partial`: Some of it: counts are lower bounds. `unread`: Nothing: there are no figures, which is not the same as no homes."""
    read_at: Optional[str]
    """When the oldest of these pages was collected."""
    is_fresh: bool
    """Whether a search would be answered from these pages."""
    is_stored: bool
    """Whether its offers are among the homes: not where a licence forbids to store prices."""
    credits_per_page: int
    """Price of each page of a search that reads the area now."""
    search: str
    """Path and query of that search."""


class HomeMembers(TypedDict):
    homes: List[HomeMembersHomesItem]
    """In the requested order."""
    unknown: List[str]


class HomeMembersHomesItem(TypedDict):
    home_id: str
    """ID of the home."""
    members: List[HomeMember]
    """Ordered by first seen."""
    disagreements: List[Disagreement]
    """Fields on which sources currently differ."""


class HomeMember(TypedDict):
    source: str
    """Name of the source."""
    source_id: str
    """ID of the home at the source."""
    kind: str
    """Kind of its rows: listings, rentals, sold or auctions."""
    source_url: str
    """Page of the home on the source site."""
    level: str
    """Why it counts as the home. `address`: The same address key: ZIP, number, street and unit. `parcel`: The same county and parcel number, and the same unit. `correction`: An operator's correction: two ids are one home."""
    home_id: str
    """The id of its own address."""
    first_seen: str
    """When a collection first saw it."""
    last_seen: str
    """When a collection last saw it."""
    status: Optional[str]
    """Listing status; null once removed, and for sold homes."""
    price: Optional[Money]
    """Asking price; for sold homes the sale price, for auctions the bid."""
    rent_monthly: Optional[Money]
    """Monthly rent."""
    property_type: Optional[str]
    """Home type."""
    beds: Optional[float]
    """Bedrooms."""
    baths: Optional[float]
    """Bathrooms."""
    living_area_sqft: Optional[int]
    """Living area in square feet."""
    year_built: Optional[int]
    """Year of construction."""


class Home(TypedDict):
    home_id: str
    """ID of the home, derived from its address key alone, the same on every server."""
    building_id: str
    """ID of the building, shared by all units of one house number."""
    address: HomeAddress
    location: Optional[Location]
    members: List[HomeMember]
    """Ordered by first seen."""
    possible: List[PossibleMember]
    """May be the home; never merged."""
    disagreements: List[Disagreement]
    """Fields on which sources currently differ."""
    observed: List[ObservedState]
    """States seen by complete collections of this service, oldest first."""
    reported: List[ReportedEvent]
    """Events reported by the sources, oldest first."""
    derived: List[DerivedSale]
    """Sales with the listings that they closed; no source reports these ratios."""
    left_out: int
    """Older states, events and possible rows that are not shown."""


class PossibleMember(TypedDict):
    source: str
    """Name of the source."""
    source_id: str
    """ID of the home at the source."""
    kind: str
    """Kind of its rows: listings, rentals, sold or auctions."""
    source_url: str
    """Page of the home on the source site."""
    home_id: str
    """The id of its own address."""
    address: HomeAddress
    reason: str
    """Why it may be the home, or is not merged. `unit_missing`: Only one address has a unit; location and facts agree. `direction_or_suffix_missing`: One address lacks a direction or a suffix that the other has; location and facts agree. `contradiction`: The address or parcel is the same, but a fact contradicts it."""
    detail: str
    """The missing or contradicting fact. `property_type`: One is land, the other has a building. `living_area_sqft`: The living areas differ by more than a quarter. `year_built`: The years differ by more than three. `location`: The points are more than a kilometer apart."""


ObservedState = TypedDict(
    "ObservedState",
    {
        # Name of the source.
        "source": "str",
        # ID of the home at the source.
        "source_id": "str",
        # Kind of the rows: listings, rentals or auctions.
        "kind": "str",
        # Listing status.
        "status": "str",
        # Asking price; for auctions the opening bid.
        "price": "Optional[Money]",
        # Monthly rent.
        "rent_monthly": "Optional[Money]",
        # Date the listing started, according to the source.
        "list_date": "Optional[str]",
        # The first collection that saw this state.
        "from": "str",
        # The last collection that saw this state.
        "to": "str",
        # Why it ended; null for the current state. `changed`: The price or status changed. `removed`: Complete runs of a watch no longer saw the listing under its id. `sold`: A sale of the home was reported; derived from both.
        "ended_by": "Optional[str]",
    },
)


class ReportedEvent(TypedDict):
    source: str
    """Name of the source."""
    source_id: str
    """ID of the home at the source."""
    event: str
    """Type of event."""
    date: str
    """When."""
    price: Optional[Money]
    """Sale price, if the source gives it."""
    disclosure: Optional[str]
    """Where the price comes from."""


class DerivedSale(TypedDict):
    sold_date: str
    """Date of the sale."""
    sale_price: Money
    """Sale price."""
    sale_source: str
    """Source that reports the sale."""
    list_price: Money
    """The last asking price seen before the sale."""
    list_source: str
    """Source of the listing."""
    list_seen: str
    """When that price was last seen."""
    sale_to_list_ratio: float
    """sale_price divided by list_price."""


class LookupBatch(TypedDict):
    batch_id: str
    """ID of the batch."""
    source: str
    """Name of the source."""
    state: str
    """`running`: Homes are pending. `ended`: Every home has an outcome."""
    created_at: str
    """When it was created."""
    ended_at: Optional[str]
    """When its last home got an outcome."""
    expires_at: str
    """When it is removed."""
    total: int
    """Homes."""
    found: int
    """Homes that were found so far."""
    pending: int
    """Homes without an outcome so far."""
    outcomes: Dict[str, int]
    """Homes by outcome; outcomes without homes are left out."""
    credits: int
    """Credits charged so far: one for each home found, however often it is listed."""


class LookupBatches(TypedDict):
    batches: List[LookupBatch]


class BatchHomes(TypedDict):
    homes: List[BatchHome]
    """In the order in which they were sent."""
    next_after: Optional[int]
    """Send as `after` to get the next page; null on the last."""


class BatchHome(TypedDict):
    nth: int
    """Its place in the batch, from 1."""
    by: str
    """What it is looked up by."""
    value: str
    """The address, page address or id."""
    outcome: str
    """What became of it. `pending`: Its area was not read yet. `found`: The source has it: `result` is its row. `not_found`: The source showed the entire area, without it. `unseen`: No search has shown this id or page yet, so its area is not known: send the address. The source was not asked. `ambiguous`: Several homes fit: choose one of `candidates` and send its `source_id`. `outside`: Its ZIP code or city is not known here. `invalid`: It has no usable address, page address or id; `detail` says why. `source_unavailable`: The source did not show its area. A retry of the batch reads it again; nothing was charged. `quota_exceeded`: The account, or its key, had no credit left that no job has reserved. A retry of the batch continues here. `not_allowed`: The key of the batch was revoked or has expired. A retry continues with its own key."""
    detail: Optional[str]
    """Why it has no row."""
    candidates: List[Candidate]
    """The homes that fit, when several do."""
    request_id: Optional[str]
    """The job that it was charged as; it has the row with its field notes."""
    credits: int
    """Credits charged: 0 for a home that an earlier line had found."""
    result: Optional[Dict[str, Any]]
    """The row, as of the lookup of one home."""


AreaStatistics = TypedDict(
    "AreaStatistics",
    {
        # Kind of homes.
        "kind": "Literal['sold', 'listings', 'rentals']",
        # First month.
        "from": "str",
        # Last month.
        "to": "str",
        # Length of a period.
        "by": "Literal['month', 'quarter']",
        # `property_type`, `beds`, or null.
        "group": "Optional[str]",
        # The day that the figures were known on.
        "as_of": "Optional[str]",
        # No median, quartile or price per area rests on fewer homes.
        "homes_for_median_min": "int",
        # One for each dataset and source, never mixed.
        "series": "List[StatisticsSeries]",
        # Figures that others computed and the operator imported.
        "published": "List[PublishedFigures]",
        "not_known_then": "List[str]",
    },
)


class StatisticsSeries(TypedDict):
    basis: str
    """What the figures rest on. `records`: Sales of an imported dataset. `collections`: What collections of this service saw at one source."""
    source: str
    """Name of the source."""
    dataset: Optional[str]
    """The imported dataset."""
    licence: Optional[str]
    """Licence or terms of the dataset."""
    licence_url: Optional[str]
    """Where the licence is written."""
    attribution: Optional[str]
    """What its publisher wants shown beside the figures."""
    known_since: Optional[str]
    """When the dataset was imported."""
    periods: List[StatisticsSeriesPeriodsItem]


class StatisticsSeriesPeriodsItem(TypedDict):
    period: str
    """The month, or the first month of the quarter: YYYY-MM."""
    coverage: str
    """How much of the period was read. `complete`: All of it. `partial`: Some of it: counts are lower bounds. `unread`: Nothing: there are no figures, which is not the same as no homes."""
    cells: List[StatisticsCell]


class StatisticsCell(TypedDict):
    group: Optional[str]
    """The value that the homes share; null without `group`, and for homes without a value."""
    count: int
    """Homes sold; homes that were offered on some day of the period."""
    priced_count: int
    """Those whose prices are used. A median needs five."""
    median_price: Optional[Money]
    """Median price: sale price, last asking price, or monthly rent."""
    p25: Optional[Money]
    """A quarter of the prices is lower."""
    p75: Optional[Money]
    """A quarter of the prices is higher."""
    median_price_per_sqft: Optional[float]
    """Median of price by living area, US dollars."""
    not_arms_length_count: Optional[int]
    """Sales that the publisher does not call at arm's length; their prices are not used."""
    median_sale_to_list: Optional[float]
    """Median of the sale price by the last asking price that the same source showed of the home."""
    new_count: Optional[int]
    """Homes whose listing started in the period, according to the source."""
    removed_count: Optional[int]
    """Homes that complete runs of watches no longer saw."""
    price_cut_share: Optional[float]
    """Share of the homes whose price was reduced: 0 to 1."""
    median_days_on_market: Optional[float]
    """Median days from the start to the removal."""


class PublishedFigures(TypedDict):
    dataset: str
    """The imported dataset."""
    licence: str
    """Licence or terms of the dataset."""
    licence_url: str
    """Where the licence is written."""
    attribution: str
    """What its publisher wants shown beside the figures."""
    measure: str
    """`median_sale_price`: Median price of homes sold, in dollars. `median_list_price`: Median asking price, in dollars. `price_per_sqft`: Median price of homes sold for a square foot, in dollars. `list_price_per_sqft`: Median asking price for a square foot, in dollars. `homes_sold`: Homes sold. `pending_sales`: Homes that went under contract. `active_listings`: Homes for sale. `new_listings`: Homes that were newly listed. `days_on_market`: Median days on the market. `sale_to_list`: Sale price over the last asking price: 1 where they are equal. `months_of_supply`: Months in which all homes for sale would be sold. `price_cut_count`: Homes for sale whose asking price was reduced. `home_value_index`: Typical value of a home, as its publisher estimates it, in dollars. `rent_index`: Typical rent a month, as its publisher estimates it, in dollars. `price_index`: Index of prices of the same homes; only its changes have a meaning."""
    values: List[PublishedFiguresValuesItem]


class PublishedFiguresValuesItem(TypedDict):
    period: str
    """First day of the period."""
    value: float
    """Its value, in the unit of the measure."""


class Snapshot(TypedDict):
    snapshot_id: str
    """ID of the snapshot."""
    hash: str
    """SHA-256 of the content, hexadecimal: the name of exactly these rows."""
    name: str
    """Display name."""
    created_at: str
    """When it was made."""
    expires_at: str
    """When it is removed."""
    source: str
    """Name of the source."""
    route: str
    """ID of the search route."""
    query: Dict[str, Any]
    """The inputs of the search."""
    completeness: str
    """How much of the search it has. `complete`: From the first to the last page of the search, each complete. `partial`: Pages are missing, or a page is partial."""
    pages: int
    """Pages of the search."""
    rows: int
    """Rows when it was made."""
    collected_from: str
    """When the oldest page was collected."""
    collected_until: str
    """When the newest page was collected."""
    datasets: List[SnapshotDatasetsItem]
    """Datasets of the rows, with their licences."""
    rows_erased: int
    """Rows that the operator erased or keeps out: the hash is of all rows."""


class SnapshotDatasetsItem(TypedDict):
    dataset: str
    """The imported dataset."""
    licence: Optional[str]
    """Licence or terms of the dataset."""
    licence_url: Optional[str]
    """Where the licence is written."""
    attribution: Optional[str]
    """What its publisher wants shown beside the rows."""


class Snapshots(TypedDict):
    snapshots: List[Snapshot]


SnapshotDifference = TypedDict(
    "SnapshotDifference",
    {
        "from": "Snapshot",
        "to": "Snapshot",
        # Homes that both have, without a difference.
        "unchanged": "int",
        "changes": "List[SnapshotChange]",
    },
)


class SnapshotChange(TypedDict):
    kind: str
    """`added`: Only the later snapshot has it. `removed`: Only the earlier snapshot has it. `changed`: Both have it, and a field differs."""
    source_id: str
    """ID of the home at the source."""
    home_id: Optional[str]
    """ID of the home."""
    values: Dict[str, Any]
    """Its watched fields; of a removed home, those it had."""
    previous: Optional[Dict[str, Any]]
    """The earlier values of the fields that changed."""


class SqlAnswer(TypedDict):
    columns: List[SqlAnswerColumnsItem]
    rows: List[List[Any]]
    row_count: int
    """Rows in this answer."""
    truncated: bool
    """Whether the statement has more rows than this answer."""
    tables: List[SqlAnswerTablesItem]
    """The tables that the statement names."""
    datasets: List[SqlAnswerDatasetsItem]
    """The imported datasets, where the statement reads `sales`."""


class SqlAnswerColumnsItem(TypedDict):
    name: str
    """Name of the column; several may share one."""
    type: str
    """Its type, as DuckDB writes it."""


class SqlAnswerTablesItem(TypedDict):
    name: str
    """The table."""
    rows: int
    """Rows that the statement could read."""
    truncated: bool
    """Whether the account has more: older rows were left out."""


class SqlAnswerDatasetsItem(TypedDict):
    title: str
    """Title of the imported dataset."""
    licence: Optional[str]
    """Licence or terms of the dataset."""
    licence_url: Optional[str]
    """Where the licence is written."""
    attribution: Optional[str]
    """What its publisher wants shown beside what is made of the rows."""


class Comparables(TypedDict):
    kind: Literal["sale", "rent"]
    """sale (default): sale prices. rent: monthly rents that rentals ask for."""
    as_of: str
    """The day of the estimate, in UTC."""
    method: str
    """Version of the method."""
    subject: ComparableSubject
    estimate: Optional[Money]
    """The product of all `price_now`, each to the power of its weight."""
    estimate_reason: Optional[str]
    """Why there is no estimate. `not_disclosed`: Sale prices are not public in this state. Ask for kind=rent. `location_missing`: The location of the home is unknown. Send lat and lng. `living_area_missing`: The living area of the home is unknown. Send living_area_sqft. `too_few_sales`: Fewer than 20 sales within 15 miles and 365 days; of rentals, rentals with a current rent."""
    interval: Optional[PriceInterval]
    interval_reason: Optional[str]
    """Why there is no interval. `no_estimate`: The answer has no estimate. `not_computed`: The error of the county is being computed. Ask again in a few minutes. `too_few_tests`: Fewer than 50 sales of the county in the last year could be tested. `no_county`: The location lies in no known county."""
    comparables: List[Comparable]
    """The sales of the largest weights, in their order."""
    others: ComparablesOthers
    error: Optional[CountyError]
    error_reason: Optional[str]
    """Why there is no error. `no_estimate`: The answer has no estimate. `not_computed`: The error of the county is being computed. Ask again in a few minutes. `too_few_tests`: Fewer than 50 sales of the county in the last year could be tested. `no_county`: The location lies in no known county."""


class ComparableSubject(TypedDict):
    home_id: Optional[str]
    """ID of the home, if it is known."""
    location: Optional[Location]
    county_fips: Optional[str]
    """County FIPS code."""
    state: Optional[str]
    """Two-letter state code."""
    property_type: Optional[str]
    """Home type."""
    beds: Optional[float]
    """Bedrooms."""
    baths: Optional[float]
    """Bathrooms."""
    living_area_sqft: Optional[int]
    """Living area in square feet."""
    lot_area_sqft: Optional[int]
    """Lot area in square feet."""
    year_built: Optional[int]
    """Year of construction."""


class PriceInterval(TypedDict):
    low: Money
    high: Money
    share: float
    """The share of prices that it is promised to hold."""


class Comparable(TypedDict):
    source: str
    """Name of the source."""
    source_id: str
    """ID of the sale, or of the home, at the source."""
    dataset: Optional[str]
    """The imported dataset; null for rows of other sources."""
    date: Optional[str]
    """Date of the sale; of a rental, when its state began. Null where only the month is known."""
    month: str
    """Its month, YYYY-MM."""
    price: Money
    """Sale price; for rentals the monthly rent."""
    price_now: Money
    """The price at the level of today, by the trend of the county."""
    distance_mi: float
    """Distance in miles."""
    age_days: int
    """Days since."""
    differences: FactDifferences
    weight: float
    """Exponent of `price_now` in the estimate; all weights together are 1. A negative one belongs to a sale that shows what a difference costs."""


class FactDifferences(TypedDict):
    beds: Optional[float]
    """Bedrooms more than the home has."""
    baths: Optional[float]
    """Bathrooms more."""
    living_area_sqft: Optional[int]
    """Square feet of living area more."""
    lot_area_sqft: Optional[int]
    """Square feet of lot more."""
    year_built: Optional[int]
    """Years newer."""


class ComparablesOthers(TypedDict):
    count: int
    """Further sales that the estimate is made of."""
    weight: float
    """The sum of their weights."""


CountyError = TypedDict(
    "CountyError",
    {
        # County FIPS code.
        "county_fips": "str",
        # Sales of the last year that were tested.
        "tested": "int",
        # The first of them.
        "from": "str",
        # The last.
        "to": "str",
        # Half of the estimates were closer: a share of the price.
        "median_absolute_error": "float",
        # Share of estimates within 5 % of the price.
        "within_5_percent": "float",
        # Within 10 %.
        "within_10_percent": "float",
        # Within 20 %.
        "within_20_percent": "float",
        # Median of the signed error; negative where estimates are too low.
        "bias": "float",
        # Share of prices within the interval.
        "interval_held": "float",
        # Version of the method.
        "method": "str",
        # When it was computed.
        "computed_at": "str",
    },
)


class Deliveries(TypedDict):
    deliveries: List[Delivery]


class Delivery(TypedDict):
    endpoint_id: str
    """ID of the endpoint."""
    seq: int
    """Number of the event."""
    event_id: Optional[str]
    """ID of the event; null after it has expired."""
    type: Optional[str]
    """Type of the event; null after it has expired."""
    status: str
    """Failed deliveries are not retried automatically."""
    attempts: int
    """Attempts so far."""
    created_at: str
    """Creation time."""
    next_at: Optional[str]
    """Time of the next attempt."""
    last_attempt: Optional[DeliveryAttempt]


class DeliveryAttempt(TypedDict):
    at: str
    """End time."""
    code: Optional[int]
    """HTTP status of the response, or reply code of the mail server; null without one."""
    took_ms: int
    """Duration."""
    error: Optional[str]
    """Reason of the failure; null on success."""


class EndpointSecret(TypedDict):
    endpoint_id: str
    """ID of the endpoint."""
    url: str
    """URL that receives the events."""
    name: str
    """Display name."""
    types: List[str]
    state: str
    """Nothing is sent to disabled endpoints."""
    disabled_reason: Optional[str]
    """Why it is disabled: `gone` after a 410 or a permanent refusal of a mail, `failing` after five days without a success, `unconfirmed` until the owner of a mail address agrees, `unsubscribed` when the owner ended the alerts."""
    disabled_at: Optional[str]
    """Time of disabling."""
    created_at: str
    """Creation time."""
    next_seq: int
    """The first event of the log not yet sent to it."""
    old_secret_ends_at: Optional[str]
    """End of the time in which a replaced secret also signs."""
    held_until: Optional[str]
    """Nothing is sent until this time: the endpoint sent Retry-After."""
    failing_since: Optional[str]
    """Start of the time without a successful attempt."""
    last_attempt: Optional[DeliveryAttempt]
    secret: str
    """Verifies signatures: `whsec_` and base64. Shown once, and again when the call that created the endpoint is repeated with its Idempotency-Key."""


class Endpoints(TypedDict):
    endpoints: List[Endpoint]


class Endpoint(TypedDict):
    endpoint_id: str
    """ID of the endpoint."""
    url: str
    """URL that receives the events."""
    name: str
    """Display name."""
    types: List[str]
    state: str
    """Nothing is sent to disabled endpoints."""
    disabled_reason: Optional[str]
    """Why it is disabled: `gone` after a 410 or a permanent refusal of a mail, `failing` after five days without a success, `unconfirmed` until the owner of a mail address agrees, `unsubscribed` when the owner ended the alerts."""
    disabled_at: Optional[str]
    """Time of disabling."""
    created_at: str
    """Creation time."""
    next_seq: int
    """The first event of the log not yet sent to it."""
    old_secret_ends_at: Optional[str]
    """End of the time in which a replaced secret also signs."""
    held_until: Optional[str]
    """Nothing is sent until this time: the endpoint sent Retry-After."""
    failing_since: Optional[str]
    """Start of the time without a successful attempt."""
    last_attempt: Optional[DeliveryAttempt]


class Account(TypedDict):
    account_id: str
    """ID of the account."""
    name: str
    """Name given by the operator."""
    status: str
    """Calls of a suspended account are rejected; those of a moved one get 503."""
    balance: Balance
    plan: AccountPlan
    limits: AccountLimits
    key: AccountKey
    endpoints: AccountEndpoints
    usage: List[UsageDay]
    """One entry per UTC day and route, newest day first, for the last 31 days."""


class Balance(TypedDict):
    plan: int
    """Plan credits left this month."""
    extra: int
    """Extra credits left; used after the plan."""
    reserved: int
    """Credits reserved by pending jobs."""
    available: int
    """Credits available to new searches."""


class AccountPlan(TypedDict):
    credits_per_month: int
    """Plan credits per month; they do not roll over."""
    period: str
    """The month, UTC."""
    resets_at: str
    """When the next month starts."""


class AccountLimits(TypedDict):
    calls_per_minute: int
    """Calls per minute of the account."""
    pending_searches: int
    """Searches that may be pending at once."""


class AccountKey(TypedDict):
    key_id: str
    """The key of the call."""
    scopes: List[str]
    """Scopes of the key: read, search, watches, webhooks, secrets."""
    credits_max: Optional[int]
    """Total credits that the key may spend."""
    credits_used: Optional[int]
    """Credits spent or reserved by the key."""
    expires_at: Optional[str]
    """When the key expires."""


class AccountEndpoints(TypedDict):
    enabled: int
    """Enabled webhook endpoints."""
    disabled_by_caller: int
    """Webhook endpoints disabled by the account."""
    disabled_by_service: int
    """Webhook endpoints that answered 410 or failed for five days; nothing is sent until they are enabled."""


class UsageDay(TypedDict):
    date: str
    """UTC day."""
    route: str
    """ID of the route."""
    path: str
    """Path of the route."""
    complete: int
    """Jobs that completed."""
    failed: int
    """Jobs that failed."""
    pending: int
    """Jobs that are pending."""
    credits: int
    """Credits charged."""


class Sources(TypedDict):
    sources: List[SourceHealth]


class SourceHealth(TypedDict):
    source: str
    """Name of the source."""
    configured: bool
    """Whether the source has an address, of an upstream or of the sandbox."""
    sandbox: bool
    """Whether the built-in sandbox serves it: its homes are synthetic data."""
    place_audits: SourceHealthPlaceAudits
    feeds: List[str]
    replicas: List[ReplicaHealth]
    datasets: List[Dataset]
    """Imported datasets, with their licences."""
    circuit: SourceHealthCircuit
    feed_circuits: List[FeedCircuit]
    routes: List[RouteHealth]


class SourceHealthPlaceAudits(TypedDict):
    audits: int
    """The source's own places that were also collected by boxes."""
    homes: int
    """Homes found by the boxes."""
    homes_outside: int
    """Of these, homes missing from the place; it is no longer used."""


class ReplicaHealth(TypedDict):
    feed: str
    """Name of a replicated feed."""
    ready: bool
    """Whether it can be searched: its first pull has ended."""
    rows: int
    """Stored rows."""
    last_pull_at: Optional[str]
    """The rows match the feed at this time."""
    lag_s: Optional[int]
    """Seconds since then."""
    last_compared_at: Optional[str]
    """When its keys were last compared, to find deleted rows."""
    last_error: Optional[str]
    """Failure of the last pull; null without one."""


class Dataset(TypedDict):
    dataset: str
    """Name of the dataset; `extras.dataset` of its rows."""
    title: Optional[str]
    """What it holds."""
    rows: int
    """Rows."""
    earliest: Optional[str]
    """First sale."""
    latest: Optional[str]
    """Last sale."""
    imported_at: str
    """When it was imported."""
    publisher: Optional[str]
    """Who publishes it."""
    licence: Optional[str]
    """Licence or terms."""
    licence_url: Optional[str]
    """Where the licence is written."""
    attribution: Optional[str]
    """What must be shown beside its rows."""


class SourceHealthCircuit(TypedDict):
    state: str
    """An open circuit rejects new searches; so does an operator's pause."""
    failures_in_a_row: int
    """Failed collections since the last success."""
    open_until: Optional[str]
    """When the source is tried again."""


class FeedCircuit(TypedDict):
    feed: str
    """Name of a feed. Its circuit rejects only searches that use it."""
    state: str
    """An open circuit rejects new searches; so does an operator's pause."""
    failures_in_a_row: int
    """Failed collections since the last success."""
    open_until: Optional[str]
    """When the source is tried again."""
    last_error: Optional[str]
    """The feed's last failure; null without one."""


class RouteHealth(TypedDict):
    route: str
    """ID of the route."""
    path: str
    """Path of the route."""
    readings: int
    """Collections from the source."""
    success_rate: Optional[float]
    """From 0 to 1; null before the first collection."""
    last_success_at: Optional[str]
    """Last successful collection."""
    last_failure_at: Optional[str]
    """Last failed collection."""
    last_error: Optional[str]
    """The last failure."""
    median_ms: Optional[float]
    """Median time of a collection."""
    rows_read: int
    """Total rows collected."""
    fill_rates: Dict[str, float]
    """Share of the rows in which a field was filled, by field."""
    lost_fields: Dict[str, str]
    """Fields that the source no longer sends as before, with the time of the change. Their values are null as `unreadable`, and pages are `partial`."""
