/** portal_b: sold homes of a drawn ring, as JSON in two forms or as the download. */
import assert from 'node:assert/strict';
import Papa from 'papaparse';
import { DAY_MS } from '#contract/durations.js';
import type { PropertyType } from '#contract/values.js';
import { type Ask, readAsk } from '#sandbox/portal_b/ask.js';
import { holds } from '#sandbox/portal_b/ring.js';
import { within } from '#sandbox/range.js';
import { NOW_MS, type PortalText } from '../mutations/world.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import type { Answer } from './portals.js';

type Row = Readonly<Record<string, unknown>>;

const GUARD = '{}&&';
/** The code of a home type on a row, of its filter, and its words in the download. */
const TYPES: Readonly<Record<PropertyType, readonly [row: number, filter: number, words: string]>> =
  {
    single_family: [6, 1, 'Single Family Residential'],
    condo: [3, 2, 'Condo/Co-op'],
    townhouse: [13, 3, 'Townhouse'],
    multi_family: [4, 4, 'Multi-Family (2-4 Unit)'],
    land: [8, 5, 'Vacant Land'],
    manufactured: [7, 7, 'Mobile/Manufactured Home'],
    apartment: [5, 4, 'Multi-Family (5+ Unit)'],
    other: [10, 6, 'Other'],
  };

export function answerPortalB(draft: Draft): Answer {
  return ({ path }): PortalText => {
    const asked = readAsk(draft.geo, new URL(path, 'http://source.invalid').searchParams);
    assert.ok(asked !== undefined, `portal_b cannot read ${path}`);
    const { form, leaks } = draft.wire;
    const found = inOrder(
      draft.homes.filter((home) => fits(home, asked.ask, leaks)),
      asked.ask.sort,
    );
    const end = asked.start + asked.rows;
    const homes = found.slice(asked.start, end);
    if (found.length <= end) homes.push(...beyondOf(draft, asked.ask, found, end - found.length));
    if (form.startsWith('csv')) return { prefix: '', json: download(draft, homes) };
    const rows = homes.map((home) => rowOf(draft, home));
    const rest = { buildings: {}, dataSources: [], searchMedian: {}, serviceRegionName: '' };
    const payload =
      form === 'homes'
        ? { homes: rows, ...rest }
        : { originalHomes: { homes: rows }, nearbyHomes: { homes: [] }, ...rest };
    const json = { version: 'tsbr2-1', errorMessage: 'Success', resultCode: 0, payload };
    return { prefix: GUARD, json: JSON.stringify(json) };
  };
}

const BEYOND_MAX = 3;
/** About three hundred metres to the north of an area. */
const NORTH = 0.003;
/** Homes so near to it may lie there as well. */
const NEAR = 0.2;

/** A few homes from beyond the area at the end of its list. */
function beyondOf(
  { wire: { beyond }, homes }: Draft,
  { ring, price }: Ask,
  found: readonly Home[],
  room: number,
): readonly Home[] {
  if (!beyond || found.length === 0) return [];
  const { north, south, east, west } = ring.edges;
  const asked = Math.abs(Math.round((north + south + east + west) * 1e6) + (price.min ?? 0));
  const first = asked % BEYOND_MAX;
  return homes
    .filter(({ isOther, lat }) => !isOther && north - lat < NEAR && north > lat)
    .slice(first, first + Math.min(room, BEYOND_MAX))
    .map((home, at) => ({
      ...home,
      id: home.id + BEYOND_IDS + (asked % 97) * 10 + at,
      lat: north + NORTH,
    }));
}

const BEYOND_IDS = 3_000_000_000;

function inOrder(found: readonly Home[], sort: string): readonly Home[] {
  const sign = sort === 'price-asc' ? 1 : sort === 'price-desc' ? -1 : 0;
  if (sign === 0) return found;
  return found.toSorted((a, b) => {
    if (a.price === null || b.price === null)
      return a.price === b.price ? 0 : a.price === null ? 1 : -1;
    return sign * (a.price - b.price);
  });
}

/** The price that a seller knows and the row does not show. */
const secretPrice = ({ price, area, id }: Home): number =>
  price ?? (area ?? 1_500) * (80 + (id % 300));

