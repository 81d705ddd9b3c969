# Printed by `npm run docs:routes`. Do not edit.
"""The client with a method for every operation."""

from __future__ import annotations

from datetime import date
from typing import (
    Any,
    AsyncIterator,
    Dict,
    Iterable,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Union,
    cast,
)

from . import routes
from ._async_client import AsyncClient, AsyncSearch
from ._core import PAGES_MAX, UNSET, Call, Unset, given, given_or_null, key_headers, path_of
from .answers import (
    Account,
    AreaHomes,
    AreaStatistics,
    Balance,
    BatchHome,
    BatchHomes,
    Comparable,
    Comparables,
    Deliveries,
    Endpoint,
    EndpointSecret,
    Endpoints,
    Event,
    Events,
    Home,
    HomeHistory,
    HomeLine,
    HomeMembers,
    LookupBatch,
    LookupBatches,
    Snapshot,
    SnapshotDifference,
    Snapshots,
    Sources,
    SqlAnswer,
    Watch,
    WatchPrice,
    WatchRows,
    WatchRun,
    WatchRuns,
    Watches,
)
from .inputs import (
    ArmsLength,
    ComparablesPropertyType,
    EndpointType,
    EventType,
    LookupBatchHome,
    PropertyType,
    Source,
    WatchEvent,
    WatchField,
)
from .rows import (
    AuctionListingsRow,
    MlsListingsRow,
    MlsRentalsRow,
    MlsSoldRow,
    NycPortalListingsRow,
    NycPortalRentalsRow,
    OpenDataListingsRow,
    OpenDataSoldRow,
    PortalAListingsRow,
    PortalARentalsRow,
    PortalASoldRow,
    PortalBSoldRow,
    RecordsSoldRow,
)


