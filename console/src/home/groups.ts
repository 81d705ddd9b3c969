/** The fields of a home in groups, for reading. */
import type { Column } from '../results/fields.js';

/** Title and the names that belong to it; a field is in the first group that takes it. */
const GROUPS: readonly (readonly [title: string, names: RegExp])[] = [
  ['Dates', /date|days_|open_house|auction_(start|end|time)$/],
  [
    'Price and status',
    /price|rent|bid|value|estimate|monthly|premium|ratio|months_free|lease_term|no_fee|status|reserve|sale_type|sale_channel|venue|listing_kind|financing/,
  ],
  ['Address', /^address\.|^location$|neighborhood|parcel/],
  [
    'Home',
    /^beds$|^baths$|area|type|year|furnished|interior|new_construction|occupancy|building|units|lot|photo/,
  ],
  ['Agent and broker', /agent|broker|contact/],
  ['Source', /./],
];

/** In the order of reading. */
const ORDER = ['Price and status', 'Home', 'Dates', 'Address', 'Agent and broker', 'Source'];

export interface Group {
  readonly title: string;
  readonly columns: readonly Column[];
}

/** Every column in one group; groups without columns are left out. */
export function groupsOf(columns: readonly Column[]): Group[] {
  const titleOf = ({ name }: Column) => GROUPS.find(([, names]) => names.test(name))?.[0];
  return ORDER.map((title) => ({
    title,
    columns: columns.filter((column) => titleOf(column) === title),
  })).filter(({ columns: found }) => found.length > 0);
}