const fits = (home: Home, ask: Ask, leaks: boolean): boolean =>
  holds(ask.ring, home.lng, home.lat) &&
  (ask.types.length === 0 || ask.types.includes(TYPES[home.type][1])) &&
  within(ask.price, leaks ? secretPrice(home) : home.price) &&
  within(ask.beds, home.beds) &&
  within(ask.baths, home.baths) &&
  within(ask.sqft, home.area) &&
  within(ask.built, home.year);

const level = (value: unknown): Row => (value === null ? { level: 1 } : { value, level: 1 });
const HIDDEN: Row = { level: 2 };

function rowOf(draft: Draft, home: Home): Row {
  const { price, area, isRecord, isHidden, door } = home;
  const line = door === null ? home.line : `${home.line} ${doorOf(door)}`;
  const whole = home.baths === null ? null : Math.floor(home.baths);
  const hides = price === null && home.id % 4 > 0;
  return {
    mlsId: { label: 'MLS#', ...(isRecord ? {} : { value: mlsNumber(home) }) },
    showMlsId: false,
    ...(isRecord
      ? {}
      : { mlsStatus: statusOf(home), listingId: 90_000_000 + (home.id % 1_000_000) }),
    price: hides ? HIDDEN : level(price),
    hideSalePrice: hides,
    hoa: level(home.dues),
    isHoaFrequencyKnown: true,
    sqFt: level(area),
    pricePerSqFt: level(price === null || area === null ? null : Math.round(price / area)),
    lotSize: level(home.lot),
    ...(home.beds === null ? {} : { beds: home.beds }),
    ...(home.baths === null ? {} : { baths: home.baths }),
    ...(whole === null || home.id % 20 === 0 ? {} : { fullBaths: whole }),
    ...(home.baths !== null && home.baths % 1 === 0.5 && home.id % 20 > 0
      ? { partialBaths: 1 }
      : {}),
    latLong: isHidden ? HIDDEN : level({ latitude: home.lat, longitude: home.lng }),
    streetLine: isHidden ? HIDDEN : level(line),
    unitNumber: isHidden ? HIDDEN : level(door === null ? null : doorOf(door)),
    city: home.city,
    state: home.state,
    ...(draft.wire.form === 'homes' ? { zip: home.zip } : {}),
    postalCode: level(home.zip),
    countryCode: 'US',
    showAddressOnMap: !isHidden,
    soldDate: isRecord ? null : soldMs(home),
    searchStatus: home.isOther ? 1 : 4,
    propertyType: TYPES[home.type][0],
    uiPropertyType: TYPES[home.type][1],
    listingType: 1,
    propertyId: home.id,
    dataSourceId: 1,
    marketId: 1,
    yearBuilt: level(home.year),
    ...daysOf(draft, home),
    timeZone: 'US/Pacific',
    primaryPhotoDisplayLevel: 1,
    photos: level(`0-${home.photos}:0`),
    listingBroker:
      isRecord || home.broker === null
        ? { isRedfin: false }
        : { name: home.broker, isRedfin: false },
    sellingBroker:
      isRecord || home.broker === null || home.id % 5 === 0
        ? { isRedfin: false }
        : { name: home.broker, isRedfin: false },
    ...(home.agent === null || isRecord ? {} : { listingAgent: { name: home.agent } }),
    url: pageOf(home),
    sashes: [],
    isHot: false,
    isNewConstruction: home.channel === 'new',
    remarksAccessLevel: 1,
  };
}

const statusOf = ({ id, isOther }: Home): string =>
  isOther ? 'Active' : id % 6 === 0 ? 'Closed Sale' : 'Sold';

const mlsNumber = ({ id }: Home): string => String(2_000_000 + (id % 900_000));

/** The midnight in the East that the day began with. */
const soldMs = ({ soldAge }: Home): number =>
  (Math.floor(NOW_MS / DAY_MS) - soldAge) * DAY_MS + 7 * 3_600_000;