class AsyncRowhouse(AsyncClient):
    """One service with one key: a method for every operation, named by its id.

    The methods of searches return a search that has not been sent: its `page()`, `pages()`,
    `rows()`, `to_pandas()` and `to_geopandas()` send it. All other methods are calls.
    """

    def portal_a_listings(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
    ) -> AsyncSearch[PortalAListingsRow]:
        """Homes for sale, portal_a.

        Homes for sale from a national listings portal.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city`: a state code of two letters.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
        }
        return AsyncSearch(self, routes.PORTAL_A_LISTINGS, inputs)

    def portal_a_sold(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        sold_within_days: Optional[Literal[7, 14, 30, 90, 180, 365, 730, 1095]] = None,
    ) -> AsyncSearch[PortalASoldRow]:
        """Sold homes, portal_a.

        Sold homes from a national listings portal. A sale price that is not public is null, with a
        note.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city`: a state code of two letters.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            sold_within_days: Only homes sold in this many past days, 90 when omitted: one of 7, 14,
                30, 90, 180, 365, 730, 1095.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "sold_within_days": sold_within_days,
        }
        return AsyncSearch(self, routes.PORTAL_A_SOLD, inputs)

    def portal_a_rentals(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
    ) -> AsyncSearch[PortalARentalsRow]:
        """Homes and buildings for rent, portal_a.

        Homes and apartment buildings for rent. A building is one row with its lowest rent, and its
        units in `extras.units`.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city`: a state code of two letters.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
        }
        return AsyncSearch(self, routes.PORTAL_A_RENTALS, inputs)

    def auction_listings(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        sort: Optional[Literal["newest"]] = None,
    ) -> AsyncSearch[AuctionListingsRow]:
        """Homes up for auction.

        Foreclosure and bank-owned homes up for auction, soonest auction first unless `sort` says
        otherwise. An auction has no asking price.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 25,000 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
            sort: Order of the entire search, the source's own when omitted: one of newest.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "sort": sort,
        }
        return AsyncSearch(self, routes.AUCTION_LISTINGS, inputs)

    def nyc_portal_listings(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        sort: Optional[Literal["newest", "price_high", "price_low"]] = None,
    ) -> AsyncSearch[NycPortalListingsRow]:
        """Homes for sale in New York City, nyc_portal.

        Homes for sale in an area of New York City. Other places are rejected.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 1,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
            sort: Order of the entire search, the source's own when omitted: one of newest,
                price_high, price_low.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "sort": sort,
        }
        return AsyncSearch(self, routes.NYC_PORTAL_LISTINGS, inputs)

    def nyc_portal_rentals(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["newest", "price_high", "price_low"]] = None,
    ) -> AsyncSearch[NycPortalRentalsRow]:
        """Homes for rent in New York City, nyc_portal.

        Homes for rent in an area of New York City. Other places are rejected.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 1,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            sort: Order of the entire search, the source's own when omitted: one of newest,
                price_high, price_low.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "sort": sort,
        }
        return AsyncSearch(self, routes.NYC_PORTAL_RENTALS, inputs)

    def portal_b_sold(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        sort: Optional[Literal["newest", "price_high", "price_low"]] = None,
        sold_within_days: Optional[Literal[7, 30, 90, 180, 365, 730, 1095]] = None,
    ) -> AsyncSearch[PortalBSoldRow]:
        """Sold homes, portal_b.

        Sold homes from a second national portal.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
            sort: Order of the entire search, the source's own when omitted: one of newest,
                price_high, price_low.
            sold_within_days: Only homes sold in this many past days, 90 when omitted: one of 7, 30,
                90, 180, 365, 730, 1095.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "sort": sort,
            "sold_within_days": sold_within_days,
        }
        return AsyncSearch(self, routes.PORTAL_B_SOLD, inputs)

    def mls_listings(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        sort: Optional[Literal["newest", "price_high", "price_low"]] = None,
    ) -> AsyncSearch[MlsListingsRow]:
        """Homes for sale, mls.

        Homes for sale and under contract from RESO Web API servers of the operator. Show the
        brokerage with each home.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
            sort: Order of the entire search, the source's own when omitted: one of newest,
                price_high, price_low.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "sort": sort,
        }
        return AsyncSearch(self, routes.MLS_LISTINGS, inputs)

    def mls_sold(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        sort: Optional[Literal["newest", "price_high", "price_low"]] = None,
        sold_within_days: Optional[Literal[7, 14, 30, 90, 180, 365, 730, 1095]] = None,
    ) -> AsyncSearch[MlsSoldRow]:
        """Sold homes, mls.

        Closed sales from RESO Web API servers of the operator. A price withheld by the MLS is null,
        with a note.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
            sort: Order of the entire search, the source's own when omitted: one of newest,
                price_high, price_low.
            sold_within_days: Only homes sold in this many past days, 90 when omitted: one of 7, 14,
                30, 90, 180, 365, 730, 1095.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "sort": sort,
            "sold_within_days": sold_within_days,
        }
        return AsyncSearch(self, routes.MLS_SOLD, inputs)

    def mls_rentals(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        sort: Optional[Literal["newest", "price_high", "price_low"]] = None,
    ) -> AsyncSearch[MlsRentalsRow]:
        """Homes for rent, mls.

        Homes for rent from RESO Web API servers of the operator. Weekly rents are converted to
        monthly rents.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
            sort: Order of the entire search, the source's own when omitted: one of newest,
                price_high, price_low.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "sort": sort,
        }
        return AsyncSearch(self, routes.MLS_RENTALS, inputs)

    def records_sold(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        arms_length: Optional[Union[str, Iterable[ArmsLength]]] = None,
        sort: Optional[Literal["newest", "price_high", "price_low"]] = None,
        sold_within_days: Optional[Literal[7, 14, 30, 90, 180, 365, 730, 1095, 1825, 3650, 36500]] = None,
    ) -> AsyncSearch[RecordsSoldRow]:
        """Sold homes, records.

        Sales from files that the operator imported, such as county sales. Most recent first by
        default; responses are immediate.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
            arms_length: Sales at arm's length, others, or those of which the publisher does not
                say: a comma-separated list without repeats of true, false, unknown.
            sort: Order of the entire search, the source's own when omitted: one of newest,
                price_high, price_low.
            sold_within_days: Only homes sold in this many past days, 90 when omitted: one of 7, 14,
                30, 90, 180, 365, 730, 1095, 1825, 3650, 36500.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "arms_length": arms_length,
            "sort": sort,
            "sold_within_days": sold_within_days,
        }
        return AsyncSearch(self, routes.RECORDS_SOLD, inputs)

    def open_data_listings(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
    ) -> AsyncSearch[OpenDataListingsRow]:
        """Homes for sale, open data.

        Homes for sale that a public body publishes, such as those of the federal government (HUD),
        read live. Sets may have no prices: `list_price` is then null, with a note.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 25,000 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
        }
        return AsyncSearch(self, routes.OPEN_DATA_LISTINGS, inputs)

    def open_data_sold(
        self,
        *,
        zip: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        cursor: Optional[str] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        sort: Optional[Literal["newest", "price_high", "price_low"]] = None,
        sold_within_days: Optional[Literal[7, 14, 30, 90, 180, 365, 730, 1095, 1825, 3650, 36500]] = None,
    ) -> AsyncSearch[OpenDataSoldRow]:
        """Sold homes, open data.

        Sales that a public body publishes, read live from its server. Sets that were copied are at
        `/records/sold`.

        Args:
            zip: A ZIP code of five digits.
            bbox: A map box: west,south,east,north in decimal degrees, west < east and south <
                north. At most 2,500 square miles.
            lat: Center of a circle, with `lng` and `radius_mi`: a latitude from -90 to 90.
            lng: Center of a circle, with `lat` and `radius_mi`: a longitude from -180 to 180.
            radius_mi: With `lat` and `lng`: a radius from 0.1 to 10 miles.
            city: With `state`: a city name of 2 to 80 characters without leading or trailing
                spaces.
            state: With `city` or `county`: a state code of two letters.
            county: County, parish or borough, with `state`: a county name of 2 to 80 characters
                without leading or trailing spaces.
            min_price: Lowest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            max_price: Highest price, on rentals monthly rent: whole dollars from 0 to 2147483647.
            beds_min: Fewest bedrooms: a whole number from 0 to 10.
            baths_min: Fewest bathrooms: a number from 0 to 10.
            sqft_min: Smallest living area: whole square feet from 0 to 2147483647.
            sqft_max: Largest living area: whole square feet from 0 to 2147483647.
            property_type: Home types: a comma-separated list without repeats of single_family,
                condo, townhouse, multi_family, land, manufactured, apartment.
            cursor: With the same inputs, on the same route: the next_cursor of the previous page.
            year_built_min: Earliest year built: a year from 1700 to 2100.
            year_built_max: Latest year built: a year from 1700 to 2100.
            sort: Order of the entire search, the source's own when omitted: one of newest,
                price_high, price_low.
            sold_within_days: Only homes sold in this many past days, 90 when omitted: one of 7, 14,
                30, 90, 180, 365, 730, 1095, 1825, 3650, 36500.
        """
        inputs = {
            "zip": zip,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "city": city,
            "state": state,
            "county": county,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "property_type": property_type,
            "cursor": cursor,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "sort": sort,
            "sold_within_days": sold_within_days,
        }
        return AsyncSearch(self, routes.OPEN_DATA_SOLD, inputs)

    def portal_a_home(
        self,
        *,
        address: Optional[str] = None,
        url: Optional[str] = None,
        source_id: Optional[str] = None,
    ) -> AsyncSearch[PortalAListingsRow]:
        """One home, portal_a.

        One home by `address`, `url` or `source_id`: send exactly one of them. The row is a listing
        or a sold row, depending on the home. Only the ID in a `url` is used; it is never fetched.

        Args:
            address: Street address with city and state.
            url: URL of the home on the source site.
            source_id: The source's ID of the home.
        """
        inputs = {"address": address, "url": url, "source_id": source_id}
        return AsyncSearch(self, routes.PORTAL_A_HOME, inputs)

    async def create_watch(
        self,
        *,
        route: str,
        query: Mapping[str, Any],
        name: Optional[str] = None,
        interval_s: Optional[int] = None,
        times: Optional[Iterable[str]] = None,
        time_zone: Optional[str] = None,
        events: Optional[Iterable[WatchEvent]] = None,
        fields: Optional[Iterable[WatchField]] = None,
        min_price_change: Optional[int] = None,
        max_credits_per_run: Union[Optional[int], Unset] = UNSET,
        runs_until_removed: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout_s: Optional[float] = None,
    ) -> Watch:
        """Watch a search.

        Stores a search that runs on a schedule, with all its pages; the first run starts at once. A
        run costs as much as its pages.

        Args:
            route: The search route, by its id (`SOURCE_listings`) or its path (`/SOURCE/listings`).
            query: The inputs of the search as JSON, one member each; lists replace comma-separated
                values. Without `cursor` and `sort`.
            name: A display name.
            interval_s: Seconds between runs, 86400 by default without times. Runs start up to a
                tenth of it earlier or later.
            times: Local times of each day, `07:00`, instead of interval_s. Runs start up to five
                minutes later.
            time_zone: Time zone of times, an IANA name: `America/Chicago`.
            events: Changes to report; all by default.
            fields: Fields whose changes are reported; all watched fields of the route by default.
            min_price_change: Smaller price changes are not reported, in whole units of their
                currency. Small steps add up.
            max_credits_per_run: A run that would cost more ends as partial and pauses the watch. No
                limit when null.
            runs_until_removed: Consecutive complete runs without a home before it counts as
                removed, 2 by default.
        """
        body = given(
            route=route,
            query=query,
            name=name,
            interval_s=interval_s,
            times=times,
            time_zone=time_zone,
            events=events,
            fields=fields,
            min_price_change=min_price_change,
            runs_until_removed=runs_until_removed,
        )
        body.update(given_or_null(max_credits_per_run=max_credits_per_run))
        call = Call("POST", "/watches", body=body, headers=key_headers(idempotency_key))
        return cast(Watch, await self._json(call, timeout_s))

    async def estimate_watch(
        self,
        *,
        route: str,
        query: Mapping[str, Any],
        name: Optional[str] = None,
        interval_s: Optional[int] = None,
        times: Optional[Iterable[str]] = None,
        time_zone: Optional[str] = None,
        events: Optional[Iterable[WatchEvent]] = None,
        fields: Optional[Iterable[WatchField]] = None,
        min_price_change: Optional[int] = None,
        max_credits_per_run: Union[Optional[int], Unset] = UNSET,
        runs_until_removed: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> WatchPrice:
        """The price of a watch.

        Takes the same arguments, and creates nothing. Free.

        Args:
            route: The search route, by its id (`SOURCE_listings`) or its path (`/SOURCE/listings`).
            query: The inputs of the search as JSON, one member each; lists replace comma-separated
                values. Without `cursor` and `sort`.
            name: A display name.
            interval_s: Seconds between runs, 86400 by default without times. Runs start up to a
                tenth of it earlier or later.
            times: Local times of each day, `07:00`, instead of interval_s. Runs start up to five
                minutes later.
            time_zone: Time zone of times, an IANA name: `America/Chicago`.
            events: Changes to report; all by default.
            fields: Fields whose changes are reported; all watched fields of the route by default.
            min_price_change: Smaller price changes are not reported, in whole units of their
                currency. Small steps add up.
            max_credits_per_run: A run that would cost more ends as partial and pauses the watch. No
                limit when null.
            runs_until_removed: Consecutive complete runs without a home before it counts as
                removed, 2 by default.
        """
        body = given(
            estimate=True,
            route=route,
            query=query,
            name=name,
            interval_s=interval_s,
            times=times,
            time_zone=time_zone,
            events=events,
            fields=fields,
            min_price_change=min_price_change,
            runs_until_removed=runs_until_removed,
        )
        body.update(given_or_null(max_credits_per_run=max_credits_per_run))
        call = Call("POST", "/watches", body=body)
        return cast(WatchPrice, await self._json(call, timeout_s))

    async def watches(self, *, timeout_s: Optional[float] = None) -> Watches:
        """All watches.

        The watches of the account with their last runs, oldest first. Free.
        """
        call = Call("GET", "/watches")
        return cast(Watches, await self._json(call, timeout_s))

    async def watch(self, watch_id: str, *, timeout_s: Optional[float] = None) -> Watch:
        """One watch.

        A watch with its last run. Free.

        Args:
            watch_id: The id from the response that created it, or from the list.
        """
        call = Call("GET", path_of("/watches/{}", watch_id))
        return cast(Watch, await self._json(call, timeout_s))

    async def change_watch(
        self,
        watch_id: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        name: Optional[str] = None,
        interval_s: Optional[int] = None,
        times: Optional[Iterable[str]] = None,
        time_zone: Optional[str] = None,
        events: Optional[Iterable[WatchEvent]] = None,
        fields: Optional[Iterable[WatchField]] = None,
        min_price_change: Optional[int] = None,
        max_credits_per_run: Union[Optional[int], Unset] = UNSET,
        runs_until_removed: Optional[int] = None,
        state: Optional[Literal["active", "paused"]] = None,
        timeout_s: Optional[float] = None,
    ) -> Watch:
        """Change, pause or resume a watch.

        Changes the given members. Another `query` starts a new snapshot; `"state": "paused"` stops
        the runs.

        Args:
            watch_id: The id from the response that created it, or from the list.
            query: The inputs of the search as JSON, one member each; lists replace comma-separated
                values. Without `cursor` and `sort`.
            name: A display name.
            interval_s: Seconds between runs, 86400 by default without times. Runs start up to a
                tenth of it earlier or later.
            times: Local times of each day, `07:00`, instead of interval_s. Runs start up to five
                minutes later.
            time_zone: Time zone of times, an IANA name: `America/Chicago`.
            events: Changes to report; all by default.
            fields: Fields whose changes are reported; all watched fields of the route by default.
            min_price_change: Smaller price changes are not reported, in whole units of their
                currency. Small steps add up.
            max_credits_per_run: A run that would cost more ends as partial and pauses the watch. No
                limit when null.
            runs_until_removed: Consecutive complete runs without a home before it counts as
                removed, 2 by default.
            state: Paused watches do not run.
        """
        body = given(
            query=query,
            name=name,
            interval_s=interval_s,
            times=times,
            time_zone=time_zone,
            events=events,
            fields=fields,
            min_price_change=min_price_change,
            runs_until_removed=runs_until_removed,
            state=state,
        )
        body.update(given_or_null(max_credits_per_run=max_credits_per_run))
        call = Call("PATCH", path_of("/watches/{}", watch_id), body=body)
        return cast(Watch, await self._json(call, timeout_s))

    async def delete_watch(self, watch_id: str, *, timeout_s: Optional[float] = None) -> None:
        """Delete a watch.

        Ends the watch and any current run; its events remain in the log.

        Args:
            watch_id: The id from the response that created it, or from the list.
        """
        call = Call("DELETE", path_of("/watches/{}", watch_id))
        await self._json(call, timeout_s)

    async def run_watch(
        self,
        watch_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_s: Optional[float] = None,
    ) -> WatchRun:
        """Run a watch now.

        Starts a run, or returns the current one. Fresh pages come from the cache and cost the same.

        Args:
            watch_id: The id from the response that created it, or from the list.
        """
        call = Call(
            "POST",
            path_of("/watches/{}/run", watch_id),
            headers=key_headers(idempotency_key),
        )
        return cast(WatchRun, await self._json(call, timeout_s))

    async def watch_runs(self, watch_id: str, *, timeout_s: Optional[float] = None) -> WatchRuns:
        """The runs of a watch.

        The newest 50 runs, newest first. Free.

        Args:
            watch_id: The id from the response that created it, or from the list.
        """
        call = Call("GET", path_of("/watches/{}/runs", watch_id))
        return cast(WatchRuns, await self._json(call, timeout_s))

    async def watch_rows(
        self,
        watch_id: str,
        *,
        after: Optional[str] = None,
        timeout_s: Optional[float] = None,
    ) -> WatchRows:
        """The known homes of a watch.

        The rows of the last snapshot, a hundred at a time, ordered by id. Free.

        Args:
            watch_id: The id from the response that created it, or from the list.
            after: Only events after this number: the `next_after` of the previous page.
        """
        inputs = {"after": after}
        call = Call("GET", path_of("/watches/{}/rows", watch_id), inputs)
        return cast(WatchRows, await self._json(call, timeout_s))

    async def iter_watch_rows(
        self,
        watch_id: str,
        *,
        after: Optional[str] = None,
        pages_max: int = PAGES_MAX,
    ) -> AsyncIterator[Dict[str, Any]]:
        """The `rows` of all pages of `watch_rows`, each requested when it is needed."""
        for _ in range(pages_max):
            answer = await self.watch_rows(watch_id, after=after)
            for each in answer["rows"]:
                yield each
            if answer["next_after"] is None or answer["next_after"] == after:
                return
            after = answer["next_after"]

    async def events(
        self,
        *,
        after: Optional[int] = None,
        before: Optional[int] = None,
        limit: Optional[int] = None,
        watch: Optional[str] = None,
        type: Optional[EventType] = None,
        wait: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> Events:
        """The event log.

        All events in order and without gaps: `seq` rises by one with each event of the account.
        Stored for 90 days. Continue with `after` = `next_after`; with `wait` the response is held
        until an event exists. With `before` the newest come first; go back with `before` =
        `next_before`. Free.

        Args:
            after: Only events after this number: the `next_after` of the previous page.
            before: Newest first: the events before this number. Any number above the newest starts
                there. Not with `after` or `wait`.
            limit: Maximum number of items.
            watch: Only events of this watch.
            type: Only events of this type.
            wait: Seconds to hold the response until an event exists, from 0 to 20.
        """
        inputs = {
            "after": after,
            "before": before,
            "limit": limit,
            "watch": watch,
            "type": type,
            "wait": wait,
        }
        call = Call("GET", "/events", inputs)
        return cast(Events, await self._json(call, timeout_s))

    async def iter_events(
        self,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        watch: Optional[str] = None,
        type: Optional[EventType] = None,
        wait: Optional[int] = None,
        pages_max: int = PAGES_MAX,
    ) -> AsyncIterator[Event]:
        """The `events` of all pages of `events`, each requested when it is needed."""
        for _ in range(pages_max):
            answer = await self.events(after=after, limit=limit, watch=watch, type=type, wait=wait)
            for each in answer["events"]:
                yield each
            if answer["next_after"] is None or answer["next_after"] == after:
                return
            after = answer["next_after"]

    async def home_history(
        self,
        source: Source,
        source_id: str,
        *,
        timeout_s: Optional[float] = None,
    ) -> HomeHistory:
        """Price and status history of a home.

        Prices and statuses of a home as seen by the account's watches, each with the first and last
        run that saw it, and the times when a watch did not run. Free.

        Args:
            source: The name of a source.
            source_id: The id of a home at the source. Required.
        """
        inputs = {"source_id": source_id}
        call = Call("GET", path_of("/{}/home/history", source), inputs)
        return cast(HomeHistory, await self._json(call, timeout_s))

    async def homes(
        self,
        kind: Literal["listings", "rentals"],
        *,
        zip: Optional[str] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        price_cut_within_days: Optional[int] = None,
        price_cut_min_percent: Optional[int] = None,
        new_within_days: Optional[int] = None,
        seen_within_days: Optional[int] = None,
        sort: Optional[Literal["newest", "price_low", "price_high", "price_cut"]] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        timeout_s: Optional[float] = None,
    ) -> AreaHomes:
        """Homes of an area.

        With an area (`zip`, `city` or `county` with `state`, `bbox`, or `lat`, `lng` and
        `radius_mi`) and `kind`: what is for sale or for rent there, one line a home over all
        sources, from what is stored, with facets and with what is known of each source. Reads no
        source. Free.

        Args:
            zip: A ZIP code.
            city: A city, with `state`.
            state: Two-letter code, with `city` or `county`.
            county: A county, parish or borough, with `state`.
            bbox: A box: west,south,east,north in degrees.
            lat: Latitude of the middle of a circle, with `lng` and `radius_mi`.
            lng: Longitude of the middle.
            radius_mi: Radius of the circle in miles.
            kind: With an area: homes for sale, or for rent. Required there.
            min_price: Lowest price, or rent.
            max_price: Highest price, or rent.
            beds_min: Fewest bedrooms.
            baths_min: Fewest bathrooms, in halves.
            sqft_min: Smallest living area.
            sqft_max: Largest living area.
            year_built_min: Earliest year built.
            year_built_max: Latest year built.
            property_type: Home types, comma-separated: single_family, condo, townhouse,
                multi_family, land, manufactured, apartment.
            price_cut_within_days: Only homes whose price was reduced in this many days.
            price_cut_min_percent: With the reduction at least this large.
            new_within_days: Only homes listed in this many days, according to their sources.
            seen_within_days: Offers that a collection has seen in this many days; 14 when omitted.
            sort: Order; `newest` when omitted.
            limit: Lines of one page; 50 when omitted.
            after: `next_after` of the page before.
        """
        inputs = {
            "zip": zip,
            "city": city,
            "state": state,
            "county": county,
            "bbox": bbox,
            "lat": lat,
            "lng": lng,
            "radius_mi": radius_mi,
            "kind": kind,
            "min_price": min_price,
            "max_price": max_price,
            "beds_min": beds_min,
            "baths_min": baths_min,
            "sqft_min": sqft_min,
            "sqft_max": sqft_max,
            "year_built_min": year_built_min,
            "year_built_max": year_built_max,
            "property_type": property_type,
            "price_cut_within_days": price_cut_within_days,
            "price_cut_min_percent": price_cut_min_percent,
            "new_within_days": new_within_days,
            "seen_within_days": seen_within_days,
            "sort": sort,
            "limit": limit,
            "after": after,
        }
        call = Call("GET", "/homes", inputs)
        return cast(AreaHomes, await self._json(call, timeout_s))

    async def iter_homes(
        self,
        kind: Literal["listings", "rentals"],
        *,
        zip: Optional[str] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        bbox: Optional[Union[str, Sequence[float]]] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        radius_mi: Optional[float] = None,
        min_price: Optional[int] = None,
        max_price: Optional[int] = None,
        beds_min: Optional[int] = None,
        baths_min: Optional[float] = None,
        sqft_min: Optional[int] = None,
        sqft_max: Optional[int] = None,
        year_built_min: Optional[int] = None,
        year_built_max: Optional[int] = None,
        property_type: Optional[Union[str, Iterable[PropertyType]]] = None,
        price_cut_within_days: Optional[int] = None,
        price_cut_min_percent: Optional[int] = None,
        new_within_days: Optional[int] = None,
        seen_within_days: Optional[int] = None,
        sort: Optional[Literal["newest", "price_low", "price_high", "price_cut"]] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        pages_max: int = PAGES_MAX,
    ) -> AsyncIterator[HomeLine]:
        """The `homes` of all pages of `homes`, each requested when it is needed."""
        for _ in range(pages_max):
            answer = await self.homes(
                kind,
                zip=zip,
                city=city,
                state=state,
                county=county,
                bbox=bbox,
                lat=lat,
                lng=lng,
                radius_mi=radius_mi,
                min_price=min_price,
                max_price=max_price,
                beds_min=beds_min,
                baths_min=baths_min,
                sqft_min=sqft_min,
                sqft_max=sqft_max,
                year_built_min=year_built_min,
                year_built_max=year_built_max,
                property_type=property_type,
                price_cut_within_days=price_cut_within_days,
                price_cut_min_percent=price_cut_min_percent,
                new_within_days=new_within_days,
                seen_within_days=seen_within_days,
                sort=sort,
                limit=limit,
                after=after,
            )
            for each in answer["homes"]:
                yield each
            if answer["next_after"] is None or answer["next_after"] == after:
                return
            after = answer["next_after"]

    async def home_members(
        self,
        home_ids: Union[str, Iterable[str]],
        *,
        timeout_s: Optional[float] = None,
    ) -> HomeMembers:
        """Members of several homes.

        For up to 50 homes: the members of each with their current values, and the fields on which
        they differ. Unknown homes are in `unknown`. Rows of licensed feeds need a grant. Free.

        Args:
            home_ids: Ids of homes (`extras.home_id` of rows), comma-separated. Required.
        """
        inputs = {"home_ids": home_ids}
        call = Call("GET", "/homes/members", inputs)
        return cast(HomeMembers, await self._json(call, timeout_s))

    async def home(self, home_id: str, *, timeout_s: Optional[float] = None) -> Home:
        """One home across all sources.

        A home's members at each source, the states observed by this service (`observed`), the
        events that sources report (`reported`), figures computed from the two (`derived`), and rows
        that may be the same home, which are never merged (`possible`). Rows of licensed feeds need
        a grant. Free.

        Args:
            home_id: The id from the response that created it, or from the list.
        """
        call = Call("GET", path_of("/homes/{}", home_id))
        return cast(Home, await self._json(call, timeout_s))

    async def create_lookup_batch(
        self,
        source: Literal["portal_a"],
        *,
        homes: Iterable[LookupBatchHome],
        idempotency_key: Optional[str] = None,
        timeout_s: Optional[float] = None,
    ) -> LookupBatch:
        """Look up many homes.

        Looks up to 1000 homes up at one source, by address, page address or id, and answers at
        once: the batch runs as a job. Each area is read once, however many of the homes lie in it.
        One credit for each home found, nothing for the others. As `text/csv`, the first line names
        the columns.

        Args:
            source: The source. Required.
            homes: The homes, in order. Of several members the most exact is used: `source_id`, then
                `url`, then `address`.
        """
        inputs = {"source": source}
        body = given(homes=homes)
        call = Call("POST", "/lookups", inputs, body=body, headers=key_headers(idempotency_key))
        return cast(LookupBatch, await self._json(call, timeout_s))

    async def lookup_batches(self, *, timeout_s: Optional[float] = None) -> LookupBatches:
        """All lookup batches.

        The batches of the account with their progress, newest first. Free.
        """
        call = Call("GET", "/lookups")
        return cast(LookupBatches, await self._json(call, timeout_s))

    async def lookup_batch(
        self,
        batch_id: str,
        *,
        timeout_s: Optional[float] = None,
    ) -> LookupBatch:
        """One lookup batch.

        How far a batch is, and what it has cost. Free.

        Args:
            batch_id: The id from the response that created it, or from the list.
        """
        call = Call("GET", path_of("/lookups/{}", batch_id))
        return cast(LookupBatch, await self._json(call, timeout_s))

    async def delete_lookup_batch(
        self,
        batch_id: str,
        *,
        timeout_s: Optional[float] = None,
    ) -> None:
        """Delete a lookup batch.

        Ends the batch and removes it. Homes that were found stay charged.

        Args:
            batch_id: The id from the response that created it, or from the list.
        """
        call = Call("DELETE", path_of("/lookups/{}", batch_id))
        await self._json(call, timeout_s)

    async def lookup_batch_homes(
        self,
        batch_id: str,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> BatchHomes:
        """The homes of a lookup batch.

        The outcome of each home, in the order in which they were sent. Free.

        Args:
            batch_id: The id from the response that created it, or from the list.
            after: Only homes after this `nth`: the `next_after` of the previous page.
            limit: Homes of the page, 100 when left out.
        """
        inputs = {"after": after, "limit": limit}
        call = Call("GET", path_of("/lookups/{}/homes", batch_id), inputs)
        return cast(BatchHomes, await self._json(call, timeout_s))

    async def iter_lookup_batch_homes(
        self,
        batch_id: str,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        pages_max: int = PAGES_MAX,
    ) -> AsyncIterator[BatchHome]:
        """The `homes` of all pages of `lookup_batch_homes`, each requested when it is needed."""
        for _ in range(pages_max):
            answer = await self.lookup_batch_homes(batch_id, after=after, limit=limit)
            for each in answer["homes"]:
                yield each
            if answer["next_after"] is None or answer["next_after"] == after:
                return
            after = answer["next_after"]

    async def retry_lookup_batch(
        self,
        batch_id: str,
        *,
        timeout_s: Optional[float] = None,
    ) -> LookupBatch:
        """Retry a lookup batch.

        Looks up the homes again whose area the source did not show, or that no credit was left for.
        The others stay as they are.

        Args:
            batch_id: The id from the response that created it, or from the list.
        """
        call = Call("POST", path_of("/lookups/{}/retry", batch_id))
        return cast(LookupBatch, await self._json(call, timeout_s))

    async def statistics(
        self,
        kind: Literal["sold", "listings", "rentals"],
        *,
        zip: Optional[str] = None,
        city: Optional[str] = None,
        state: Optional[str] = None,
        county: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        by: Optional[Literal["month", "quarter"]] = None,
        group: Optional[Literal["property_type", "beds"]] = None,
        as_of: Optional[Union[str, date]] = None,
        timeout_s: Optional[float] = None,
    ) -> AreaStatistics:
        """Figures of an area over time.

        Counts, medians, quartiles and prices per area by month or quarter, for a ZIP, a city or a
        county, from what is stored: imported sales, what collections saw, and published figures.
        Each series rests on one dataset or source, and says what of each period was read. Reads no
        source. Free.

        Args:
            zip: A ZIP code.
            city: A city, with `state`.
            state: Two-letter code, with `city` or `county`.
            county: A county, parish or borough, with `state`.
            kind: Homes sold, for sale or for rent. Required.
            from_: First month, YYYY-MM; eleven months before `to` when omitted.
            to: Last month, YYYY-MM; the present one when omitted.
            by: Length of a period; `month` when omitted.
            group: Splits each period by this field.
            as_of: Only what was known at the end of this day (UTC).
        """
        inputs = {
            "zip": zip,
            "city": city,
            "state": state,
            "county": county,
            "kind": kind,
            "from": from_,
            "to": to,
            "by": by,
            "group": group,
            "as_of": as_of,
        }
        call = Call("GET", "/statistics", inputs)
        return cast(AreaStatistics, await self._json(call, timeout_s))

    async def create_snapshot(
        self,
        *,
        request_id: str,
        name: Optional[str] = None,
        timeout_s: Optional[float] = None,
    ) -> Snapshot:
        """Make a snapshot of a finished search.

        Stores the delivered pages of a search, by the `request_id` of any of them, and names them
        by the hash of their content. The same pages again are the same snapshot. Free.

        Args:
            request_id: ID of a finished search, of any of its pages.
            name: A display name.
        """
        body = given(request_id=request_id, name=name)
        call = Call("POST", "/snapshots", body=body)
        return cast(Snapshot, await self._json(call, timeout_s))

    async def snapshots(
        self,
        *,
        route: Optional[str] = None,
        as_of: Optional[Union[str, date]] = None,
        timeout_s: Optional[float] = None,
    ) -> Snapshots:
        """All snapshots.

        Newest first. With `as_of`, of each search the last snapshot that was made by the end of
        that day: what was known then. Free.

        Args:
            route: Only of this search route, by its ID.
            as_of: A day (UTC), YYYY-MM-DD.
        """
        inputs = {"route": route, "as_of": as_of}
        call = Call("GET", "/snapshots", inputs)
        return cast(Snapshots, await self._json(call, timeout_s))

    async def snapshot(self, snapshot_id: str, *, timeout_s: Optional[float] = None) -> Snapshot:
        """One snapshot.

        What a snapshot holds, without its rows. Free.

        Args:
            snapshot_id: The id from the response that created it, or from the list.
        """
        call = Call("GET", path_of("/snapshots/{}", snapshot_id))
        return cast(Snapshot, await self._json(call, timeout_s))

    async def delete_snapshot(self, snapshot_id: str, *, timeout_s: Optional[float] = None) -> None:
        """Delete a snapshot.

        Removes it with its rows.

        Args:
            snapshot_id: The id from the response that created it, or from the list.
        """
        call = Call("DELETE", path_of("/snapshots/{}", snapshot_id))
        await self._json(call, timeout_s)

    async def snapshot_difference(
        self,
        snapshot_id: str,
        to: str,
        *,
        timeout_s: Optional[float] = None,
    ) -> SnapshotDifference:
        """The difference of two snapshots.

        Homes that were added, removed or changed from this snapshot to a later one of the same
        route. Only watched fields count, and only where both have a value. Free.

        Args:
            snapshot_id: The id from the response that created it, or from the list.
            to: ID of the later snapshot. Required.
        """
        inputs = {"to": to}
        call = Call("GET", path_of("/snapshots/{}/difference", snapshot_id), inputs)
        return cast(SnapshotDifference, await self._json(call, timeout_s))

    async def sql(
        self,
        *,
        sql: str,
        rows: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> SqlAnswer:
        """Ask in SQL.

        One statement in SQL (DuckDB) over what this account may read: `listings` and `sold` (the
        rows of its finished searches), `homes` and `sales`. It reads only: no files, settings or
        extensions. Memory, time and rows are bounded; one statement of an account runs at a time.
        Free.

        Args:
            sql: One statement that reads: SELECT, WITH, FROM, VALUES, DESCRIBE or SUMMARIZE.
            rows: Most rows of the answer; 1000 when omitted.
        """
        body = given(sql=sql, rows=rows)
        call = Call("POST", "/sql", body=body)
        return cast(SqlAnswer, await self._json(call, timeout_s))

    async def home_comparables(
        self,
        home_id: str,
        *,
        kind: Optional[Literal["sale", "rent"]] = None,
        timeout_s: Optional[float] = None,
    ) -> Comparables:
        """Comparable sales of a home.

        Up to 25 past sales that the estimate is made of, with the weight of each, the estimate, an
        interval that holds 80 % of prices, and the error of the method in the county over the last
        year. Without enough sales there is no estimate but a reason. Asking prices are never used,
        and in states that do not publish prices there is no estimate of a sale. `kind=rent` does
        the same with the rents of current rentals. Rows of licensed feeds need a grant. Free.

        Args:
            home_id: The id from the response that created it, or from the list.
            kind: sale (default): sale prices. rent: monthly rents that rentals ask for.
        """
        inputs = {"kind": kind}
        call = Call("GET", path_of("/homes/{}/comparables", home_id), inputs)
        return cast(Comparables, await self._json(call, timeout_s))

    async def comparables(
        self,
        *,
        kind: Optional[Literal["sale", "rent"]] = None,
        address: Optional[str] = None,
        lat: Optional[float] = None,
        lng: Optional[float] = None,
        property_type: Optional[ComparablesPropertyType] = None,
        beds: Optional[float] = None,
        baths: Optional[float] = None,
        living_area_sqft: Optional[int] = None,
        lot_area_sqft: Optional[int] = None,
        year_built: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> Comparables:
        """Comparable sales of a described home.

        The same for a home by its facts, which are not stored. Send `lat` and `lng`, or the
        `address` of a known home. Up to 25 past sales that the estimate is made of, with the weight
        of each, the estimate, an interval that holds 80 % of prices, and the error of the method in
        the county over the last year. Without enough sales there is no estimate but a reason.
        Asking prices are never used, and in states that do not publish prices there is no estimate
        of a sale. `kind=rent` does the same with the rents of current rentals. Rows of licensed
        feeds need a grant. Free.

        Args:
            kind: sale (default): sale prices. rent: monthly rents that rentals ask for.
            address: Street, unit, city, state and ZIP in one line, of a home that is known here.
            lat: Latitude; with lng, instead of address.
            lng: Longitude.
            property_type: Home type.
            beds: Bedrooms.
            baths: Bathrooms.
            living_area_sqft: Living area in square feet.
            lot_area_sqft: Lot area in square feet.
            year_built: Year of construction.
        """
        body = given(
            kind=kind,
            address=address,
            lat=lat,
            lng=lng,
            property_type=property_type,
            beds=beds,
            baths=baths,
            living_area_sqft=living_area_sqft,
            lot_area_sqft=lot_area_sqft,
            year_built=year_built,
        )
        call = Call("POST", "/comparables", body=body)
        return cast(Comparables, await self._json(call, timeout_s))

    async def redeliver_event(self, seq: int, *, timeout_s: Optional[float] = None) -> Deliveries:
        """Send an event again.

        Sends one event again to the enabled endpoints that receive its type. Its `webhook-id` stays
        the same.

        Args:
            seq: The number of an event in the log.
        """
        call = Call("POST", path_of("/events/{}/redeliver", seq))
        return cast(Deliveries, await self._json(call, timeout_s))

    async def create_endpoint(
        self,
        *,
        url: str,
        name: Optional[str] = None,
        types: Optional[Iterable[EndpointType]] = None,
        idempotency_key: Optional[str] = None,
        timeout_s: Optional[float] = None,
    ) -> EndpointSecret:
        """Add a webhook endpoint.

        New events are sent to the URL, signed with the secret in the response. The secret is shown
        once; the same call with its Idempotency-Key shows it again.

        Args:
            url: Where events are sent: https, port 443 or 8443, at most 2048 characters; or
                `mailto:` and an address, for alerts by mail.
            name: A display name.
            types: Event types to send; by default all `watch.*`, by mail `watch.changed`,
                `watch.failed` and `watch.paused`.
        """
        body = given(url=url, name=name, types=types)
        call = Call("POST", "/endpoints", body=body, headers=key_headers(idempotency_key))
        return cast(EndpointSecret, await self._json(call, timeout_s))

    async def endpoints(self, *, timeout_s: Optional[float] = None) -> Endpoints:
        """All webhook endpoints.

        The endpoints of the account with their last attempts, oldest first.
        """
        call = Call("GET", "/endpoints")
        return cast(Endpoints, await self._json(call, timeout_s))

    async def endpoint(self, endpoint_id: str, *, timeout_s: Optional[float] = None) -> Endpoint:
        """One webhook endpoint.

        An endpoint with its last attempt.

        Args:
            endpoint_id: The id from the response that created it, or from the list.
        """
        call = Call("GET", path_of("/endpoints/{}", endpoint_id))
        return cast(Endpoint, await self._json(call, timeout_s))

    async def change_endpoint(
        self,
        endpoint_id: str,
        *,
        url: Optional[str] = None,
        name: Optional[str] = None,
        types: Optional[Iterable[EndpointType]] = None,
        state: Optional[Literal["enabled", "disabled"]] = None,
        timeout_s: Optional[float] = None,
    ) -> Endpoint:
        """Change, disable or enable a webhook endpoint.

        Changes the given members. An endpoint that is enabled again resumes where it stopped and
        receives the events written meanwhile.

        Args:
            endpoint_id: The id from the response that created it, or from the list.
            url: Where events are sent: https, port 443 or 8443, at most 2048 characters; or
                `mailto:` and an address, for alerts by mail.
            name: A display name.
            types: Event types to send; by default all `watch.*`, by mail `watch.changed`,
                `watch.failed` and `watch.paused`.
            state: Nothing is sent to disabled endpoints.
        """
        body = given(url=url, name=name, types=types, state=state)
        call = Call("PATCH", path_of("/endpoints/{}", endpoint_id), body=body)
        return cast(Endpoint, await self._json(call, timeout_s))

    async def delete_endpoint(self, endpoint_id: str, *, timeout_s: Optional[float] = None) -> None:
        """Delete a webhook endpoint.

        Nothing more is sent to it; the events remain in the log.

        Args:
            endpoint_id: The id from the response that created it, or from the list.
        """
        call = Call("DELETE", path_of("/endpoints/{}", endpoint_id))
        await self._json(call, timeout_s)

    async def rotate_secret(
        self,
        endpoint_id: str,
        *,
        timeout_s: Optional[float] = None,
    ) -> EndpointSecret:
        """Replace the secret of an endpoint.

        Returns a new secret. The old one also signs for 24 hours.

        Args:
            endpoint_id: The id from the response that created it, or from the list.
        """
        call = Call("POST", path_of("/endpoints/{}/rotate", endpoint_id))
        return cast(EndpointSecret, await self._json(call, timeout_s))

    async def test_endpoint(self, endpoint_id: str, *, timeout_s: Optional[float] = None) -> Event:
        """Send a test event.

        Writes an `endpoint.test` event to the log; only this endpoint receives it, whatever its
        types.

        Args:
            endpoint_id: The id from the response that created it, or from the list.
        """
        call = Call("POST", path_of("/endpoints/{}/test", endpoint_id))
        return cast(Event, await self._json(call, timeout_s))

    async def deliveries(
        self,
        endpoint_id: str,
        *,
        status: Optional[Literal["pending", "delivered", "failed"]] = None,
        timeout_s: Optional[float] = None,
    ) -> Deliveries:
        """Deliveries that needed more than one attempt.

        The newest 100 events that failed at the first attempt or were sent again, newest first.

        Args:
            endpoint_id: The id from the response that created it, or from the list.
            status: Only deliveries with this status: pending, delivered, failed.
        """
        inputs = {"status": status}
        call = Call("GET", path_of("/endpoints/{}/deliveries", endpoint_id), inputs)
        return cast(Deliveries, await self._json(call, timeout_s))

    async def replay_endpoint(
        self,
        endpoint_id: str,
        *,
        after: int,
        timeout_s: Optional[float] = None,
    ) -> Endpoint:
        """Send all events after a number again.

        Moves the endpoint back: it receives every event after `after` again, in order, with the
        same `webhook-id`s.

        Args:
            endpoint_id: The id from the response that created it, or from the list.
            after: Events after this number are sent again.
        """
        body = given(after=after)
        call = Call("POST", path_of("/endpoints/{}/replay", endpoint_id), body=body)
        return cast(Endpoint, await self._json(call, timeout_s))

    async def account(self, *, timeout_s: Optional[float] = None) -> Account:
        """Balance, plan, limits and usage.

        Takes no parameters. Free.
        """
        call = Call("GET", "/account")
        return cast(Account, await self._json(call, timeout_s))

    async def sources(self, *, timeout_s: Optional[float] = None) -> Sources:
        """Health of the sources.

        Takes no parameters. Free.
        """
        call = Call("GET", "/sources")
        return cast(Sources, await self._json(call, timeout_s))

    async def job(
        self,
        request_id: str,
        *,
        wait: Optional[int] = None,
        timeout_s: Optional[float] = None,
    ) -> Dict[str, Any]:
        """The job of an earlier request.

        The envelope of a request of this account. Polling is free: the first delivery of a result
        charges the credit of its search, once.

        Args:
            wait: Seconds to hold the response while the job is pending, 0 to 20; it is sent at once
                when the job settles. 20 is better than short polling.
        """
        inputs = {"wait": wait}
        call = Call("GET", path_of("/jobs/{}", request_id), inputs)
        return await self._json(call, timeout_s)
