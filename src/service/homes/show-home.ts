/** Homes over all sources that a caller may read. */
import { ADDRESS_CHARS_MAX, HOMES_ASKED_MAX } from '#contract/homes.js';
import type { HomeBody, HomeMembersBody } from '#contract/operations/homes.js';
import { apiError, invalidQuery, outOfRange } from '#domain/api-error.js';
import { homeId, homeKey, NO_KEY } from '#domain/home-key.js';
import { homeMembers, homeStory } from '#domain/home-story.js';
import { readAddress } from '#domain/lookup.js';
import { isUuid } from '#domain/uuid.js';
import { findObservations, findReports } from '#store/homes.js';
import type { App, Parts } from '../app.js';
import { findMatches, type Reader, sourceNames } from './find-matches.js';

/** The history of a home by its id. Throws home_not_found. */
export async function showHome(
  app: Parts<'client' | 'clock' | 'db' | 'limits' | 'metrics'>,
  reader: Reader,
  id: string,
): Promise<HomeBody> {
  const own = id.toLowerCase();
  const match = (await findMatches(app, reader, [own])).get(own);
  if (match === undefined) throw apiError('home_not_found');
  app.metrics.homeShown(match.possible.filter(({ reason }) => reason === 'contradiction').length);
  const members = match.members.map(({ member }) => member);
  const [observations, reports] = await Promise.all([
    findObservations(app.db, members),
    findReports(app.db, members),
  ]);
  return homeStory(own, match, observations, reports, sourceNames(app));
}

/** The sources that list each of these homes now; `text` has their ids, separated by commas. */
export async function showMembers(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
  reader: Reader,
  text: string,
): Promise<HomeMembersBody> {
  const ids = [...new Set(text.split(',').map((id) => id.trim().toLowerCase()))];
  if (ids.length > HOMES_ASKED_MAX || !ids.every(isUuid)) {
    throw outOfRange(
      'home_ids',
      `1 to ${HOMES_ASKED_MAX} comma-separated ids of homes (extras.home_id of rows)`,
    );
  }
  const matches = await findMatches(app, reader, ids);
  const names = sourceNames(app);
  return {
    homes: [...matches].map(([id, match]) => homeMembers(id, match, names)),
    unknown: ids.filter((id) => !matches.has(id)),
  };
}

/**
 * The history of the home at an address: street, city, state and ZIP in one line. Throws
 * unsupported_or_invalid_query where the line names no home or other parameters were sent with it
 * (`others`, their names), and home_not_found.
 */
export async function showHomeAt(
  app: App,
  reader: Reader,
  text: string,
  others: readonly string[] = [],
): Promise<HomeBody> {
  const [other] = others;
  if (other !== undefined) {
    throw invalidQuery(
      other,
      `${other} belongs to the search of an area. Send the address alone, or an area with its kind.`,
    );
  }
  return showHome(app, reader, homeIdAt(app, text));
}

/** The id of the home at an address. Throws unsupported_or_invalid_query for a line without one. */
export function homeIdAt(app: Parts<'geo'>, text: string): string {
  if (text.trim() === '' || text.length > ADDRESS_CHARS_MAX)
    throw invalid(`1 to ${ADDRESS_CHARS_MAX} characters`);
  const { line, city, zip } = readAddress(text);
  const street = city === null ? withoutCity(line, app.geo.zip(zip ?? '')?.city) : line;
  const key = homeKey({ line1: street, unit: null, zip: zip ?? '' });
  if (typeof key === 'string') {
    throw invalid(
      `a street line, city, state and ZIP, comma-separated, such as "12 Oak St #4, Austin, TX 78704". ${NO_KEY[key]}`,
    );
  }
  return homeId(key);
}

/** A line sent without commas, without its ZIP's city at the end. */
const withoutCity = (line: string, city: string | undefined): string =>
  city !== undefined && line.toLowerCase().endsWith(` ${city.toLowerCase()}`)
    ? line.slice(0, -city.length - 1)
    : line;

const invalid = (what: string) => invalidQuery('address', `address must be ${what}`);
