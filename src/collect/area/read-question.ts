/**
 * One request to a source, with its area in a form that the source knows. A source that does not
 * know the form silently answers for another place; only its rows reveal it. Then each other form
 * is tried once, and the one that returns rows of the area is used from then on.
 */

import { ownTurn } from '#base/own-turn.js';
import { type Box, inBox } from '#domain/box.js';
import { valueOr } from '#domain/parsed-row.js';
import { type Question, SourceError } from '#sources/driver.js';
import { checkRows, parseRows } from '../checks/parse-page.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import { readPageOf } from '../tables/over-feeds.js';
import type { AreaSearch } from './area-search.js';

/** Rows that prove something about a page; fewer may be chance. */
const ROWS_MIN = 5;

/** The stored form of a source that must be queried by its own places instead of boxes. */
export const BY_PLACE = 'place';

/** The page for a question. Throws SourceError. */
export async function readQuestion(search: AreaSearch, question: Question): Promise<ParsedPage> {
  const { source, places } = search;
  const { area } = question;
  const spellings = spellingsOf(search);
  if (spellings.length === 0 || area.by !== 'box' || area.place !== undefined) {
    return readOnce(search, question);
  }
  const known = await places.findAreaForm(source);
  const usual = spellings.find((one) => one === known) ?? spellings[0];
  const ask = (spelling?: string) =>
    readOnce(search, spelling === undefined ? question : { ...question, spelling });
  const first = await unlessElsewhere(ask(usual === spellings[0] ? undefined : usual));
  if ('page' in first && !isElsewhere(first, area.box)) return first;
  for (const spelling of spellings.filter((one) => one !== usual)) {
    const other = await unlessElsewhere(ask(spelling));
    if (!('page' in other) || pointsIn(other, area.box).inside === 0) continue;
    if (isElsewhere(other, area.box)) continue;
    await places.keepAreaForm(source, spelling === spellings[0] ? null : spelling);
    return other;
  }
  if ('page' in first) return first;
  throw first;
}

const spellingsOf = ({ driver }: AreaSearch): readonly string[] =>
  driver.over === 'http' ? (driver.spellings ?? []) : [];

/**
 * Whether a source must be queried by its own places instead of boxes: it was before, or it answers
 * a box in its usual form with another place.
 */
export async function needsPlaces(search: AreaSearch, question: Question): Promise<boolean> {
  const { driver, places, source } = search;
  const { area } = question;
  if (driver.over !== 'http' || driver.places?.instead !== true || area.by !== 'box') return false;
  const known = await places.findAreaForm(source);
  if (known !== null) return known === BY_PLACE;
  const read = await unlessElsewhere(readOnce(search, question));
  return !('page' in read) || isElsewhere(read, area.box);
}

async function readOnce(search: AreaSearch, question: Question): Promise<ParsedPage> {
  const { client, source, kind, driver, freshSinceMs, signal } = search;
  const options = { freshSinceMs, signal, kind };
  const read = await readPageOf(client, source, driver, question, options);
  await ownTurn();
  const rows = parseRows(search, read);
  await ownTurn();
  return checkRows(search, question, read, rows);
}

/** The page, or the error that it is for another place. Throws every other error. */
export const unlessElsewhere = (read: Promise<ParsedPage>): Promise<ParsedPage | SourceError> =>
  read.catch((error: unknown) => {
    if (error instanceof SourceError && error.isElsewhere) return error;
    throw error;
  });

/** Whether no row lies inside: a source adds only a few rows from around an area. */
function isElsewhere(page: ParsedPage, box: Box): boolean {
  const { inside, outside } = pointsIn(page, box);
  return outside >= ROWS_MIN && inside === 0;
}

function pointsIn({ page }: ParsedPage, box: Box): { inside: number; outside: number } {
  const points = page.rows.flatMap((read) =>
    'row' in read ? (valueOr(read.row.location) ?? []) : [],
  );
  const inside = points.filter(({ lat, lng }) => inBox(box, lat, lng)).length;
  return { inside, outside: points.length - inside };
}
