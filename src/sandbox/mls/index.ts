/**
 * mls: a RESO Web API server, which is OData with the fields of the RESO Data Dictionary. It
 * answers as real ones do: half-open ranges, a limit on `$top`, and a `$skip` that counts against
 * `$top`.
 */
import { dayOf } from '../data/calendar.js';
import { homesInTruth, placeOf } from '../ground-truth.js';
import type {
  GroundTruthQuery,
  Portal,
  PortalAnswer,
  PortalRequest,
  Scene,
  TruthRow,
  WireRow,
} from '../portal.js';
import { remember } from '../remember.js';
import { type Ask, type BadAsk, readAsk } from './ask.js';
import { areaIn } from './asked-area.js';
import { BENCHMARK } from './benchmark.js';
import { holds } from './evaluate.js';
import { find, mayHoldIn, walkOf } from './find.js';
import {
  builtOf,
  changedAt,
  isDisplayed,
  type Listing,
  type ListingScene,
  listingOf,
  priceOf,
  roomsOf,
  rowOf,
} from './listing.js';
import { METADATA } from './metadata.js';
import { issueToken, isValid } from './tokens.js';

const LISTINGS_PATH = '/Property';

/** Opens the server over the synthetic data. */
export function openMls(scene: Scene): Portal {
  const countyOf = countyNames(scene);
  const searches = remember<Found>(({ listings }) => listings.length);
  const search: Search = async (ask) => {
    const atMs = scene.data.nowMs();
    const around = { day: dayOf(atMs), hidden: scene.behaviour().hidden, countyOf };
    const { common, keys } = walkOf(ask);
    const stamp = scene.data.stamp(atMs, (plot) => mayHoldIn(plot, common, around));
    const key = JSON.stringify([stamp, around.hidden, common, ask.orders]);
    const { listings } = await searches(key, async () => ({
      listings: await find(scene, around, common, ask.orders, atMs),
    }));
    const walked = (one: Listing): WireRow => ({
      ListingKey: one.key,
      ModificationTimestamp: changedAt(one),
    });
    const left = keys === null ? listings : listings.filter((one) => holds(keys, walked(one)));
    return { listings: left, around };
  };
  return {
    answer: (request, fault) => answer(request, fault, search),
    faults: FAULTS,
    areaOf({ path, query }) {
      const asked = path === LISTINGS_PATH ? readAsk(query, '') : undefined;
      return asked === undefined || 'wrong' in asked ? undefined : areaIn(asked.filter);
    },
    groundTruth: (question) => groundTruth(scene, question),
    benchmark: BENCHMARK,
    drifted: DRIFTED,
    emptied: EMPTIED,
  };
}

interface Found {
  readonly listings: readonly Listing[];
}

type Search = (ask: Ask) => Promise<Found & { readonly around: ListingScene }>;

/** Names of counties without their kind, as in the dictionary's lists. */
function countyNames({ data }: Scene): ListingScene['countyOf'] {
  const names = new Map<string, string | null>();
  return (zip) => {
    const known = names.get(zip);
    if (known !== undefined) return known;
    const name = data.geo.countyOfZip(zip)?.name.replace(/ (?:County|Parish)$/, '') ?? null;
    names.set(zip, name);
    return name;
  };
}

/** An expired token, requested fields that are missing, and pages that are too short. */
const FAULTS = ['token_expired', 'silent_select', 'short_pages'] as const;

async function answer(
  request: PortalRequest,
  fault: string | undefined,
  search: Search,
): Promise<PortalAnswer> {
  const { method, path, query, headers = {} } = request;
  if (path === '/oauth/token') return issueToken(request);
  if (fault === 'token_expired' || !isValid(headers.authorization)) {
    return failed(401, '40100', 'The access token is missing, unknown or has expired.', 'Auth');
  }
  if (method !== 'GET') return failed(405, '40500', 'The service is read only.', 'Query');
  if (path === '/$metadata') {
    return { status: 200, json: null, document: { text: METADATA, type: 'application/xml' } };
  }
  if (path !== LISTINGS_PATH) {
    return { status: 404, json: null, document: { text: NOT_FOUND, type: 'text/html' } };
  }
  const ask = readAsk(query, String(headers.prefer ?? ''));
  return 'wrong' in ask ? badAsk(ask) : page(request, ask, fault, search);
}

const NOT_FOUND = '<!doctype html><html><body><pre>Cannot GET this resource</pre></body></html>';
const VERSION = { 'odata-version': '4.01' };

const failed = (status: number, code: string, message: string, target: string): PortalAnswer => ({
  status,
  json: { error: { code, message, target, details: [] } },
  headers: VERSION,
});

const badAsk = ({ wrong, option }: BadAsk): PortalAnswer => ({
  status: 400,
  json: {
    error: {
      code: '40000',
      message: wrong,
      target: 'Query',
      details: [{ code: '30212', target: option, message: wrong }],
    },
  },
  headers: VERSION,
});

/** `$top` ends the whole walk, and skipped rows count as shown: the trap of real servers. */
async function page(
  { query }: PortalRequest,
  ask: Ask,
  fault: string | undefined,
  search: Search,
): Promise<PortalAnswer> {
  const { listings, around } = await search(ask);
  const end = Math.min(listings.length, ask.top ?? Infinity);
  const rows = fault === 'short_pages' ? Math.ceil(ask.pageRows / 3) : ask.pageRows;
  const until = Math.min(end, ask.skip + rows);
  const select = ask.select === null || fault !== 'silent_select' ? ask.select : kept(ask.select);
  const shown = listings.slice(ask.skip, until).map((one) => selected(rowOf(one, around), select));
  const next = new URLSearchParams(query);
  next.set('$skip', String(until));
  return {
    status: 200,
    headers: VERSION,
    json: {
      '@odata.context': '$metadata#Property',
      ...(ask.count ? { '@odata.count': listings.length } : {}),
      value: shown,
      ...(until < end ? { '@odata.nextLink': `Property?${next.toString()}` } : {}),
    },
  };
}

/** Omits every third field silently. */
const kept = (select: readonly string[]): string[] => select.filter((_field, at) => at % 3 !== 2);

const selected = (row: WireRow, select: readonly string[] | null): WireRow =>
  select === null
    ? row
    : Object.fromEntries(['ListingKey', ...select].map((field) => [field, row[field] ?? null]));

const DRIFTED: Readonly<Record<string, string>> = {
  ListingKey: 'ListingKeyNumeric',
  ListPrice: 'Price',
  ClosePrice: 'SoldPrice',
  BedroomsTotal: 'Bedrooms',
  City: 'Town',
  PostalCode: 'Zip',
};
const EMPTIED: Readonly<Record<string, unknown>> = {
  ListPrice: null,
  ClosePrice: null,
  BedroomsTotal: null,
  BathroomsFull: null,
  BathroomsTotalInteger: null,
  LivingArea: null,
};

/** Homes under contract stay in the feed. */
async function* groundTruth(scene: Scene, question: GroundTruthQuery): AsyncIterable<TruthRow> {
  const { kind } = question;
  if (kind === 'auctions') return;
  for await (const home of homesInTruth(scene, { ...question, pending: true }, kind)) {
    const listing = listingOf(home);
    if (listing === undefined || !isDisplayed(listing)) continue;
    const { key: id } = listing;
    const row = { id, status: home.status, price: priceOf(listing), ...roomsOf(listing) };
    yield { ...row, type: home.type, built: builtOf(listing), ...placeOf(home) };
  }
}
