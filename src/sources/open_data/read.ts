/** An answer's body as a page, or as the number of rows that ends a set. */
import {
  NO_PROFILE,
  type Question,
  SourceError,
  type SourcePage,
  type SourceProfile,
} from '../driver.js';
import { NAME, STREET_LINE } from '../expectations.js';
import {
  describingField,
  essentialField,
  type FormatField,
  MISSING_SHARE_OFTEN_EMPTY_MAX as OFTEN_EMPTY,
  placewiseField,
  requireFormat,
} from '../format-fields.js';
import type { MappedField, MappedKind } from '../mapping/mapping.js';
import type { SetKey, SetPage, SetPageAsk } from '../open/protocol.js';
import { hasField, liveRow, mappedRow, mapperOf } from './live-row.js';
import { type LiveSet, liveSetOf } from './live-set.js';
import { COUNT_PAGE, pageAsk, pageBehind, standingOf } from './request.js';

export const readPage =
  (kind: MappedKind) =>
  (body: string, question: Question, profile = NO_PROFILE): SourcePage => {
    const live = liveSetOf(profile.options, kind);
    const standing = standingOf(question.at);
    return standing.is === 'count'
      ? { rows: [], total: live.protocol.readCount(body), next: null }
      : rowsPage(body, question, profile, live, standing.after);
  };

function rowsPage(
  body: string,
  question: Question,
  profile: SourceProfile,
  live: LiveSet,
  after: SetKey | null,
): SourcePage {
  const ask = pageAsk(live, question, profile, { is: 'rows', after });
  const page = live.protocol.readPage(body, ask);
  const own = mapperOf(live, question);
  const rows = page.rows.map(({ values }) => liveRow(values, own));
  requireFormat('open_data', rows, FORMAT_FIELDS[live.mapping.kind], after === null ? 1 : 2);
  return {
    rows,
    total: null,
    next: mayGoOn(page, ask) && page.after !== null ? pageBehind(page.after) : COUNT_PAGE,
    after: (row) => behindRow(live, page, ask, row),
  };
}

/**
 * The page that begins behind a row: behind its key, or behind so many rows where the server counts
 * them.
 */
function behindRow({ set }: LiveSet, { rows }: SetPage, { after }: SetPageAsk, row: number) {
  const key = rows[row]?.key;
  if (key === undefined) return null;
  if (set.protocol === 'ckan') return pageBehind(Number(after ?? 0) + row + 1);
  return pageBehind(set.protocol === 'socrata' ? key : Number(key));
}

/**
 * Whether a page follows: a server says that it left out rows, or sent as many as were requested.
 */
function mayGoOn({ rows, isCut }: SetPage, { description, rows: asked }: SetPageAsk): boolean {
  if (rows.length === 0) return false;
  if (isCut !== true && rows.length < asked) return false;
  if (description.sorts) return true;
  throw new SourceError(
    'refused',
    `open_data cannot read ${rows.length} rows or more of this set, whose server does not sort them. Search a smaller area. Nothing was charged.`,
  );
}

const isMeant = (raw: unknown): boolean => {
  const row = mappedRow(raw);
  return 'home' in row || row.cause !== 'left_out';
};
const has = (field: string) => (raw: unknown) => hasField(raw, field);
/** Whether a row is of a set with a field. */
const mayHave = (field: MappedField) => (raw: unknown) => {
  const row = mappedRow(raw);
  return 'home' in row && row.live.mapping.fields.has(field);
};

const hasKey = (raw: unknown): boolean => {
  const row = mappedRow(raw);
  return 'home' in row && row.hasKey;
};
/** Whether a price was paid for the home, and not written for the form. */
const hasPrice = (raw: unknown): boolean => hasField(raw, 'sale_price');
const hasAnyPrice = (raw: unknown): boolean => {
  const row = mappedRow(raw);
  return 'home' in row && row.home.sale_price !== undefined;
};

const looksLike = (field: string, form: RegExp) => (raw: unknown) => {
  const row = mappedRow(raw);
  return 'home' in row && form.test(String(row.home[field]));
};

/** What texts look like. Sets without home types have lots among their homes. */
const FORMS: readonly FormatField<unknown>[] = [
  describingField('a street address', has('line1'), looksLike('line1', STREET_LINE), OFTEN_EMPTY),
  describingField('a city name', has('city'), looksLike('city', NAME), OFTEN_EMPTY),
];

/** What every set that is read live has. */
const FORMAT_FIELDS: Readonly<Record<MappedKind, readonly FormatField<unknown>[]>> = {
  listings: [
    essentialField('its key or status', isMeant, has('source_id')),
    essentialField('the address', has('source_id'), has('line1')),
    ...FORMS,
    essentialField('the ZIP', has('source_id'), has('zip')),
    placewiseField('the point', has('source_id'), has('lat')),
  ],
  // Parcels that were never sold have no date, and land often has no address.
  sold: [
    describingField('the sale date', isMeant, has('source_id'), OFTEN_EMPTY),
    essentialField('its key', has('source_id'), hasKey),
    describingField('a plausible price', hasAnyPrice, hasPrice, OFTEN_EMPTY),
    describingField('the address', mayHave('line1'), has('line1'), OFTEN_EMPTY),
    ...FORMS,
    describingField('the ZIP', mayHave('zip'), has('zip'), OFTEN_EMPTY),
    placewiseField('the point', mayHave('lat'), has('lat')),
  ],
};
