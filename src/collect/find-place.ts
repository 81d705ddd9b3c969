/** The place of a source that an area is: remembered, or looked up once a quarter and checked by its name. */
import type { PlaceName } from '#domain/extent.js';
import {
  type PlaceAsk,
  SourceError,
  type SourcePlace,
  type SourcePlaces,
} from '#sources/driver.js';
import type { AreaSearch } from './area-search.js';
import { placeOf } from './learn-extents.js';
import type { KnownPlace, PlaceStatus } from './place-store.js';

const DAY_MS = 86_400_000;
/** How long a status stands: numbers do not change, new ZIPs appear, a failure passes. */
const STANDS_MS: Readonly<Record<PlaceStatus['status'], number>> = {
  good: 90 * DAY_MS,
  wrong: 90 * DAY_MS,
  none: 7 * DAY_MS,
  failed: 600_000,
};

/** The source's own place for the area; null when it has none that can be trusted. */
export async function findPlace(search: AreaSearch): Promise<SourcePlace | null> {
  const { driver, source, client, places, area } = search;
  const name = placeOf(area);
  const own = driver.over === 'http' ? driver.places : undefined;
  // The outline of a city is often smaller than what its post office serves, and nothing in its answers
  // shows what it leaves out: cities are read by boxes.
  if (own === undefined || name?.form !== 'zip' || !client.findsPlaces(source)) return null;
  const known = await places.findPlace(source, name);
  if (known !== null && stands(search, known)) {
    return known.status === 'good' ? known.place : null;
  }
  const found = await lookUp(search, own, { form: 'zip', names: [name.name], state: null });
  await places.keepPlace(source, name, found);
  return found.status === 'good' ? found.place : null;
}

const stands = ({ clock }: AreaSearch, { status, checkedAtMs }: KnownPlace): boolean =>
  clock.nowMs() - checkedAtMs < STANDS_MS[status];

/** Finds the token and checks what it stands for. A source that fails here is asked by boxes. */
async function lookUp(
  { client, source, signal, area }: AreaSearch,
  own: SourcePlaces,
  ask: PlaceAsk,
): Promise<PlaceStatus> {
  try {
    const token = own.readFound(await client.ask(source, 'places', own.find(ask), signal), ask);
    if (token === null) return { status: 'none' };
    const body = await client.ask(source, 'source', own.check(token), signal);
    const place = own.readChecked(body, token, ask);
    if (place === null) return { status: 'wrong' };
    return reaches(area.cover, place) ? { status: 'good', place } : { status: 'wrong' };
  } catch (error) {
    if (error instanceof SourceError && !signal.aborted) return { status: 'failed' };
    throw error;
  }
}

/** Whether a place reaches the middle of the area's cover, where it says where it lies. */
function reaches([cover]: AreaSearch['area']['cover'], { box }: SourcePlace): boolean {
  if (box === null || cover === undefined) return true;
  const [x, y] = [(cover.w + cover.e) / 2, (cover.s + cover.n) / 2];
  return x >= box.w && x <= box.e && y >= box.s && y <= box.n;
}

/** Whether the area's place answered for another lately. */
export async function isDropped(search: AreaSearch): Promise<boolean> {
  const name = placeOf(search.area);
  const known = name === null ? null : await search.places.findPlace(search.source, name);
  return known !== null && known.status === 'wrong' && stands(search, known);
}

/** Forgets a place that answered for another; the next search goes by boxes for a quarter. */
export async function dropPlace({ places, source, area }: AreaSearch): Promise<void> {
  const name: PlaceName | null = placeOf(area);
  if (name !== null) await places.keepPlace(source, name, { status: 'wrong' });
}
