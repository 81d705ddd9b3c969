/**
 * The CSV download of a search, as rows in the form of the JSON answer with plain values. It names
 * home types only in words and has no brokers. Its days on the market are not used: on sold rows
 * they count the days since the sale.
 */

import Papa from 'papaparse';
import { SourceError } from '../driver.js';
import type { Raw } from '../raw-values.js';
import { FOR_SALE, SOLD } from './codes.js';

export const CSV_START = 'SALE TYPE,';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const DATE = /^([A-Z][a-z]+)-(\d{1,2})-(\d{4})$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Home types in words, with the code of the search filter; 6 is "other". */
const TYPES: ReadonlyMap<string, number> = new Map([
  ['single family residential', 1],
  ['condo/co-op', 2],
  ['townhouse', 3],
  ['multi-family (2-4 unit)', 4],
  ['multi-family (5+ unit)', 4],
  ['vacant land', 5],
  ['mobile/manufactured home', 7],
]);
const OTHER_TYPE = 6;

/** Columns that every download has: a missing one was renamed. */
const COLUMNS = [
  'SALE TYPE',
  'SOLD DATE',
  'PROPERTY TYPE',
  'ADDRESS',
  'CITY',
  'PRICE',
  'BEDS',
  'BATHS',
  'SQUARE FEET',
  'LOT SIZE',
  'YEAR BUILT',
  'HOA/MONTH',
  'STATUS',
  'URL',
  'MLS#',
  'LATITUDE',
  'LONGITUDE',
];

/** A line with more cells than columns is passed on as sent: its values have left their columns. */
export function csvRows(text: string): readonly unknown[] {
  const [header = [], ...records] = recordsOf(text);
  // The header of the page address continues with advice to the reader.
  const names = header.map((name) => (name.startsWith('URL') ? 'URL' : name));
  const missing = COLUMNS.find((name) => !names.includes(name));
  if (missing !== undefined) throw records.length === 0 ? brokeOff() : lost(missing);
  // A line with one cell is a remark to the reader.
  const homes = records.filter((cells) => cells.length > 1);
  if (homes.some((cells) => cells.length < names.length)) throw brokeOff();
  return homes.map((cells) =>
    cells.slice(names.length).some((cell) => cell !== '')
      ? cells
      : homeOf(new Map(names.map((name, at) => [name, cells[at] ?? '']))),
  );
}

function homeOf(cells: ReadonlyMap<string, string>): Raw {
  // A column that is present and empty is an unreported value.
  const text = (name: string) => (cells.has(name) ? cells.get(name) || null : undefined);
  const number = (name: string) => numeric(text(name));
  return {
    searchStatus: text('SALE TYPE') === 'PAST SALE' ? SOLD : FOR_SALE,
    url: text('URL'),
    soldDate: dateMs(text('SOLD DATE')),
    price: number('PRICE'),
    beds: number('BEDS'),
    baths: number('BATHS'),
    sqFt: number('SQUARE FEET'),
    lotSize: number('LOT SIZE'),
    yearBuilt: number('YEAR BUILT'),
    hoa: number('HOA/MONTH'),
    uiPropertyType: typeOf(text('PROPERTY TYPE')),
    streetLine: text('ADDRESS'),
    city: text('CITY'),
    // Older downloads have shorter names for the two columns.
    state: text('STATE OR PROVINCE') ?? text('STATE'),
    zip: text('ZIP OR POSTAL CODE') ?? text('ZIP'),
    latLong: { latitude: number('LATITUDE'), longitude: number('LONGITUDE') },
    mlsId: text('MLS#'),
    mlsStatus: text('STATUS'),
  };
}

/** "October-27-2020" as midnight UTC, as in the JSON; other texts remain unreadable. */
function dateMs(text: string | null | undefined): number | string | null | undefined {
  const [, name = '', day, year] = DATE.exec(text ?? '') ?? [];
  const month = MONTHS.indexOf(name);
  return month < 0 ? text : Date.UTC(Number(year), month, Number(day));
}

const numeric = (text: string | null | undefined): number | string | null | undefined =>
  typeof text === 'string' && NUMBER.test(text) ? Number(text) : text;

const typeOf = (words: string | null | undefined): number | null =>
  words ? (TYPES.get(words.toLowerCase()) ?? OTHER_TYPE) : null;

/** Lines as cells, without quotes. An unclosed quote means that the text was cut off. */
function recordsOf(text: string): readonly string[][] {
  const lines = text.replaceAll('\r\n', '\n');
  const { data, errors } = Papa.parse<string[]>(lines, { delimiter: ',', newline: '\n' });
  if (errors.length > 0) throw brokeOff();
  return data;
}

const brokeOff = (): SourceError => new SourceError('down', 'portal_b sent a truncated export.');

const lost = (column: string): SourceError =>
  new SourceError(
    'changed',
    `portal_b sent an export in a changed format: the column ${column} is missing.`,
  );
