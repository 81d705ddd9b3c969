/**
 * Places of one kind of homes: land, cheap duplexes, dear houses, a builder's plans, rental
 * buildings.
 */
import type { Draft } from './draft.js';
import { asLand, type Home, ordinaryHome, rounded, worths } from './home.js';
import { brokerName, word } from './names.js';
import { alike, near, settle, some } from './stock.js';

/** Lots and acreages alone. */
export function land(draft: Draft): void {
  settle(draft, draft.rows, () => {
    const home = ordinaryHome(draft);
    asLand(draft.draw, home);
    return home;
  });
}

/** Duplexes at prices below ten dollars a square foot. */
export function cheap(draft: Draft): void {
  const { draw } = draft;
  const baths = draw.chance(0.6) ? 2 : null;
  settle(draft, draft.rows, () => {
    const home = ordinaryHome(draft);
    const area = draw.whole(1_100, 3_200);
    const price = Math.min(50_000, Math.max(2_500, Math.round(area * draw.between(1, 20))));
    return Object.assign(home, {
      type: draw.weighed([
        [9, 'multi_family'],
        [1, 'single_family'],
      ] as const),
      area,
      beds: draw.whole(3, 6),
      baths: baths ?? draw.pick([1, 2, 2, 3]),
      lot: draw.whole(2_800, 9_000),
      year: draw.whole(1885, 1935),
      price,
      ...worths(draw, price),
      door: null,
      dues: null,
    } satisfies Partial<Home>);
  });
}

/** The dearest homes of a dear place. */
export function dear(draft: Draft): void {
  const { draw } = draft;
  settle(draft, draft.rows, () => {
    const home = ordinaryHome(draft);
    const price = rounded(draw, draw.around(18_000_000, 0.7));
    return Object.assign(home, {
      type: 'single_family',
      door: null,
      price,
      area: Math.min(50_000, Math.round(draw.around(11_000, 0.6))),
      beds: draw.whole(3, 9),
      baths: Math.min(27, Math.max(3, Math.round(draw.around(18, 0.4)) / 2)),
      lot: Math.round(draw.around(80_000, 1)),
      dues: draw.chance(0.7) ? Math.round(price * draw.between(0.0002, 0.0008)) : null,
      estimate: draw.chance(0.6) ? Math.round(draw.around(price, 0.1)) : null,
      rentEstimate: Math.round(draw.around(price * 0.0004, 1)),
      tax: draw.chance(0.9) ? Math.round(draw.around(price * 0.37, 0.8)) : null,
    } satisfies Partial<Home>);
  });
}

/** A builder's plans: no street, ZIP, lot, year or age, and a link to the community. */
export function plans(draft: Draft): void {
  const { draw } = draft;
  const first = ordinaryHome(draft);
  const [seller, community] = [
    brokerName(draw),
    `${word(draw)} ${draw.pick(['Commons', 'Ranch', 'Estates'])}`,
  ];
  const share = draw.between(0.24, 0.5);
  draft.homes = draft.homes.map((home) =>
    draw.chance(share)
      ? alike(draft, first, {
          form: 'plan',
          type: 'single_family',
          name: community,
          line: `The ${word(draw)}`,
          ...near(draft, first),
          beds: draw.whole(3, 5),
          baths: draw.whole(4, 8) / 2,
          area: draw.whole(1_400, 3_600),
          lot: null,
          year: null,
          price: rounded(draw, draw.between(300_000, 640_000)),
          broker: seller,
          channel: 'new',
        })
      : home,
  );
}

/** Rental buildings among homes; some homes link to the page of their building. */
export function buildings(draft: Draft): void {
  const { draw } = draft;
  const [share, linked] = [draw.pick([0.02, 0.12, 0.5, 0.9, 1]), draw.between(0.05, 0.49)];
  for (const home of draft.homes) {
    if (draw.chance(share)) {
      home.form = 'building';
      home.type = 'apartment';
      home.door = null;
      home.name = `${word(draw)} ${draw.pick(['House', 'Flats', 'Court'])}`;
      home.flats = some(
        draw.weighed([
          [3, 1],
          [5, 2],
          [3, 3],
          [2, 4],
        ] as const),
        (beds) => ({
          beds,
          rent: draw.whole(900, 1_600) + beds * draw.whole(250, 800),
        }),
      );
      home.price = Math.min(...home.flats.map(({ rent }) => rent));
    } else home.linksToBuilding = draw.chance(linked);
  }
}

/** Homes of owners, auctions and banks: prices and beds are often missing. */
export function secondCategory(draft: Draft): void {
  const { draw } = draft;
  const [noPrice, noBeds] = [draw.pick([0.13, 0.33, 0.6, 0.88]), draw.between(0.14, 0.38)];
  for (const home of draft.homes) {
    home.channel = draw.pick(['owner', 'auction', 'foreclosure']);
    if (home.channel === 'owner') home.broker = null;
    if (draw.chance(noPrice)) home.price = null;
    if (draw.chance(noBeds)) home.beds = null;
  }
}
