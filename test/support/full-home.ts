/** A home with all that its answer can have, as the console's tests show it. */
import { usd } from '#contract/field.js';
import type { HomeBody, ObservedState } from '#contract/operations/homes.js';

export interface ShownRow {
  readonly source: string;
  readonly source_id: string;
  readonly source_url: string;
  readonly extras: { readonly home_id: string | null };
}

const SEEN = { source: 'portal_a', source_id: '1', kind: 'listings', status: 'for_sale' } as const;
/** An asking price from one reading to another. */
export const state = (
  price: number,
  from: string,
  to: string,
  ended_by: ObservedState['ended_by'],
  of: Partial<ObservedState> = {},
): ObservedState => ({
  ...SEEN,
  price: usd(price),
  rent_monthly: null,
  list_date: '2026-08-30',
  from,
  to,
  ended_by,
  ...of,
});

/** Of a row of sold homes: two asked prices, a sale, and one that may be the home. */
export function fullHome(row: ShownRow): HomeBody {
  const about = {
    first_seen: '2026-08-31T08:00:00Z',
    last_seen: '2026-11-20T08:00:00Z',
    status: null,
    price: null,
    rent_monthly: null,
    property_type: null,
    beds: null,
    baths: null,
    living_area_sqft: null,
    year_built: null,
  };
  const home_id = row.extras.home_id ?? '';
  const address = { line1: '12 Oak St', unit: '4', city: 'Austin', state: 'TX', zip: '78704' };
  const { source, source_id } = row;
  return {
    home_id,
    building_id: home_id,
    address,
    location: null,
    members: [
      {
        source,
        source_id,
        kind: 'sold',
        source_url: row.source_url,
        level: 'address',
        home_id,
        ...about,
      },
      {
        ...SEEN,
        source_url: 'https://portal-a.example.invalid/1',
        level: 'address',
        home_id,
        ...about,
      },
      {
        source: 'portal_b',
        source_id: '2',
        kind: 'listings',
        source_url: 'javascript:alert(1)',
        level: 'parcel',
        home_id,
        ...about,
      },
    ],
    possible: [
      {
        source: 'portal_b',
        source_id: '3',
        kind: 'sold',
        source_url: 'https://portal-b.example.invalid/3',
        home_id,
        address,
        reason: 'contradiction',
        detail: 'living_area_sqft: 1200 and 1900',
      },
    ],
    disagreements: [
      {
        field: 'beds',
        values: [
          { source: 'portal_a', source_id: '1', value: 3 },
          { source: 'portal_b', source_id: '2', value: 4 },
        ],
      },
    ],
    observed: [
      state(815_000, '2026-08-31T08:00:00Z', '2026-09-20T08:00:00Z', 'changed'),
      state(815_000, '2026-09-02T08:00:00Z', '2026-10-25T08:00:00Z', 'removed', {
        source: 'portal_b',
        source_id: '2',
      }),
      state(799_000, '2026-09-24T08:00:00Z', '2026-10-10T08:00:00Z', 'changed'),
      state(775_000, '2026-10-12T08:00:00Z', '2026-10-28T08:00:00Z', 'sold'),
    ],
    reported: [
      { ...SEEN, event: 'listed', date: '2026-08-30', price: null, disclosure: null },
      {
        source: 'portal_b',
        source_id: '3',
        event: 'sold',
        date: '2026-10-30',
        price: usd(752_500),
        disclosure: 'public_record',
      },
    ],
    derived: [
      {
        sold_date: '2026-10-30',
        sale_price: usd(752_500),
        sale_source: 'portal_b',
        list_price: usd(775_000),
        list_source: 'portal_a',
        list_seen: '2026-10-28T08:00:00Z',
        sale_to_list_ratio: 0.971,
      },
    ],
    left_out: 3,
  };
}
