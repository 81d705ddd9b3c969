/** The sanity check: impossible values are withheld with a reason (docs/api.md#rows). */
import type { ListingRow, Row, SoldRow } from '#contract/rows.js';
import { absent, isAbsent, type ParsedRow, valueOr } from './parsed-row.js';

const YEAR_MIN = 1600;
const YEARS_AHEAD_MAX = 5;

type AnyParsedRow = ParsedRow<ListingRow> | ParsedRow<SoldRow>;

/** The row with every implausible value replaced by an absence. */
export function checkSanity(row: AnyParsedRow, nowMs: number): ParsedRow<Row> {
  const fields: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(row)) {
    const why = implausible(name, value, nowMs);
    if (why !== null) fields[name] = absent('implausible', why);
  }
  fields.extras = checkExtras(row.extras, nowMs);
  withholdReversedDates(fields);
  return fields as unknown as ParsedRow<Row>;
}

function checkExtras(extras: object, nowMs: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extras).map(([name, value]) => {
      const why = implausible(name, value, nowMs);
      return [name, why === null ? value : absent('implausible', why)];
    }),
  );
}

/** Names of differences, which may be below zero. */
const DIFFERENCE = /_change$/;

/** Why a value cannot be true, or null. Only amounts, sizes, counts and years are checked. */
function implausible(name: string, value: unknown, nowMs: number): string | null {
  if (DIFFERENCE.test(name)) return null;
  if (typeof value === 'number') {
    if (name === 'year_built') return yearFault(value, nowMs);
    return value < 0 ? 'negative' : null;
  }
  if (typeof value !== 'object' || value === null || isAbsent(value)) return null;
  if ('amount' in value && typeof value.amount === 'number' && value.amount < 0) return 'negative';
  if ('lat' in value && 'lng' in value) return pointFault(Number(value.lat), Number(value.lng));
  return null;
}

function yearFault(year: number, nowMs: number): string | null {
  const latest = new Date(nowMs).getUTCFullYear() + YEARS_AHEAD_MAX;
  return year < YEAR_MIN || year > latest ? `a year outside ${YEAR_MIN} to ${latest}` : null;
}

const pointFault = (lat: number, lng: number): string | null =>
  Math.abs(lat) > 90 || Math.abs(lng) > 180 || (lat === 0 && lng === 0)
    ? 'not a point on land'
    : null;

/** If list_date is after the sale, it is withheld, and so is the number of days on the market. */
function withholdReversedDates(fields: Record<string, unknown>): void {
  const listed = valueOr(fields.list_date);
  const sold = valueOr(fields.sold_date);
  if (typeof listed !== 'string' || typeof sold !== 'string' || listed <= sold) return;
  fields.list_date = absent('implausible', 'list_date after sold_date');
  fields.days_on_market = absent('implausible', 'list_date after sold_date');
}
