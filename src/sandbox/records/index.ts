/**
 * records: the open-data page of a county in the synthetic data. It has no search: it offers its
 * sales as one GeoJSON file to download, at `GET /sales.geojson?bbox=west,south,east,north`. Its
 * columns are the ones in mappings/sandbox-sales.json.
 */
import { isoDate } from '../data/calendar.js';
import { hashText, unit } from '../data/chance.js';
import { keepsSalePrices } from '../data/disclosure.js';
import { type Home, LAND_USES, MICRO } from '../data/home.js';
import { addressOf } from '../data/names.js';
import { PORTAL_SALTS } from '../data/salts.js';
import { portalId } from '../data/synthetic-data.js';
import { homesInTruth, placeOf } from '../ground-truth.js';
import type { GroundTruthQuery, Portal, PortalAnswer, PortalRequest, Scene } from '../portal.js';
import { edgesIn } from '../text.js';

const NAME = 'records';
const PATH = '/sales.geojson';
/** The dataset of the provided mapping: ids of rows start with it. */
const DATASET = 'sandbox-sales';
/** Maximum sales per download. */
const SALES_MAX = 50_000;
/** How far back the file goes. */
const SOLD_DAYS = 1_095;

const NAME_HASH = hashText(NAME, 0);
/** Share of sales without a point. */
const POINTLESS_SHARE = 0.02;
const EMPTY_SHARE = 0.05;
const SALT = { point: PORTAL_SALTS, beds: PORTAL_SALTS + 1, built: PORTAL_SALTS + 2 } as const;

/** Opens the page over the synthetic data. */
export function openRecords(scene: Scene): Portal {
  return {
    answer: (request) => answer(scene, request),
    areaOf({ query }) {
      const edges = edgesIn(query.get('bbox') ?? '');
      return edges && { edges };
    },
    async *groundTruth(question) {
      if (question.kind !== 'sold') return;
      for await (const home of salesIn(scene, question)) {
        if (!hasPoint(home)) continue;
        const id = `${DATASET}:${saleId(home)}`;
        yield { id, status: home.status, price: priceOf(home), ...placeOf(home) };
      }
    },
    drifted: { sale_id: 'record', sold_on: 'recorded', price: 'consideration' },
    emptied: { price: null, sqft: null },
  };
}

async function answer(scene: Scene, { method, path, query }: PortalRequest): Promise<PortalAnswer> {
  if (path !== PATH) return { status: 404, json: { error: `the file is at ${PATH}` } };
  if (method !== 'GET') return { status: 405, json: { error: 'the file is downloaded by GET' } };
  const edges = edgesIn(query.get('bbox') ?? '');
  if (edges === undefined) {
    return { status: 400, json: { error: 'bbox must be west,south,east,north in degrees' } };
  }
  const features: unknown[] = [];
  const whole = { ...edges, kind: 'sold', soldWithinDays: SOLD_DAYS, pending: false } as const;
  for await (const home of salesIn(scene, whole)) {
    if (features.length === SALES_MAX) {
      return { status: 413, json: { error: `the box holds more than ${SALES_MAX} sales` } };
    }
    features.push(featureOf(home));
  }
  return { status: 200, json: { type: 'FeatureCollection', features } };
}

async function* salesIn(scene: Scene, question: GroundTruthQuery): AsyncGenerator<Home> {
  for await (const home of homesInTruth(scene, question, 'sold')) {
    if (home.form === 'home') yield home;
  }
}

const drawOf = (home: Home, salt: number): number => unit(home.hash ^ NAME_HASH, salt);
const hasPoint = (home: Home): boolean => drawOf(home, SALT.point) >= POINTLESS_SHARE;

/** Where the law keeps prices private, the deed has none. */
const priceOf = ({ plot, sale_price }: Home): number | null =>
  keepsSalePrices(plot.zip.state) ? null : sale_price;

/** A home that is sold twice has two records. */
const saleId = (home: Home): string => `${portalId(home, NAME)}-${home.sold_day}`;

function featureOf(home: Home) {
  const { line1, unit: door, city, state, zip } = addressOf(home);
  const withGap = (salt: number, value: number | null) =>
    drawOf(home, salt) < EMPTY_SHARE ? null : value;
  return {
    type: 'Feature',
    geometry: hasPoint(home)
      ? { type: 'Point', coordinates: [home.x / MICRO, home.y / MICRO] }
      : null,
    properties: {
      sale_id: saleId(home),
      parcel: String(portalId(home, NAME)),
      sold_on: isoDate(home.sold_day ?? 0),
      price: priceOf(home),
      street: line1,
      unit: door,
      city,
      state,
      zip,
      use: LAND_USES[home.type],
      beds: withGap(SALT.beds, home.beds),
      baths: home.baths,
      sqft: home.area_sqft,
      lot_sqft: home.lot_sqft,
      year_built: withGap(SALT.built, home.year_built),
    },
  };
}
