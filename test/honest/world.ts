/** One honest world: a place, what stands there, what is asked, and a portal that answers. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Area } from '#domain/area.js';
import type { Filters } from '#domain/search.js';
import type { Geo } from '#geo/geo.js';
import { driverOf } from '#sources/index.js';
import type { World } from '../mutations/world.js';
import { ARCHETYPES } from './archetypes.js';
import type { Archetype, Draft, Route } from './draft.js';
import { Draw } from './draw.js';
import type { Home } from './home.js';
import { areaAround, areaOfZip, type Place, placeOf } from './places.js';
import { fitsAsk, portalOf } from './portals.js';

export interface HonestWorld {
  readonly seed: number;
  readonly route: Route;
  readonly archetypes: readonly string[];
  readonly world: World;
  readonly filters: Filters;
  /** Ids of the rows that the caller has to get. */
  readonly ids: ReadonlySet<string>;
  /** The format in which the portal answers: a portal does not go back to an older one. */
  readonly era: string;
}

export interface Wanted {
  readonly geo: Geo;
  readonly route: Route;
  readonly seed: number;
  /** An archetype that it has; others may join it. */
  readonly archetype?: string;
  /** Whether it is of that archetype alone. */
  readonly alone?: boolean;
}

const SIZES = [
  [1, 5],
  [1, 12],
  [2, 20],
  [2, 41],
  [4, 82],
  [3, 123],
  [2, 200],
  [1, 360],
  [1, 500],
] as const;

/** Makes the world of a seed. */
export function makeWorld(wanted: Wanted): HonestWorld {
  const { geo, route, seed } = wanted;
  const driver = driverOf(route.source, route.kind);
  if (driver?.over !== 'http')
    throw new TypeError(`${route.source} ${route.kind} is not asked over HTTP`);
  const draw = new Draw(
    seed ^
      hashOf(
        `${wanted.archetype ?? ''} ${wanted.alone ? 'alone' : ''} ${route.source} ${route.kind}`,
      ),
  );
  const parts = partsOf(wanted, draw);
  const draft = newDraft(wanted, draw);
  for (const part of parts) part.apply(draft);
  const area = areaOf(draft, draw);
  const answer = portalOf(draft);
  // A search that nothing is known to fit may hide homes: it is another world's.
  if (resultsOf(draft).length === 0) draft.filters = {};
  return {
    seed,
    route,
    archetypes: parts.map(({ name }) => name),
    world: { source: route.source, kind: route.kind, driver, geo, area, elsewhere: area, answer },
    filters: draft.filters,
    ids: new Set(resultsOf(draft).map(({ id }) => idOf(route, id))),
    era: eraOf(draft),
  };
}

const resultsOf = ({ homes, filters, kind }: Draft): readonly Home[] =>
  homes.filter((home) => !home.isOther && fitsAsk(filters, home, kind));

const ID_OF: { readonly [S in SourceName]?: (id: number, kind: Kind) => string } = {
  mls: (id) => `RH${id}`,
  open_data: (id, kind) =>
    kind === 'sold' ? `synthetic-sales:${id}` : `hud-homes-for-sale:147-${id}`,
};
const idOf = ({ source, kind }: Route, id: number): string =>
  ID_OF[source]?.(id, kind) ?? String(id);

const eraOf = ({ wire: { cards } }: Draft): string => (cards.includes('_') ? cards : 'now');

function newDraft({ geo, route }: Wanted, draw: Draw): Draft {
  const place: Place = placeOf(geo, draw, route.source === 'nyc_portal' ? 'new_york' : 'city');
  return {
    geo,
    draw,
    route,
    kind: route.kind,
    place,
    rows: Math.max(1, draw.weighed(SIZES) - draw.whole(0, 3)),
    homes: [],
    filters: {},
    wire: {
      cards: 'mixed',
      form: 'homes',
      days: 'none',
      beyond: false,
      leaks: false,
      repeats: 0,
      noBids: draw.pick([0.24, 0.35, 0.44]),
    },
  };
}

/** A number for a text, so that the worlds of one seed differ (FNV-1a). */
const hashOf = (text: string): number =>
  [...text].reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 16_777_619), 2_166_136_261);

const ROLES = ['place', 'stock', 'mark', 'search'] as const;
const SHARES = { place: 1, stock: 0.6, mark: 0.5, search: 0.4 } as const;

/** A place and at most one of each other role, with the archetype that is wanted. */
function partsOf({ route, archetype, alone = false }: Wanted, draw: Draw): readonly Archetype[] {
  const own = ARCHETYPES.find(({ name }) => name === archetype);
  if (archetype !== undefined && !own?.fits(route)) {
    throw new RangeError(`${route.source} ${route.kind} has no worlds of "${archetype}"`);
  }
  return ROLES.flatMap((role): Archetype[] => {
    if (own?.role === role) return [own];
    const others = ARCHETYPES.filter((one) => one.role === role && one.fits(route));
    const city = others.find(({ name }) => name === 'city');
    if (role === 'place' && (alone || draw.chance(0.5)) && city !== undefined) return [city];
    return !alone && others.length > 0 && draw.chance(SHARES[role]) ? [draw.pick(others)] : [];
  });
}

/** One ZIP is asked for by its name in half of the worlds that have no other. */
function areaOf({ homes, place, route }: Draft, draw: Draw): Area {
  const [zip, ...others] = place.zips;
  const isOne =
    zip !== undefined && others.length === 0 && homes.every((home: Home) => home.form !== 'plan');
  const byName = isOne && route.source !== 'nyc_portal' && draw.chance(0.5);
  return byName ? areaOfZip(zip) : areaAround(homes, place);
}
