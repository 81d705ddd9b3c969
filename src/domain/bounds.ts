/**
 * Values that no row may hold, for every source, by the field tables: numbers that JSON, a double
 * or a column cannot represent exactly, and texts that are too long.
 */
import { sourceExtras } from '#contract/extras.js';
import type { Field } from '#contract/field.js';
import { ADDRESS_FIELDS } from '#contract/field.js';
import { rowFields } from '#contract/fields.js';
import { ROW_TEXT_CHARS_MAX, SOURCE_ID_CHARS_MAX, SOURCE_URL_CHARS_MAX } from '#contract/limits.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { type Absent, absent, isAbsent, type RowRead } from './parsed-row.js';

type Members = Readonly<Record<string, unknown>>;
type Dropped = Extract<RowRead<never>, { dropped: unknown }>;
/** The members that rows of all sources and kinds share. */
interface AnyRow {
  readonly source_id: string;
  readonly source_url: string;
  readonly address: object;
  readonly extras: object;
}

/**
 * The row with every value out of bounds replaced by an absence; the same object if there is none.
 * An over-long text becomes absent, not truncated: a note explains why a field is null, and the
 * source never sent the truncated text. A row whose identity is out of bounds is dropped as
 * unreadable.
 */
export function boundRow<R extends AnyRow>(
  source: SourceName,
  kind: Kind,
  row: R,
): { readonly row: R } | Dropped {
  const wrong = identityFault(row);
  if (wrong !== null) return { dropped: 'unreadable', detail: wrong };
  const own = replacements(row as Members, rowFields(kind));
  const address = replacements(row.address as Members, ADDRESS_FIELDS);
  const extras = replacements(row.extras as Members, sourceExtras(source, kind));
  if (own === null && address === null && extras === null) return { row };
  return {
    row: {
      ...row,
      ...(own !== null && { ...own, ...withoutBasis(row, own) }),
      ...(address !== null && { address: { ...row.address, ...address } }),
      ...(extras !== null && { extras: { ...row.extras, ...extras } }),
    },
  };
}

/** Control characters and lone surrogates, which PostgreSQL does not accept everywhere. */
const NOT_IN_IDS = /[\p{Cc}\p{Cs}]/u;

/** NUL and lone surrogates, which neither text nor JSON of PostgreSQL can hold. */
const NOT_IN_TEXTS = /[\0\p{Cs}]/u;

function identityFault({ source_id, source_url }: AnyRow): string | null {
  if (source_id.length > SOURCE_ID_CHARS_MAX) return 'The id is too long.';
  if (NOT_IN_IDS.test(source_id)) return 'The id has control characters.';
  if (NOT_IN_TEXTS.test(source_url)) return 'The page URL has control characters.';
  return source_url.length > SOURCE_URL_CHARS_MAX ? 'The page URL is too long.' : null;
}

/** The replacements of members out of bounds; null when all are within. */
function replacements(part: Members, fields: readonly Field[]): Record<string, unknown> | null {
  let found: Record<string, unknown> | null = null;
  for (const { name, type } of fields) {
    const value = part[name];
    const bounded = type === 'units' ? unitsWithin(value) : (reasonOf(value, name) ?? value);
    if (bounded === value) continue;
    found ??= {};
    found[name] = bounded;
  }
  return found;
}

function reasonOf(value: unknown, name: string): Absent | null {
  if (typeof value === 'string') {
    // The identity has its own bounds; a row that exceeds them is dropped, not withheld.
    if (name === 'source_url') return null;
    if (NOT_IN_TEXTS.test(value))
      return absent('unreadable', 'text with a character without meaning');
    if (value.length <= ROW_TEXT_CHARS_MAX) return null;
    return absent('unreadable', `text of ${value.length} characters, over ${ROW_TEXT_CHARS_MAX}`);
  }
  if (typeof value === 'number') return numberFault(value);
  if (typeof value !== 'object' || value === null || isAbsent(value)) return null;
  const { amount, lat, lng } = value as { amount?: unknown; lat?: unknown; lng?: unknown };
  return numberFault(amount) ?? numberFault(lat) ?? numberFault(lng);
}

/** Less than this a column of type `real` does not hold with all its digits. */
const MAGNITUDE_MIN = 1e-37;

function numberFault(value: unknown): Absent | null {
  if (typeof value !== 'number' || value === 0) return null;
  const magnitude = Math.abs(value);
  if (magnitude < MAGNITUDE_MIN) return absent('implausible', 'a number next to 0');
  if (magnitude <= Number.MAX_SAFE_INTEGER) return null;
  return absent('implausible', `a number beyond ${Number.MAX_SAFE_INTEGER}`);
}

/** Of a unit, only the members out of bounds are withheld. */
function unitsWithin(units: unknown): unknown {
  if (!Array.isArray(units)) return units;
  const bounded = units.map((unit: Members) => {
    const found = Object.entries(unit).flatMap(([name, value]) => {
      const reason = reasonOf(value, name);
      return reason === null ? [] : [[name, reason]];
    });
    return found.length === 0 ? unit : { ...unit, ...Object.fromEntries(found) };
  });
  return bounded.every((unit, index) => unit === units[index]) ? units : bounded;
}

/** Ratios computed from a value that is now withheld: a ratio needs both its values. */
function withoutBasis(row: AnyRow, own: Members): Record<string, Absent> {
  const sold = 'sale_price' in row;
  const ratios = {
    price_per_sqft: [
      'living_area_sqft',
      ...(sold ? ['sale_price'] : ['list_price', 'rent_monthly']),
    ],
    sale_to_list_ratio: sold ? ['sale_price', 'list_price'] : [],
  };
  return Object.fromEntries(
    Object.entries(ratios).flatMap(([ratio, bases]) => {
      const basis = bases.find((name) => name in own);
      return basis === undefined ? [] : [[ratio, absent('implausible', `${basis} is withheld`)]];
    }),
  );
}
