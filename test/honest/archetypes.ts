/**
 * The kinds of honest worlds. Each is a fact of recorded answers and knows nothing of how the
 * collector checks: whatever these make is true, so it has to come back whole.
 */
import type { SourceName } from '#contract/sources.js';
import {
  type Archetype,
  always,
  type Draft,
  is,
  not,
  outsideNewYork,
  type Route,
} from './draft.js';
import { ordinaryHome } from './home.js';
import * as kinds from './kinds-of-homes.js';
import { MARKS } from './marks.js';
import { agentName, brokerName } from './names.js';
import { type PlaceForm, placeOf } from './places.js';
import { SEARCHES } from './searches.js';
import * as stock from './stock.js';

/** Fills a place with ordinary homes. */
const inPlace =
  (form: PlaceForm, states?: readonly string[]) =>
  (draft: Draft): void => {
    const { geo, draw, route } = draft;
    const state = states === undefined ? undefined : draw.pick(states);
    draft.place = placeOf(geo, draw, route.source === 'nyc_portal' ? 'new_york' : form, state);
    draft.homes = Array.from({ length: draft.rows }, () => ordinaryHome(draft));
  };

const ofRows =
  (low: number, high: number) =>
  (draft: Draft): void => {
    draft.rows = draft.draw.whole(low, high);
    inPlace('zip')(draft);
  };

const place = (name: string, apply: Archetype['apply'], fits = always): Archetype => ({
  name,
  role: 'place',
  apply,
  fits,
});
const homes = (name: string, apply: Archetype['apply'], fits = always): Archetype => ({
  name,
  role: 'stock',
  apply,
  fits,
});
/** Full pages before the last one, and the rows of a page. */
const LAST_PAGES: { readonly [S in SourceName]?: readonly [pages: number, rows: number] } = {
  portal_a: [3, 41],
  portal_b: [1, 350],
  mls: [1, 100],
};

/** Where a source's pages, and the caps that it might have, end. */
const ROUND_ROWS: { readonly [S in SourceName]?: readonly number[] } = {
  portal_a: [41, 50, 82, 100, 123, 164, 200, 410],
  portal_b: [50, 100, 150, 200, 250, 300, 350],
  nyc_portal: [50, 100, 210, 250, 500],
  auction: [50, 100, 250, 500],
  mls: [50, 100, 200, 250, 500],
};

const PLACES: readonly Archetype[] = [
  place('city', inPlace('city')),
  place('state', ruralState, outsideNewYork),
  place('one ZIP', inPlace('zip')),
  place('one row', ofRows(1, 1)),
  place('two rows', ofRows(2, 4)),
  place('no rows', ofRows(0, 0)),
  place('last page of one row', (draft) => {
    const [pages, rows] = LAST_PAGES[draft.route.source] ?? [1, 500];
    draft.rows = draft.draw.whole(1, pages) * rows + 1;
    inPlace('city')(draft);
  }),
  place('round number of rows', (draft) => {
    draft.rows = draft.draw.pick(ROUND_ROWS[draft.route.source] ?? [50, 100, 150, 200, 250, 300]);
    inPlace(draft.draw.pick(['city', 'state', 'zip'] as const))(draft);
  }),
  place('few sales disclosed', nonDisclosure, is('* sold')),
  place(
    'auction day',
    (draft) => {
      draft.rows = draft.draw.whole(132, 189);
      inPlace('state', ['MD'])(draft);
    },
    is('auction'),
  ),
];

/**
 * 20 to 40 ZIPs of a state, acreages, homes of a dollar, and a few whose point is a third of a
 * degree off.
 */
function ruralState(draft: Draft): void {
  const { draw } = draft;
  inPlace('state')(draft);
  for (const home of draft.homes) {
    if (draw.chance(0.00125)) home.price = 1;
    if (draw.chance(0.015)) home.line = draw.pick(['Nhn Mile 14', 'Township Rd', 'TRACT C', 'B9']);
    if (home.lot !== null && draw.chance(0.1)) home.lot *= 20;
  }
  for (const home of draft.homes) {
    if (draw.chance(0.004)) home.lat += draw.pick([-0.3, -0.15, 0.15, 0.3]);
  }
}

/** Sales without prices; points missing in runs, no beds on one in six, many sales on one day. */
function nonDisclosure(draft: Draft): void {
  const { draw } = draft;
  if (draw.chance(0.4)) draft.rows = draw.pick(ROUND_ROWS[draft.route.source] ?? [draft.rows]);
  inPlace('state', ['LA', 'AK', 'TX', 'UT', 'NM', 'MS'])(draft);
  const disclosed = draw.chance(0.5) ? 0 : 0.02;
  for (const home of draft.homes) {
    if (!draw.chance(disclosed)) home.price = null;
    if (draw.chance(0.17)) home.beds = null;
    if (draw.chance(0.2)) home.line = draw.pick(['LOT 4', 'L9-B9', 'Nhn Mile 3', `${home.line}`]);
  }
  draft.homes.sort((a, b) => a.soldAge - b.soldAge);
}

const SALES = (route: Route): boolean => is('* listings', '* sold')(route) && outsideNewYork(route);

const STOCK: readonly Archetype[] = [
  homes('tower', stock.tower, not('auction')),
  homes('builder', stock.builder, SALES),
  homes('units of two numbers', stock.oneNumber, SALES),
  homes('houses on one point', stock.onePoint, SALES),
  homes('like homes', stock.likeHomes, not('nyc_portal', 'auction')),
  homes('equal lots', stock.equalLots, SALES),
  homes('land only', kinds.land, SALES),
  homes('cheap sales', kinds.cheap, (route) => SALES(route) || is('auction')(route)),
  homes('dear page', kinds.dear, is('* listings', '* sold')),
  homes('plans', kinds.plans, is('portal_a listings')),
  homes('rental buildings', kinds.buildings, is('portal_a rentals')),
  homes('second category', kinds.secondCategory, is('portal_a listings')),
  homes('one broker', sameOwner, is('* listings', '* sold')),
  homes('studios and whole houses', studios, is('nyc_portal')),
];

/** One seller, one broker, one agent, different homes. */
function sameOwner(draft: Draft): void {
  const [broker, agent] = [brokerName(draft.draw), agentName(draft.draw)];
  stock.settle(draft, draft.draw.whole(12, 30), () => ({
    ...ordinaryHome(draft),
    id: draft.draw.nextId(),
    broker,
    agent,
    channel: 'agent',
  }));
}

/** Homes without a unit, without an area, without a bedroom, as a list of New York has them. */
function studios(draft: Draft): void {
  const { draw } = draft;
  const [noArea, noUnit, noBeds] = [
    draw.pick([0.4, 0.8, 1]),
    draw.pick([0.1, 0.3, 0.7]),
    draw.pick([0.1, 0.5, 1]),
  ];
  for (const home of draft.homes) {
    if (draw.chance(noArea)) home.area = null;
    if (draw.chance(noUnit)) home.door = null;
    if (home.door !== null && draw.chance(noBeds)) Object.assign(home, { beds: 0, baths: 1 });
  }
}

export const ARCHETYPES: readonly Archetype[] = [...PLACES, ...STOCK, ...MARKS, ...SEARCHES];
