/**
 * The lines of a table that is grouped by home: its rows, and below them what other sources show of
 * the home.
 */
import type { Member, MembersOfHome } from '#contract/operations/homes.js';
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { rowKey, valueOf } from '../results/fields.js';
import { homeKeyOf, rowsByHome } from '../results/homes-of-rows.js';

/** Homes by their id. */
export type Homes = ReadonlyMap<string, MembersOfHome>;

export interface MemberValue {
  readonly value: unknown;
  /** Whether it is another one than that of the row above. */
  readonly differs: boolean;
}

export type Line =
  | { readonly key: string; readonly row: Row }
  | {
      readonly key: string;
      readonly member: Member;
      /** By the name of the column; a column that it lacks is empty. */
      readonly values: ReadonlyMap<string, MemberValue>;
    };

/**
 * The rows in their order; with homes, rows of one home come together, followed by its other
 * members.
 */
export function linesOf(rows: readonly Row[], homes: Homes | null, kind: Kind): Line[] {
  if (homes === null) return rows.map(rowLine);
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  const byHome = rowsByHome(rows);
  const taken = new Set<string>();
  /**
   * A member of the table's own kind may be a row with an id of its own: of the same parcel, say.
   */
  const rowOf = (member: Member) => (member.kind === kind ? byKey.get(keyOf(member)) : undefined);
  return rows.flatMap((row): Line[] => {
    if (taken.has(rowKey(row))) return [];
    const home = homes.get(homeKeyOf(row));
    if (home === undefined) return [rowLine(row)];
    const same = byHome.get(home.home_id) ?? [];
    const own = [...new Set([...same, ...home.members.flatMap((one) => rowOf(one) ?? [])])].filter(
      (each) => !taken.has(rowKey(each)),
    );
    for (const each of own) taken.add(rowKey(each));
    const others = home.members.filter((member) => rowOf(member) === undefined);
    return [...own.map(rowLine), ...others.map((member) => memberLine(member, row, home))];
  });
}

const rowLine = (row: Row): Line => ({ key: rowKey(row), row });

const keyOf = ({ source, source_id }: Member): string => `${source}/${source_id}`;

/** What a member has for a column of the table. */
const VALUES: Readonly<Record<string, (member: Member) => unknown>> = {
  list_price: ({ kind, price }) => (kind === 'listings' ? price : null),
  sale_price: ({ kind, price }) => (kind === 'sold' ? price : null),
  'extras.starting_bid': ({ kind, price }) => (kind === 'auctions' ? price : null),
  rent_monthly: ({ rent_monthly }) => rent_monthly,
  status: ({ status }) => status,
  property_type: ({ property_type }) => property_type,
  beds: ({ beds }) => beds,
  baths: ({ baths }) => baths,
  living_area_sqft: ({ living_area_sqft }) => living_area_sqft,
  'extras.year_built': ({ year_built }) => year_built,
};

/**
 * The service's names for the fields in which members are compared, where they are not those of the
 * column.
 */
const COMPARED: Readonly<Record<string, string>> = {
  list_price: 'price',
  'extras.year_built': 'year_built',
};

function memberLine(member: Member, row: Row, home: MembersOfHome): Line {
  const values = new Map<string, MemberValue>();
  for (const [name, read] of Object.entries(VALUES)) {
    const value = read(member);
    if (value === null) continue;
    const field = COMPARED[name] ?? name;
    // The service decides what is a difference: an area that was rounded otherwise is none.
    const disagree = home.disagreements.some((one) => one.field === field);
    const own = valueOf(row, name);
    const differs = disagree && own !== null && amountOf(value) !== amountOf(own);
    values.set(name, { value, differs });
  }
  return { key: `${keyOf(member)} ${member.kind}`, member, values };
}

const amountOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'amount' in value ? value.amount : value;

/** Whether a home has a member on another source than the row's. */
export const isElsewhere = (row: Row, homes: Homes): boolean =>
  homes.get(homeKeyOf(row))?.members.some(({ source }) => source !== row.source) === true;

/** Whether the sources of a row's home disagree. */
export const isDisputed = (row: Row, homes: Homes): boolean =>
  (homes.get(homeKeyOf(row))?.disagreements.length ?? 0) > 0;
