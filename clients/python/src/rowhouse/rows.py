# Printed by `npm run docs:routes`. Do not edit.
"""The rows of every search, with the meaning of each field."""

from __future__ import annotations

from typing import List, Literal, Optional, TypedDict

__all__ = [
    "Address",
    "AuctionListingsExtras",
    "AuctionListingsRow",
    "Listing",
    "Location",
    "MlsListingsExtras",
    "MlsListingsRow",
    "MlsRentalsExtras",
    "MlsRentalsRow",
    "MlsSoldExtras",
    "MlsSoldRow",
    "Money",
    "NycPortalListingsExtras",
    "NycPortalListingsRow",
    "NycPortalRentalsExtras",
    "NycPortalRentalsRow",
    "OpenDataListingsExtras",
    "OpenDataListingsRow",
    "OpenDataSoldExtras",
    "OpenDataSoldRow",
    "PortalAListingsExtras",
    "PortalAListingsRow",
    "PortalARentalsExtras",
    "PortalARentalsRow",
    "PortalASoldExtras",
    "PortalASoldRow",
    "PortalBSoldExtras",
    "PortalBSoldRow",
    "RecordsSoldExtras",
    "RecordsSoldRow",
    "Sold",
    "UnitRent",
]


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
