/** What portals do not say of the homes of a place, and the formats in which they answer. */
import { type Archetype, always, type Draft, is, type Wire } from './draft.js';
import { asLand, type Home } from './home.js';

const mark = (name: string, apply: Archetype['apply'], fits = always): Archetype => ({
  name,
  role: 'mark',
  apply,
  fits,
});

/** The same of every home. */
const all =
  (values: Partial<Home>): Archetype['apply'] =>
  ({ homes }) => {
    for (const home of homes) Object.assign(home, values);
  };

/** Something of a share of the homes. */
const some =
  (share: number, change: (home: Home, draft: Draft) => void): Archetype['apply'] =>
  (draft) => {
    for (const home of draft.homes) if (draft.draw.chance(share)) change(home, draft);
  };

const wire =
  (how: Partial<Wire>): Archetype['apply'] =>
  (draft) => {
    Object.assign(draft.wire, how);
  };

const hide = (home: Home): void => {
  home.isHidden = true;
};
const mixIn = (home: Home): void => {
  home.isOther = true;
};
const clear = (home: Home, { draw }: Draft): void => asLand(draw, home);

const ON_MAP_OR_LIST = is('portal_a listings');
const PORTAL_B = is('portal_b');

export const MARKS: readonly Archetype[] = [
  mark('no points', noPoints, is('portal_a')),
  mark('hidden addresses', some(0.04, hide), is('portal_a')),
  mark('no brokers', all({ broker: null }), ON_MAP_OR_LIST),
  mark('no agents', all({ agent: null }), ON_MAP_OR_LIST),
  mark(
    'one photo count',
    onePhotoCount,
    is('portal_a listings', 'portal_a rentals', 'mls listings', 'mls rentals'),
  ),
  mark('one sale day', oneSaleDay, is('* sold')),
  mark('county records', countyRecords, PORTAL_B),
  mark('no dues', all({ dues: null }), is('portal_b', 'mls')),
  mark(
    'lots among homes',
    some(0.4, clear),
    is('portal_a listings', 'portal_b', 'mls listings', 'open_data sold'),
  ),
  mark('rows of another kind', some(0.03, mixIn), is('portal_a listings', 'portal_a rentals')),
  mark('repeated rows', wire({ repeats: 3 }), is('portal_a rentals')),
  mark('no opening bids', wire({ noBids: 1 }), is('auction')),
  mark('map cards', wire({ cards: 'map' }), ON_MAP_OR_LIST),
  mark('cards of 2023', wire({ cards: 'list_2023' }), ON_MAP_OR_LIST),
  mark('cards of 2022', wire({ cards: 'list_2022' }), ON_MAP_OR_LIST),
  mark('map cards of 2023', wire({ cards: 'map_2023' }), ON_MAP_OR_LIST),
  mark('older map cards', wire({ cards: 'map_older' }), ON_MAP_OR_LIST),
  mark('homes from beyond', wire({ beyond: true }), PORTAL_B),
  mark('homes for sale first', forSaleFirst, PORTAL_B),
  mark('prices that leak', pricesLeak, PORTAL_B),
  mark('newer envelope', wire({ form: 'original_homes' }), PORTAL_B),
  mark('download', wire({ form: 'csv' }), PORTAL_B),
  mark('older download', wire({ form: 'csv_older' }), PORTAL_B),
  mark('days since the sale', wire({ days: 'since_sale' }), PORTAL_B),
  mark('days on the market', wire({ days: 'on_market' }), PORTAL_B),
];

/** The shares of recorded pages: of homes for sale, of rentals, of sales. */
const NO_POINT: Readonly<Record<string, readonly number[]>> = {
  listings: [0.03, 0.09, 0.17, 0.39],
  rentals: [0.03, 0.07, 0.12],
  sold: [0.06, 0.18, 0.26, 0.61, 0.93],
};

/** Points missing on a share of the homes, in runs of up to 38. */
function noPoints({ draw, kind, homes }: Draft): void {
  const share = draw.pick(NO_POINT[kind] ?? [0]);
  const run = draw.pick(kind === 'sold' ? [1, 9, 38] : [1, 3]);
  let isMissing = false;
  for (const [at, home] of homes.entries()) {
    if (at % run === 0) isMissing = draw.chance(share);
    if (isMissing) home.hasPoint = false;
  }
}

/** An answer may hold homes on the market before the sales. */
function forSaleFirst({ draw, homes }: Draft): void {
  const share = draw.pick([0.05, 0.3, 0.6]);
  for (const home of homes.slice(1)) home.isOther = draw.chance(share);
  homes.sort((a, b) => Number(b.isOther) - Number(a.isOther));
}

/** Prices that a row does not show, but that its search compares. */
function pricesLeak(draft: Draft): void {
  const { draw, homes, wire: how } = draft;
  const share = draw.pick([0.1, 0.5, 0.92]);
  how.leaks = true;
  // Where prices are public most rows show them.
  const isPublic = homes.every(({ price }) => price !== null);
  for (const home of homes) if (draw.chance(isPublic ? 0.2 : share)) home.price = null;
}

/** A small list in which all homes have one photo, or as many as their neighbours. */
function onePhotoCount(draft: Draft): void {
  draft.homes = draft.homes.slice(0, 30);
  all({ photos: draft.draw.pick([1, 6, 25, 37]) })(draft);
}

/** As many as 183 sales of one day; newest first. */
function oneSaleDay({ draw, route, homes }: Draft): void {
  const day = draw.whole(1, 60);
  const first = draw.chance(0.5) ? 0 : draw.whole(0, homes.length);
  const longest = route.source === 'portal_b' ? [5, 12, 23] : [20, 41, 183];
  for (const home of homes.slice(first, first + draw.pick(longest))) home.soldAge = day;
  homes.sort((a, b) => a.soldAge - b.soldAge);
}

/**
 * Sales that a county alone reports have no date, status, number or days; they may come together.
 */
function countyRecords({ draw, homes }: Draft): void {
  const share = draw.pick([0.08, 0.13, 0.41]);
  const together = draw.chance(0.4);
  for (const [at, home] of homes.entries()) {
    home.isRecord = together ? at < homes.length * share : draw.chance(share);
  }
}
