/**
 * What the homes of a set normally are, whichever set it is: the table that every answer is
 * compared with.
 */
import { isAbsent } from '#domain/parsed-row.js';
import {
  type Expectations,
  type MemberExpectation,
  member,
  NAME,
  type RowView,
  STREET_LINE,
} from '../expectations.js';
import { mappedRow } from './live-row.js';

/** A field of the mapped row with a value. */
const mapped = (name: string, fields: string, share: number): MemberExpectation => ({
  ...member(name, fields, share),
  has: (view: RowView) => view[name] !== undefined && !isAbsent(view[name]),
});

export const EXPECTATIONS: Expectations = {
  view: (raw) => {
    const row = mappedRow(raw);
    return 'home' in row ? row.home : {};
  },
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
