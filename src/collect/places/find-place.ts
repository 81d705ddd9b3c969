/** A source's own place for an area: imported, stored, or looked up once a quarter and checked. */
import { DAY_MS } from '#contract/durations.js';
import type { PlaceName } from '#domain/extent.js';
import {
  type PlaceAsk,
  SourceError,
  type SourcePlace,
  type SourcePlaces,
} from '#sources/driver.js';
import type { AreaSearch } from '../area/area-search.js';
import { placeOf } from './learn-extents.js';
import type { KnownPlace, PlaceStatus } from './place-store.js';

/** How long a status is valid: numbers do not change, new ZIPs appear, a failure passes. */
const STANDS_MS: Readonly<Record<PlaceStatus['status'], number>> = {
  good: 90 * DAY_MS,
  wrong: 90 * DAY_MS,
  leaks: 90 * DAY_MS,
  none: 7 * DAY_MS,
  failed: 600_000,
};

/** A place that a source may be queried for; its answers are checked. */
type FoundPlace = Pick<KnownPlace, 'audited' | 'imported'> & { readonly place: SourcePlace };

/** The source's own place for the area; null when it has none that can be trusted. */
export async function findPlace(search: AreaSearch): Promise<FoundPlace | null> {
  const { source, client, places, area, via } = search;
  const name = placeOf(area);
  if (name === null || via === 'boxes' || !hasPlaces(search)) return null;
  const known = await places.findPlace(source, name);
  const isKnown = known !== null && stands(search, known);
  if (isKnown) return known.status === 'good' ? known : null;
  if (ownOf(search.driver)?.instead !== true && !client.findsPlaces(source)) return null;
  const found = await lookUp(search);
  await places.keepPlace(source, name, found);
  return found.status === 'good' ? { place: found.place, imported: false, audited: false } : null;
}

/** Whether the source has places of its own that can be requested. */
const hasPlaces = ({ driver }: Pick<AreaSearch, 'driver'>): boolean => ownOf(driver) !== undefined;

const ownOf = (driver: AreaSearch['driver']): SourcePlaces | undefined =>
  driver.over === 'http' ? driver.places : undefined;

/** The name under which the place is looked up; null for areas that are no place of a source. */
function askOf({ test }: AreaSearch['area']): PlaceAsk | null {
  if (test.by === 'zip') return { form: 'zip', names: [test.zip], state: null };
  if (test.by === 'city') return { form: 'city', names: test.names, state: test.state };
  return null;
}

/** An imported place is valid until an answer contradicts it. */
const stands = ({ clock }: AreaSearch, { status, checkedAtMs, imported }: KnownPlace): boolean =>
  (status === 'good' && imported) || clock.nowMs() - checkedAtMs < STANDS_MS[status];

/**
 * Finds the token and checks its place. If the lookup fails, the source is queried by boxes, unless
 * the source itself answered with a challenge: the next request would meet it too.
 */
async function lookUp({ client, source, signal, area, driver }: AreaSearch): Promise<PlaceStatus> {
  const [own, ask] = [ownOf(driver), askOf(area)];
  if (own === undefined || ask === null) return { status: 'none' };
  let atSource = own.instead === true;
  try {
    const host = atSource ? 'source' : 'places';
    const token = own.readFound(await client.ask(source, host, own.find(ask), signal), ask);
    if (token === null) return { status: 'none' };
    const { check } = own;
    if (check === undefined) {
      return { status: 'good', place: { token, label: ask.names[0] ?? '', box: null } };
    }
    atSource = true;
    const { options = {} } = client.addressOf(source, source) ?? {};
    const request = check.request(token, ask, options);
    const body = await client.ask(source, 'source', request, signal);
    const place = check.read(body, token, ask);
    if (place === null) return { status: 'wrong' };
    return reaches(area.cover, place) ? { status: 'good', place } : { status: 'wrong' };
  } catch (error) {
    const isBarrier = error instanceof SourceError && error.blocked && atSource;
    if (error instanceof SourceError && !isBarrier && !signal.aborted) return { status: 'failed' };
    throw error;
  }
}

/** Whether a place, if its box is known, contains the middle of the area's first cover box. */
function reaches([cover]: AreaSearch['area']['cover'], { box }: SourcePlace): boolean {
  if (box === null || cover === undefined) return true;
  const [x, y] = [(cover.w + cover.e) / 2, (cover.s + cover.n) / 2];
  return x >= box.w && x <= box.e && y >= box.s && y <= box.n;
}

/** Whether the area's place recently answered for another one. */
export async function isDropped(search: AreaSearch): Promise<boolean> {
  const name = placeOf(search.area);
  const known = name === null ? null : await search.places.findPlace(search.source, name);
  return known !== null && known.status === 'wrong' && stands(search, known);
}

/** Marks a place that answered for another one as wrong; searches use boxes for a quarter. */
export async function dropPlace({ places, source, area }: AreaSearch): Promise<void> {
  const name: PlaceName | null = placeOf(area);
  if (name !== null) await places.keepPlace(source, name, { status: 'wrong' });
}
