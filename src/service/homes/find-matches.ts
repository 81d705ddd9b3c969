/** Finds the members that are one home, for several requested homes in a few statements. */
import { groupBy } from '#base/group-by.js';
import { isLicensed, SOURCES, type SourceName } from '#contract/sources.js';
import type { HomeMember } from '#domain/home.js';
import { type Match, matchHome } from '#domain/home-match.js';
import { findAliases } from '#store/home-corrections.js';
import { findMembers, findMembersAt, findMembersOfParcels } from '#store/homes.js';
import { knownFeeds } from '../accounts/feeds.js';
import { type Parts, secondsFromNow } from '../app.js';

/** An operator's links are followed this many steps, and to this many homes. */
const LINKS_MAX = 20;

/** What a caller may read about homes. */
export type Reader = { readonly feeds: readonly string[] };

/** Match of each home by its id (lower case), in order; none for ids the reader may not read. */
export async function findMatches(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Match>> {
  const linkedTo = await findLinks(app, ids);
  const may = readableBy(app, reader);
  const asked = [...new Set([...ids, ...ids.flatMap((id) => [...linkedTo(id)])])];
  const members = (await findMembers(app.db, asked)).filter(may);
  const byHome = groupBy(members, ({ home_id }) => home_id);
  const [onParcels, near] = await Promise.all([
    findOnParcels(app, members),
    findNear(app, members),
  ]);
  const byParcel = groupBy(onParcels.filter(may), ({ parcel }) => parcel ?? '');
  const byNumber = groupBy(near.filter(may), houseOf);
  const matches = new Map<string, Match>();
  for (const id of ids) {
    const own = byHome.get(id) ?? [];
    const others = linkedTo(id);
    const linked = others.size === 0 ? [] : members.filter(({ home_id }) => others.has(home_id));
    const known = [...own, ...linked];
    const [first] = known;
    if (first === undefined) continue;
    const parcels = parcelsOf(known).flatMap((parcel) => byParcel.get(parcel) ?? []);
    const match = matchHome({
      own,
      linked,
      onParcels: parcels.sort(inOrderSeen),
      near: byNumber.get(houseOf(first)) ?? [],
    });
    matches.set(id, match);
  }
  return matches;
}

const inOrderSeen = (a: HomeMember, b: HomeMember): number =>
  a.first_seen_at.getTime() - b.first_seen_at.getTime();

const parcelsOf = (members: readonly HomeMember[]): string[] => [
  ...new Set(members.flatMap(({ parcel }) => (parcel === null ? [] : [parcel]))),
];

function findOnParcels({ db }: Parts<'db'>, members: readonly HomeMember[]) {
  const parcels = parcelsOf(members);
  return parcels.length === 0 ? [] : findMembersOfParcels(db, parcels);
}

const houseOf = ({ zip, number }: HomeMember): string => `${zip} ${number}`;

function findNear({ db }: Parts<'db'>, members: readonly HomeMember[]) {
  const numbered = members.filter(({ number }) => number !== '');
  const houses = [...new Map(numbered.map((member) => [houseOf(member), member])).values()];
  return houses.length === 0 ? [] : findMembersAt(db, houses);
}

/** The ids linked to each home by an operator, directly or through others. */
async function findLinks(
  { db }: Parts<'db'>,
  ids: readonly string[],
): Promise<(id: string) => ReadonlySet<string>> {
  const links = new Map<string, Set<string>>();
  const seen = new Set(ids);
  let asked = ids;
  for (let round = 0; round < LINKS_MAX && asked.length > 0; round += 1) {
    const found = await findAliases(db, asked);
    for (const { home_id, other_id } of found) {
      links.set(home_id, (links.get(home_id) ?? new Set()).add(other_id));
      links.set(other_id, (links.get(other_id) ?? new Set()).add(home_id));
    }
    asked = [...links.keys()].filter((id) => !seen.has(id));
    for (const id of asked) seen.add(id);
  }
  return (id) => reached(links, id);
}

/** The homes that links reach from one home, nearest first. */
function reached(links: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const found = new Set([from]);
  for (const id of found) {
    for (const other of links.get(id) ?? []) {
      if (found.size < LINKS_MAX) found.add(other);
    }
  }
  found.delete(from);
  return found;
}

/** Whether a caller may read a member: source in use and, if licensed, granted and retained. */
export function readableBy(
  app: Parts<'client' | 'clock' | 'limits'>,
  { feeds }: Reader,
): (member: Pick<HomeMember, 'source' | 'feed' | 'last_seen_at'>) => boolean {
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

/** The same as lists: origins that need no licence, and feeds that the caller may read. */
export function readableHomes(app: Parts<'client'>, { feeds }: Reader) {
  return {
    origins: SOURCES.filter((source) => !isLicensed(source) || app.client.isSandbox(source)).map(
      (source) => app.client.origin(source),
    ),
    feeds: SOURCES.flatMap((source) =>
      (knownFeeds(app, source, feeds) ?? []).map((feed) => ({
        origin: app.client.origin(source),
        feed,
      })),
    ),
  };
}

const sourcesByOrigin = ({ client }: Parts<'client'>): ReadonlyMap<string, SourceName> =>
  new Map(SOURCES.map((source) => [client.origin(source), source]));

/** Names of sources by origin. */
export function sourceNames(app: Parts<'client'>): (origin: string) => string {
  const names = sourcesByOrigin(app);
  return (origin) => names.get(origin) ?? origin;
}
