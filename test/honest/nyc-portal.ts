/** nyc_portal: homes of the boroughs asked for, with zeros and nulls for what nobody knows. */
import assert from 'node:assert/strict';
import { DAY_MS } from '#contract/durations.js';
import type { PropertyType } from '#contract/values.js';
import { areaOf, boroughName, isWithin, neighbourhoodsOf } from '#sandbox/nyc_portal/areas.js';
import { type Ask, readAsk } from '#sandbox/nyc_portal/ask.js';
import { within } from '#sandbox/range.js';
import { NOW_MS, type PortalText } from '../mutations/world.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import type { Answer } from './portals.js';

type Node = Readonly<Record<string, unknown>>;

const BUILDINGS: Readonly<Record<PropertyType, readonly [string, ...string[]]>> = {
  single_family: ['HOUSE'],
  condo: ['CONDO', 'CO_OP', 'CO_OP', 'CONDOP'],
  townhouse: ['TOWNHOUSE'],
  multi_family: ['MULTIFAMILY', 'TWOFAMILY', 'THREEFAMILY'],
  land: ['HOUSE'],
  manufactured: ['HOUSE'],
  apartment: ['RENTAL'],
  other: ['HYBRID'],
};
const LONG: Readonly<Record<string, string>> = {
  St: 'Street',
  Ave: 'Avenue',
  Dr: 'Drive',
  Ln: 'Lane',
  Rd: 'Road',
  Ct: 'Court',
  Pl: 'Place',
  Cir: 'Circle',
  Blvd: 'Boulevard',
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  SW: 'Southwest',
};

export function answerNewYork(draft: Draft): Answer {
  return ({ body }): PortalText => {
    const asked = readAsk(body ?? '');
    assert.ok(!('code' in asked), JSON.stringify(asked));
    const { ask, page, perPage } = asked;
    const found = inOrder(
      draft.homes.filter((home) => fits(home, ask)),
      ask,
    );
    const start = (page - 1) * perPage;
    const shown = found.slice(start, start + perPage);
    const word = draft.kind === 'rentals' ? 'Rental' : 'Sale';
    const edges = shown.map((home, at) => ({
      __typename: `Organic${word}Edge`,
      node: nodeOf(draft, home, at),
    }));
    // An advertisement repeats a home of the page.
    const [first] = edges;
    const ads =
      first !== undefined && draft.rows % 3 === 0
        ? [{ ...first, __typename: `Featured${word}Edge` }]
        : [];
    const results = {
      search: { criteria: `area:${ask.areas.join(',')}|status:open`, searchId: '0' },
      totalCount: found.length,
      pageInfo: {
        currentPage: page,
        totalPages: Math.ceil(found.length / 210),
        hasNextPage: start + perPage < found.length,
        hasPreviousPage: page > 1,
      },
      edges: [...ads, ...edges],
    };
    return { prefix: '', json: JSON.stringify({ data: { [ask.field]: results } }) };
  };
}

function inOrder(found: readonly Home[], { sort, ascending }: Ask): readonly Home[] {
  if (sort !== 'PRICE') return found;
  return found.toSorted((a, b) => ((a.price ?? 0) - (b.price ?? 0)) * (ascending ? 1 : -1));
}

const boroughOf = ({ zip }: Home): number => areaOf(zip, 'NY') ?? 0;

const fits = (home: Home, ask: Ask): boolean =>
  (ask.areas.includes(1) ||
    ask.areas.includes(boroughOf(home)) ||
    neighbourhoodsOf(home.zip, boroughOf(home))
      .slice(0, 1)
      .some((area) => isWithin(area, ask.areas))) &&
  within(ask.price, home.price) &&
  within(ask.bedrooms, home.beds) &&
  within(ask.bathrooms, home.baths);

/** Streets are written out here. */
const longLine = (line: string): string =>
  line
    .split(' ')
    .map((word) => LONG[word] ?? word)
    .join(' ');

function nodeOf(draft: Draft, home: Home, at: number): Node {
  const isRental = draft.kind === 'rentals';
  const types = BUILDINGS[home.type];
  const buildingType = types[home.id % types.length] ?? types[0];
  const unit = home.door === null ? null : home.door.replace(/^(?:#|\S+ ) ?/, '');
  const borough = boroughOf(home);
  const price = home.price ?? 0;
  const coOp = buildingType === 'CO_OP' || buildingType === 'CONDOP';
  const money = isRental
    ? {
        totalMonthlyPrice: at % 3 === 0 ? Math.round(price * 1.02) : null,
        noFee: home.id % 2 === 0,
        leaseTermMonths: at % 3 === 0 ? 12 : null,
        availableAt: new Date(NOW_MS + ((home.id % 46) - 9) * DAY_MS).toISOString().slice(0, 10),
      }
    : {
        saleType: home.channel === 'new' ? 'SPONSOR_UNIT' : 'RESALE',
        soldPrice: 0,
        monthlyTaxes: coOp || home.id % 3 === 0 ? 0 : Math.round(price * 0.0007),
        monthlyMaintenance: coOp ? Math.round(price * 0.0013) : null,
        monthlyCommonCharges: coOp ? null : (home.dues ?? 0),
        availableAt: null,
      };
  return {
    id: String(home.id),
    areaName: neighbourhoodsOf(home.zip, borough)[0]?.name ?? boroughName(borough),
    street: longLine(home.line),
    unit,
    displayUnit: unit === null ? null : `#${unit}`,
    zipCode: home.zip,
    state: 'NY',
    urlPath: isRental ? `/rental/${home.id}` : `/building/harborgate-${home.zip}/sale/${home.id}`,
    slug: null,
    status: 'ACTIVE',
    buildingType,
    sourceType: home.broker === null ? 'OWNER' : 'PARTNER',
    sourceGroupLabel: home.broker ?? 'Owner',
    price,
    priceDelta: at % 4 === 0 ? -Math.round(price * 0.04) : null,
    priceChangedAt: new Date(NOW_MS - home.age * DAY_MS).toISOString(),
    interestingPriceDelta: null,
    ...money,
    bedroomCount: home.beds ?? 0,
    ...bathsOf(home),
    livingAreaSize: home.area ?? 0,
    isNewDevelopment: home.channel === 'new',
    furnished: false,
    hasTour3d: false,
    hasVideos: false,
    offMarketAt: null,
    mediaAssetCount: home.photos,
    geoPoint: { latitude: home.lat, longitude: home.lng },
  };
}

function bathsOf({ baths }: Home): Node {
  const full = Math.floor(baths ?? 0);
  return { fullBathroomCount: full, halfBathroomCount: (baths ?? 0) > full ? 1 : 0 };
}
