/** One home over all sources that a caller may read. */
import { ADDRESS_CHARS_MAX, type HomeBody } from '#contract/homes.js';
import { isLicensed, SOURCES, type SourceName } from '#contract/sources.js';
import { apiError } from '#domain/api-error.js';
import type { HomeMember } from '#domain/home.js';
import { homeId, homeKey, NO_KEY } from '#domain/home-key.js';
import { matchHome } from '#domain/home-match.js';
import { homeStory } from '#domain/home-story.js';
import { readAddress } from '#domain/lookup.js';
import { findAliases } from '#store/home-corrections.js';
import {
  findMembers,
  findMembersAt,
  findMembersOfParcels,
  findObservations,
  findReports,
} from '#store/homes.js';
import { knownFeeds } from '../accounts/feeds.js';
import { type App, secondsFromNow } from '../app.js';

/** Links of an operator are followed so far. */
const LINKS_MAX = 20;

/** What a caller may read of homes. */
export type Reader = { readonly feeds: readonly string[] };

/** The story of a home by its id. Throws home_not_found. */
export async function showHome(app: App, reader: Reader, id: string): Promise<HomeBody> {
  const own = id.toLowerCase();
  const linkedIds = await linkedTo(app, own);
  const may = readableBy(app, reader);
  const [direct, linked] = await Promise.all([
    findMembers(app.db, [own]),
    linkedIds.length === 0 ? [] : findMembers(app.db, linkedIds),
  ]);
  const mine = direct.filter(may);
  const known = [...mine, ...linked.filter(may)];
  const [first] = known;
  if (first === undefined) throw apiError('home_not_found');
  const parcels = [...new Set(known.flatMap(({ parcel }) => (parcel === null ? [] : [parcel])))];
  const [onParcels, near] = await Promise.all([
    parcels.length === 0 ? [] : findMembersOfParcels(app.db, parcels),
    first.number === '' ? [] : findMembersAt(app.db, first.zip, first.number),
  ]);
  const match = matchHome({
    own: mine,
    linked: linked.filter(may),
    onParcels: onParcels.filter(may),
    near: near.filter(may),
  });
  app.metrics.homeShown(match.possible.filter(({ reason }) => reason === 'contradiction').length);
  const members = match.members.map(({ member }) => member);
  const [observations, reports] = await Promise.all([
    findObservations(app.db, members),
    findReports(app.db, members),
  ]);
  return homeStory(own, match, observations, reports, sourceNames(app));
}

/**
 * The story of the home at an address: street, city, state and ZIP in one line. Throws
 * unsupported_or_invalid_query where the line names no home, and home_not_found.
 */
export function showHomeAt(app: App, reader: Reader, text: string): Promise<HomeBody> {
  if (text.trim() === '' || text.length > ADDRESS_CHARS_MAX)
    throw invalid(`1 to ${ADDRESS_CHARS_MAX} characters`);
  const { line, city, zip } = readAddress(text);
  const street = city === null ? withoutCity(line, app.geo.zip(zip ?? '')?.city) : line;
  const key = homeKey({ line1: street, unit: null, zip: zip ?? '' });
  if (typeof key === 'string') {
    throw invalid(
      `a street line, city, state and ZIP with commas between, such as "12 Oak St #4, Austin, TX 78704". ${NO_KEY[key]}`,
    );
  }
  return showHome(app, reader, homeId(key));
}

/** A line that was sent without commas, without the city of its ZIP at its end. */
const withoutCity = (line: string, city: string | undefined): string =>
  city !== undefined && line.toLowerCase().endsWith(` ${city.toLowerCase()}`)
    ? line.slice(0, -city.length - 1)
    : line;

const invalid = (what: string) =>
  apiError('unsupported_or_invalid_query', {
    param: 'address',
    message: `address must be ${what}`,
  });

/** Ids that an operator linked to a home, over others. */
async function linkedTo(app: App, own: string): Promise<readonly string[]> {
  const found = new Set([own]);
  let asked: readonly string[] = [own];
  while (asked.length > 0 && found.size < LINKS_MAX) {
    const links = await findAliases(app.db, asked);
    const ids = links.flatMap(({ home_id, other_id }) => [home_id, other_id]);
    asked = [...new Set(ids)].filter((one) => !found.has(one)).slice(0, LINKS_MAX - found.size);
    for (const one of asked) found.add(one);
  }
  found.delete(own);
  return [...found];
}

/** Whether a caller may read a member: of a source in use, and of a licensed feed with a grant while it is kept. */
function readableBy(app: App, { feeds }: Reader): (member: HomeMember) => boolean {
  const origins = sourcesByOrigin(app);
  const keptSince = secondsFromNow(app, -app.limits.FEED_RETENTION_S);
  const granted = new Map<SourceName, readonly string[] | null | undefined>();
  return ({ source: origin, feed, last_seen_at }) => {
    const source = origins.get(origin);
    if (source === undefined) return false;
    if (feed === null) return !isLicensed(source) || app.client.isSandbox(source);
    if (!granted.has(source)) granted.set(source, knownFeeds(app, source, feeds));
    return granted.get(source)?.includes(feed) === true && last_seen_at >= keptSince;
  };
}

const sourcesByOrigin = ({ client }: App): ReadonlyMap<string, SourceName> =>
  new Map(SOURCES.map((source) => [client.origin(source), source]));

function sourceNames(app: App): (origin: string) => string {
  const names = sourcesByOrigin(app);
  return (origin) => names.get(origin) ?? origin;
}
