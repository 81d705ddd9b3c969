/** What Rowhouse adds to a row's extras: its home and its price change since it was first seen. */
import { usd } from '#contract/field.js';
import type { HomeExtras, PRICE_CHANGE_ORIGINS } from '#contract/home-extras.js';
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind, Money, NoteReason } from '#contract/values.js';
import { startsLater } from '#domain/days.js';
import { identityOf, NO_KEY, type NoKey, parcelOf } from '#domain/home-key.js';
import {
  type Absent,
  absent,
  isAbsent,
  type ParsedHomeExtras,
  type ParsedRow,
  valueOr,
} from '#domain/parsed-row.js';
import type { FirstPrice, HomeStore } from './home-store.js';

/** Kinds of rows with an asking price or a rent, which may change. */
const PRICED: readonly Kind[] = ['listings', 'rentals'];

export type FirstPrices = ReadonlyMap<string, FirstPrice> | null;

/** First prices of rows of a source that have a price. */
export const findFirstPrices = async (
  homes: HomeStore,
  source: SourceName,
  kind: Kind,
  rows: readonly ParsedRow<Row>[],
): Promise<FirstPrices> =>
  PRICED.includes(kind) && rows.length > 0
    ? homes.findFirstPrices(
        source,
        kind,
        rows.map(({ source_id }) => source_id),
      )
    : null;

/** The extras that no source sends. */
export function homeExtras(row: ParsedRow<Row>, kind: Kind, firsts: FirstPrices): ParsedHomeExtras {
  const home_id = homeIdOf(row);
  if (!PRICED.includes(kind)) return { home_id };
  const change = isAbsent(home_id) ? home_id : priceChange(row, firsts);
  if (!isAbsent(change)) return { home_id, ...change };
  return {
    home_id,
    price_change: change,
    price_change_percent: change,
    price_change_since: change,
    price_change_origin: change,
  };
}

const REASONS: Readonly<Record<NoKey, NoteReason>> = {
  hidden: 'hidden_by_source',
  no_zip: 'not_reported',
  no_number: 'not_reported',
  stand_in_unit: 'hidden_by_source',
};

const MAY_BE_THERE: ReadonlySet<NoteReason> = new Set([
  'unreadable',
  'implausible',
  'hidden_by_source',
  'not_on_search_page',
]);
const UNIT_UNKNOWN = 'It is unknown whether the address has a unit.';

function homeIdOf(row: ParsedRow<Row>): string | Absent {
  if ('listing_kind' in row && row.listing_kind === 'building') {
    return absent('not_applicable', 'The row is a building, not one home.');
  }
  const { line1, unit, zip, county_fips } = row.address;
  // Without a unit that exists but could not be read, the id would be another home's.
  if (isAbsent(unit) && MAY_BE_THERE.has(unit.absent)) return absent(unit.absent, UNIT_UNKNOWN);
  const address = { line1: valueOr(line1) ?? '', unit: valueOr(unit), zip: valueOr(zip) ?? '' };
  const number = 'parcel_id' in row.extras ? valueOr(row.extras.parcel_id) : null;
  const home = identityOf(address, parcelOf(valueOr(county_fips), number));
  return typeof home === 'string' ? absent(REASONS[home], NO_KEY[home]) : home.home_id;
}

type Change = Required<Omit<HomeExtras<'listings'>, 'home_id'>>;
type KnownChange = { readonly [F in keyof Change]: Exclude<Change[F], null> | Absent };

/**
 * The price change that this service saw; if it saw none, the last one that the source names. An
 * observed change always wins: the source's may be of an earlier day.
 */
function priceChange(row: ParsedRow<Row>, firsts: FirstPrices): KnownChange | Absent {
  const price = 'rent_monthly' in row ? rentOrPrice(row) : absent('not_applicable');
  if (isAbsent(price)) return firsts === null ? NO_HISTORY : price;
  const known = firsts?.get(row.source_id);
  const isOther = startsLater(valueOr(row.list_date), known?.list_date ?? null);
  const first = isOther ? undefined : known;
  const seen = first && changeFrom(first.amount, price, 'observed', new Date(first.atMs));
  if (seen !== undefined && price.amount !== first?.amount) return seen;
  const named = changeNamed(row, price);
  if (named !== null) return named;
  if (seen !== undefined) return seen;
  return firsts === null
    ? NO_HISTORY
    : absent('not_applicable', 'This service sees the listing for the first time.');
}

const NO_HISTORY = absent('not_applicable', 'No history of this source is stored.');

/** The last change that the source itself reports, if its row has one. */
function changeNamed({ extras }: ParsedRow<Row>, price: Money): KnownChange | null {
  const change = 'last_price_change' in extras ? valueOr(extras.last_price_change) : null;
  if (change === null || change.amount === 0) return null;
  const before = price.amount - change.amount;
  if (before <= 0) return null;
  const moment =
    'last_price_change_date' in extras
      ? extras.last_price_change_date
      : 'price_change_timestamp' in extras
        ? extras.price_change_timestamp
        : absent('not_reported');
  return changeFrom(before, price, 'source', isAbsent(moment) ? moment : new Date(moment));
}

function changeFrom(
  before: number,
  { amount }: Money,
  origin: (typeof PRICE_CHANGE_ORIGINS)[number],
  since: Date | Absent,
): KnownChange {
  const moved = amount - before;
  return {
    price_change: usd(moved),
    price_change_percent: before === 0 ? 0 : Math.round((moved / before) * 10_000) / 100,
    price_change_since: isAbsent(since) ? since : since.toISOString(),
    price_change_origin: origin,
  };
}

const rentOrPrice = ({ list_price, rent_monthly }: ParsedListing) =>
  isAbsent(rent_monthly) ? list_price : rent_monthly;
type ParsedListing = Extract<ParsedRow<Row>, { readonly rent_monthly: unknown }>;
