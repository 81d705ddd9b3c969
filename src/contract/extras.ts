/** Fields that only one source has (interface-v1, "extras per source"). */
import type { Kind, Money, SourceName } from './values.js';

/** One unit type of a rental building. */
export interface UnitRent {
  readonly beds: number | null;
  readonly rent_from: Money | null;
}

interface PortalAHome {
  readonly home_type_raw: string | null;
  readonly days_on_zillow: number | null;
  readonly zestimate: Money | null;
  readonly rent_zestimate: Money | null;
  readonly tax_assessed_value: Money | null;
}

export interface PortalAListingExtras extends PortalAHome {
  readonly building_name: string | null;
  readonly units: readonly UnitRent[];
}

export type PortalASoldExtras = PortalAHome;

export interface AuctionExtras {
  readonly property_type_raw: string | null;
  readonly listing_status_raw: string | null;
  readonly sale_type: string | null;
  readonly auction_start: string | null;
  readonly auction_end: string | null;
  readonly online_auction: boolean | null;
  readonly starting_bid: Money | null;
  readonly current_bid: Money | null;
  readonly bid_count: number | null;
  readonly estimated_value: Money | null;
  readonly occupancy: 'OCCUPIED' | 'VACANT' | 'UNKNOWN' | null;
  readonly year_built: number | null;
  readonly lot_size_raw: number | null;
  readonly first_listed_date: string | null;
  readonly financing_available: boolean | null;
  readonly buyer_premium: boolean | null;
}

export interface NycPortalExtras {
  readonly property_type_raw: string | null;
  readonly neighborhood: string | null;
  readonly sale_type: string | null;
  readonly monthly_maintenance: Money | null;
  readonly monthly_taxes: Money | null;
  readonly monthly_common_charges: Money | null;
  readonly no_fee: boolean | null;
  readonly net_effective_rent: Money | null;
  readonly months_free: number | null;
  readonly available_date: string | null;
  readonly furnished: boolean | null;
}

export interface PortalBSoldExtras {
  readonly property_type_code: number | null;
  readonly mls_status: string | null;
  readonly year_built: number | null;
  readonly lot_area_sqft: number | null;
  readonly hoa_fee_monthly: Money | null;
}

interface ExtrasTable {
  portal_a: {
    listings: PortalAListingExtras;
    rentals: PortalAListingExtras;
    sold: PortalASoldExtras;
  };
  portal_b: { sold: PortalBSoldExtras };
  nyc_portal: { listings: NycPortalExtras; rentals: NycPortalExtras };
  auction: { auctions: AuctionExtras };
}

/** The extras type of one source and kind; a pair that no source offers does not compile. */
export type ExtrasOf<S extends SourceName, K extends Kind> = {
  [Name in S]: ExtrasTable[Name][K & keyof ExtrasTable[Name]];
}[S];
