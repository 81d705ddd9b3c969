/**
 * Groups of homes that are alike by nature: a tower, a builder's houses, a park of mobile homes.
 */
import type { Draft } from './draft.js';
import { type Home, ordinaryHome, rounded } from './home.js';
import { agentName, brokerName, streetName } from './names.js';
import { micro } from './places.js';

/** Homes of one group in the first rows, among ordinary ones or alone. */
export function settle(draft: Draft, count: number, make: (at: number) => Home): void {
  const { draw } = draft;
  const group = Array.from({ length: Math.min(count, draft.rows) }, (_, at) => make(at));
  const alone = draw.chance(0.6);
  const others = alone ? [] : draft.homes.slice(group.length);
  draft.homes = draw.chance(0.5) ? [...group, ...others] : draw.shuffled([...group, ...others]);
}

/** Flats of one house: one point, street and number; equal beds in a third of towers. */
export function tower(draft: Draft): void {
  const { draw } = draft;
  const first = ordinaryHome(draft);
  const line = `${draw.whole(1, 999)} ${streetName(draw)}`;
  const areas = Array.from({ length: draw.whole(1, 7) }, () => draw.whole(480, 1_900));
  const beds = draw.chance(0.6) ? draw.whole(1, 3) : null;
  const baths = draw.chance(0.5) ? draw.whole(1, 2) : null;
  const seller = draw.chance(0.4) ? brokerName(draw) : null;
  const dues = draw.chance(0.4) ? draw.whole(150, 900) : null;
  const word_ = draw.pick(['#', 'APT ', 'UNIT ']);
  settle(draft, draw.whole(10, 80), (at) => {
    const area = draw.pick(areas);
    const price = rounded(draw, area * draw.around(600, 0.2));
    return alike(draft, first, {
      type: draft.kind === 'rentals' ? 'apartment' : 'condo',
      line,
      door: `${word_}${Math.floor(at / 4) + 1}0${(at % 4) + 1}`,
      beds: beds ?? draw.whole(0, 3),
      baths: baths ?? draw.pick([1, 1.5, 2, 2.5]),
      area,
      lot: draft.draw.chance(0.5) ? first.lot : null,
      price: draft.kind === 'rentals' ? draw.whole(1_500, 6_000) : price,
      dues: dues ?? draw.whole(150, 1_200),
      broker: seller ?? brokerName(draw),
      agent: seller === null ? agentName(draw) : first.agent,
    });
  });
}

/** New houses of one builder: one broker and agent, few prices and areas, one or two points. */
export function builder(draft: Draft): void {
  const { draw } = draft;
  const first = ordinaryHome(draft);
  const prices = some(draw.whole(1, 3), () => rounded(draw, draw.between(280_000, 620_000)));
  const areas = some(draw.whole(1, 2), () => draw.whole(1_400, 3_200));
  const points = some(draw.whole(1, 2), (at) => ({
    lat: micro(first.lat + at * 0.002),
    lng: first.lng,
  }));
  const [name, seller, agent] = [streetName(draw), brokerName(draw), agentName(draw)];
  const lots = some(draw.whole(1, 12), () => draw.whole(4_000, 9_000));
  const [beds, baths] = [draw.whole(3, 4), draw.pick([2, 2.5, 3])];
  settle(draft, draw.whole(12, 30), (at) =>
    alike(draft, first, {
      type: 'single_family',
      line: `${101 + at * 4} ${name}`,
      ...draw.pick(points),
      beds,
      baths,
      area: draw.pick(areas),
      lot: draw.pick(lots),
      year: 2026,
      price: draft.kind === 'rentals' ? 2_400 : draw.pick(prices),
      broker: seller,
      agent,
      channel: 'new',
      age: first.age,
    }),
  );
}

/** 13 houses sold as units of two house numbers: one price, area, count of rooms, age and point. */
export function oneNumber(draft: Draft): void {
  const { draw } = draft;
  const first = ordinaryHome(draft);
  const lines = [
    `${draw.whole(1, 999)} ${streetName(draw)}`,
    `${draw.whole(1, 999)} ${streetName(draw)}`,
  ];
  const [area, price] = [draw.whole(1_200, 2_600), rounded(draw, draw.between(250_000, 500_000))];
  const [beds, baths] = [draw.whole(2, 4), draw.pick([2, 2.5, 3])];
  const [seller, agent] = [brokerName(draw), agentName(draw)];
  settle(draft, 13, (at) =>
    alike(draft, first, {
      type: 'townhouse',
      line: lines[at % 2] ?? first.line,
      door: `UNIT ${at + 1}`,
      beds,
      baths,
      area,
      lot: null,
      year: 2026,
      price: draft.kind === 'rentals' ? 2_250 : price,
      broker: seller,
      agent,
      channel: 'new',
    }),
  );
}