function daysOf({ wire: { days } }: Draft, home: Home): Row {
  if (home.isRecord || days === 'none') return { dom: level(null), timeOnRedfin: level(null) };
  return {
    dom: level(days === 'since_sale' ? home.soldAge : home.age + 1),
    timeOnRedfin: level(null),
  };
}

/** "Unit 3B" and "#3B". */
function doorOf(door: string): string {
  const [word = '', code = ''] = door.split(' ');
  if (code === '') return door;
  return word === '#' ? `#${code}` : `${word.charAt(0)}${word.slice(1).toLowerCase()} ${code}`;
}

const slug = (text: string): string => text.replaceAll(/[^A-Za-z0-9]+/g, '-');

function pageOf(home: Home): string {
  const town = `/${home.state}/${slug(home.city)}`;
  if (home.isHidden) return `${town}/home/${home.id}`;
  // A builder's homes are filed under the ZIP next to theirs now and then.
  const zip =
    home.channel === 'new' && home.id % 30 === 0
      ? String(Number(home.zip) + 1).padStart(5, '0')
      : home.zip;
  // A duplex may have its unit in the page address alone.
  if (home.door === null && home.type === 'multi_family' && home.id % 29 === 0) {
    return `${town}/${slug(home.line)}-${zip}/unit-1/home/${home.id}`;
  }
  const part = home.door === null ? '' : `/unit-${home.door.replace(/^(?:#|\S+) ?/, '')}`;
  return `${town}/${slug(home.line)}-${zip}${part}/home/${home.id}`;
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Two columns of the download that are empty on sold homes. */
const OPEN_TIMES = ['START', 'END'].map((end) => `NEXT OPEN ${'HOUSE'} ${end} TIME`).join();

/** The download: 27 columns; a county's record has no date, days, status, source and number. */
function download(draft: Draft, homes: readonly Home[]): string {
  const isOlder = draft.wire.form === 'csv_older';
  const header =
    `SALE TYPE,SOLD DATE,PROPERTY TYPE,ADDRESS,CITY,${isOlder ? 'STATE,ZIP' : 'STATE OR PROVINCE,ZIP OR POSTAL CODE'},` +
    'PRICE,BEDS,BATHS,LOCATION,SQUARE FEET,LOT SIZE,YEAR BUILT,DAYS ON MARKET,$/SQUARE FEET,HOA/MONTH,STATUS,' +
    `${OPEN_TIMES},` +
    'URL (SEE http://portal-b.example.invalid/analysis FOR INFO ON PRICING),' +
    'SOURCE,MLS#,FAVORITE,INTERESTED,LATITUDE,LONGITUDE';
  const remark = isOlder
    ? []
    : [['In accordance with local MLS rules some listings are not included']];
  return [header, Papa.unparse([...remark, ...homes.map(cellsOf)], { newline: '\n' })].join('\n');
}

function cellsOf(home: Home): unknown[] {
  const { price, area, isRecord } = home;
  const [year = '', month = '', day = ''] = new Date(soldMs(home))
    .toISOString()
    .slice(0, 10)
    .split('-');
  const perFoot = price === null || area === null ? '' : Math.round(price / area);
  const line = home.door === null ? home.line : `${home.line} ${doorOf(home.door)}`;
  return [
    home.isOther ? 'MLS Listing' : 'PAST SALE',
    isRecord ? '' : `${MONTHS[Number(month) - 1]}-${Number(day)}-${year}`,
    TYPES[home.type][2],
    line,
    home.city,
    home.state,
    home.channel === 'new' && home.id % 10 === 0 ? `${home.zip}-1234` : home.zip,
    price ?? '',
    home.beds ?? '',
    home.baths ?? '',
    isRecord ? '' : home.city,
    area ?? '',
    home.lot ?? '',
    home.year ?? '',
    isRecord ? '' : home.soldAge,
    perFoot,
    home.dues ?? '',
    isRecord ? '' : home.isOther ? 'Active' : 'Sold',
    '',
    '',
    `http://portal-b.example.invalid${pageOf(home)}`,
    isRecord ? '' : 'METROMLS',
    isRecord ? '' : mlsNumber(home),
    'N',
    'Y',
    home.lat,
    home.lng,
  ];
}
