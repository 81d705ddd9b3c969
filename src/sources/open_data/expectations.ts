/**
 * What the homes of a set normally are, whichever set it is: the tables that every answer is
 * compared with.
 */

import { discloses } from '#domain/disclosure.js';
import { isAbsent } from '#domain/parsed-row.js';
import {
  type Expectations,
  type MemberExpectation,
  member,
  NAME,
  type RowView,
  ratio,
  STREET_LINE,
} from '../expectations.js';
import type { MappedField, MappedKind } from '../mapping/mapping.js';
import { mappedRow } from './live-row.js';
import type { LiveSet } from './live-set.js';

/** The member of a view that names the set of its row. */
const SET = 'set of the row';

/** A field of the mapped row with a value. */
const mapped = (name: string, fields: string, share: number): MemberExpectation => ({
  ...member(name, fields, share),
  has: (view: RowView) => view[name] !== undefined && !isAbsent(view[name]),
});

/** The same, of the sets that have the field. */
const ifMapped = (name: MappedField, fields: string, share: number): MemberExpectation => ({
  ...mapped(name, fields, share),
  applies: (view) => (view[SET] as LiveSet | undefined)?.mapping.fields.has(name) === true,
});

/** What a mapping reads as another type is most often a code that it does not know. */
const TYPE: MemberExpectation = {
  ...ifMapped('property_type', 'property_type', 0.6),
  has: ({ property_type: type }) => type !== undefined && !isAbsent(type) && type !== 'other',
};

/** A price, though one for the form: where prices are public, most deeds have one. */
const PRICE: MemberExpectation = {
  ...ifMapped('sale_price', 'sale_price', 0.5),
  applies: ({ [SET]: live, state }) =>
    (live as LiveSet | undefined)?.mapping.fields.has('sale_price') === true &&
    typeof state === 'string' &&
    discloses(state),
  has: ({ sale_price: price }) => price !== undefined,
};

const view: Expectations['view'] = (raw) => {
  const row = mappedRow(raw);
  return 'home' in row ? { ...row.home, [SET]: row.live } : {};
};

const LISTINGS: Expectations = {
  view,
  members: [
    mapped('line1', 'address.line1', 0.95),
    mapped('city', 'address.city', 0.95),
    mapped('state', 'address.state', 0.95),
    mapped('zip', 'address.zip', 0.95),
    mapped('lat', 'location', 0.9),
    mapped('lng', 'location', 0.9),
  ],
  twins: [],
  fields: {
    status: { required: true },
    'address.line1': { share: 0.95, required: true, form: STREET_LINE },
    'address.city': { share: 0.95, form: NAME },
    'address.state': { share: 0.95 },
    'address.zip': { share: 0.95, required: true },
    location: { share: 0.9, differs_with: 'address.line1' },
    'extras.acquired_date': { share: 0.8 },
  },
};

/** What publishers leave out differs from set to set, so that only what a set has is compared. */
const SOLD: Expectations = {
  view,
  members: [
    ifMapped('line1', 'address.line1', 0.95),
    ifMapped('city', 'address.city', 0.95),
    ifMapped('state', 'address.state', 0.95),
    ifMapped('zip', 'address.zip', 0.95),
    ifMapped('lat', 'location', 0.9),
    ifMapped('lng', 'location', 0.9),
    ifMapped('beds', 'beds', 0.7),
    ifMapped('baths', 'baths', 0.7),
    ifMapped('living_area_sqft', 'living_area_sqft', 0.7),
    TYPE,
    PRICE,
    ifMapped('year_built', 'extras.year_built', 0.7),
    ifMapped('lot_area_sqft', 'extras.lot_area_sqft', 0.6),
    ifMapped('parcel_id', 'extras.parcel_id', 0.9),
  ],
  twins: [],
  ratios: [
    ratio('sale_price', 'living_area_sqft', [25, 6_000], [1, 60_000]),
    ratio('living_area_sqft', 'beds', [150, 1_800], [40, 8_000]),
  ],
  fields: {
    'address.line1': { required: true, form: STREET_LINE },
    'address.city': { form: NAME },
    location: { differs_with: 'address.line1' },
    sale_price: {
      required: true,
      nominal: true,
      possible: [100, 300_000_000],
      differs_with: 'living_area_sqft',
    },
    // Divided from a nominal price it is as little readable.
    price_per_sqft: { nominal: true },
    beds: { possible: [0, 60], differs_with: 'living_area_sqft' },
    baths: { possible: [0.25, 40], differs_with: 'living_area_sqft' },
    living_area_sqft: { possible: [100, 60_000] },
    'extras.year_built': { possible: [1600, 2035] },
    'extras.lot_area_sqft': { possible: [10, 100_000_000] },
    'extras.parcel_id': { differs_with: 'source_id' },
  },
};

export const EXPECTATIONS: Readonly<Record<MappedKind, Expectations>> = {
  listings: LISTINGS,
  sold: SOLD,
};