/** 24 houses with numbers of their own at one point: 12 lots, 2 areas, 3 prices, one age. */
export function onePoint(draft: Draft): void {
  const { draw } = draft;
  const first = ordinaryHome(draft);
  const name = streetName(draw);
  const lots = some(12, () => draw.whole(4_000, 12_000));
  const areas = some(2, () => draw.whole(1_500, 2_900));
  const prices = some(3, () => rounded(draw, draw.between(280_000, 520_000)));
  settle(draft, 24, (at) =>
    alike(draft, first, {
      type: 'single_family',
      line: `${2_000 + at * 3} ${name}`,
      beds: draw.whole(3, 4),
      baths: draw.pick([2, 2.5]),
      area: draw.pick(areas),
      lot: draw.pick(lots),
      year: 2026,
      price: draft.kind === 'rentals' ? draw.whole(1_900, 2_800) : draw.pick(prices),
      channel: 'new',
    }),
  );
}

/**
 * A community for the over-55s or a park of mobile homes: one count of rooms, few areas, equal
 * dues.
 */
export function likeHomes(draft: Draft): void {
  const { draw } = draft;
  const first = ordinaryHome(draft);
  const isPark = draw.chance(0.5);
  const areas = some(draw.whole(3, 8), () =>
    draw.whole(isPark ? 700 : 1_100, isPark ? 1_400 : 1_700),
  );
  const dues = some(draw.whole(1, 3), () => draw.whole(isPark ? 400 : 180, isPark ? 950 : 520));
  const [beds, baths, year] = [2, draw.pick([1, 2]), draw.whole(1968, 2004)];
  const name = streetName(draw);
  const line = draw.whole(1, 9_000);
  settle(draft, draw.whole(30, 80), (at) =>
    alike(draft, first, {
      type: isPark ? 'manufactured' : 'single_family',
      line: isPark ? `${line} ${name}` : `${line + at * 2} ${name}`,
      door: isPark ? `${draw.pick(['#', 'LOT '])}${at + 1}` : null,
      ...(isPark && draw.chance(0.8) ? {} : near(draft, first)),
      beds,
      baths,
      area: draw.pick(areas),
      lot: isPark ? null : draw.whole(3_000, 6_000),
      year: year + draw.whole(0, 3),
      price:
        draft.kind === 'rentals'
          ? draw.whole(900, 1_900)
          : rounded(draw, draw.between(isPark ? 35_000 : 220_000, isPark ? 140_000 : 360_000)),
      dues: draw.pick(dues),
      age: draw.whole(0, 200),
    }),
  );
}

/** A new street on one plat: equal lots and one year, the houses differ. */
export function equalLots(draft: Draft): void {
  const { draw } = draft;
  const first = ordinaryHome(draft);
  const [name, lot, year] = [streetName(draw), draw.whole(4_000, 9_000), draw.whole(1990, 2026)];
  settle(draft, draw.whole(10, 26), (at) => {
    return alike(draft, houseIn(draft, zipOf(draft, first)), {
      type: 'single_family',
      line: `${200 + 6 * at} ${name}`,
      door: null,
      lot,
      year,
      ...near(draft, first),
    });
  });
}

/** A house with rooms of its own. */
function houseIn(draft: Draft, zip: Parameters<typeof ordinaryHome>[1]): Home {
  for (;;) {
    const home = ordinaryHome(draft, zip);
    if (home.type === 'single_family') return home;
  }
}

/** A home as another, with an id of its own and what differs. */
export function alike({ draw, kind }: Draft, home: Home, others: Partial<Home>): Home {
  const made = {
    ...home,
    door: null,
    photos: draw.whole(1, 40),
    soldAge: draw.whole(1, 88),
    ...others,
    id: draw.nextId(),
  };
  const price = made.price ?? 300_000;
  if (kind === 'rentals')
    return { ...made, estimate: null, rentEstimate: price + draw.whole(-80, 80) };
  made.estimate = draw.chance(0.84)
    ? Math.round((price * draw.between(0.93, 1.02)) / 100) * 100
    : null;
  made.rentEstimate = draw.chance(0.93) ? Math.round(price * draw.between(0.005, 0.008)) : null;
  made.tax = draw.chance(0.7) ? Math.round((price * draw.between(0.1, 0.9)) / 100) * 100 : null;
  return made;
}

export const near = ({ draw }: Draft, { lat, lng }: Home) => ({
  lat: micro(lat + draw.between(-0.002, 0.002)),
  lng: micro(lng + draw.between(-0.002, 0.002)),
});

const zipOf = ({ place }: Draft, home: Home) => place.zips.find(({ zip }) => zip === home.zip);

export const some = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
