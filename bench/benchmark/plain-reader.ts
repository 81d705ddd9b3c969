/**
 * A plain client of the benchmark, an afternoon's work: one search per question with the portal's
 * own filters, read page by page. It repeats failed requests, drops repeated rows, and compares
 * their number with the portal's total. It splits no search that a portal shows only a part of.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AskedQuestion as Asked, ClientAnswer } from './client.js';

type Call = readonly [path: string, body?: object, method?: string];
interface Portal {
  readonly pageRows: number;
  call(asked: Asked, page: number): Call;
  read(json: any): readonly [rows?: any[], total?: number];
  /** The id, status, price, beds, living area and ZIP of a row. */
  row(row: any, asked: Asked): readonly any[];
}
const [TRIES_MAX, PAUSE_MS, PAGES_MAX] = [3, 200, 100];

export async function readPlainly(asked: Asked): Promise<ClientAnswer> {
  const portal = PORTALS[asked.portal] as Portal;
  const homes = new Map<string, ClientAnswer['rows'][number]>();
  let outcome: ClientAnswer['outcome'] | null = null;
  for (let page = 0; outcome === null; page += 1) {
    const json = await ask(asked.url, portal.call(asked, page));
    const [rows, total = 0] = typeof json === 'string' ? [] : portal.read(json);
    for (const one of rows ?? []) {
      const [id, status, price, beds, living_area_sqft, zip] = portal.row(one, asked);
      const prices = { list_price: price, rent_monthly: price, sale_price: price };
      const row = { source_id: String(id), status, ...prices, beds, living_area_sqft, zip };
      homes.set(row.source_id, row);
    }
    if (rows === undefined || homes.delete('undefined'))
      outcome = json === 'blocked' ? json : 'changed';
    else if (page === PAGES_MAX) outcome = 'partial';
    else if (rows.length < portal.pageRows) outcome = homes.size < total ? 'partial' : 'complete';
  }
  const { zip: one, zips = [one], form } = asked.area;
  const rows = [...homes.values()].filter(({ zip }) => form === 'box' || zips.includes(`${zip}`));
  if (outcome === 'complete' && rows.length === 0) outcome = 'empty';
  return { question: asked.id, outcome, rows };
}

/** The JSON of a response, or what is wrong with it after the last try. */
async function ask(url: string, [path, body, method = 'POST']: Call): Promise<any> {
  const headers = { 'content-type': 'application/json', prefer: 'odata.maxpagesize=1000' };
  const init = body === undefined ? { headers } : { headers, method, body: JSON.stringify(body) };
  let failure = '';
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (tries > 0) await pause(PAUSE_MS);
    const response = await fetch(url + path, init);
    const text = await response.text();
    failure = response.ok && !text.startsWith('<') ? 'changed' : 'blocked';
    if (response.status === 403 || text.startsWith('<')) break;
    if (response.ok && text.endsWith('}')) return JSON.parse(text.replace(/^\{\}&&/, ''));
  }
  return failure;
}

/** Home types: the questions' words, and those of portal_a, portal_b (from 1) and mls. */
const TYPES = ['single_family', 'condo', 'townhouse', 'multi_family', 'land'];
const TYPES_OF_A = ['SingleFamily', 'Condo', 'Townhouse', 'MultiFamily', 'LotLand'];
const TYPES_OF_MLS = ['Single Family Residence', 'Condominium', 'Townhouse', 'Duplex', 'Land'];
const BOROUGHS = ['New York', 'Bronx', 'Kings', 'Queens', 'Richmond'];
const STATUSES_OF_MLS: Readonly<Record<string, readonly string[]>> = {
  for_sale: ['Active', 'Coming Soon'],
  for_rent: ['Active', 'Coming Soon'],
  pending: ['Pending', 'Active Under Contract'],
  sold: ['Closed'],
};
const SALES_OF_A = 'ByAgent ByOwner Foreclosure'.split(' ').map((name) => `ForSale${name}`);
const DAYS_OF_A: any = { 30: '30', 90: '90', 180: '6m', 365: '12m' };

const switches = (names: readonly string[], value: boolean) =>
  Object.fromEntries(names.map((name) => [`is${name}`, { value }]));
/** `TEXT VALUE` of the filters that the question has. */
const given = (
  ...filters: readonly (readonly [text: string, value: string | number | undefined])[]
) => filters.flatMap(([text, value]) => (value === undefined ? [] : [text + value]));
const oneOf = (field: string, values: readonly string[]) =>
  `(${values.map((value) => `${field} eq '${value}'`).join(' or ')})`;

const PORTALS: Readonly<Record<string, Portal>> = {
  portal_a: {
    pageRows: 41,
    call({ kind, statuses, sold_within_days: days, area, filters: f = {} }, page) {
      const [west, south, east, north] = area.box;
      const types = TYPES_OF_A.filter((_, at) => f.property_type?.includes(TYPES[at]!) === false);
      const sales = [...SALES_OF_A, 'NewConstruction', 'ComingSoon', 'Auction'];
      const price = { min: f.min_price, max: f.max_price };
      const filterState = {
        ...switches(kind === 'listings' ? [] : sales, false),
        ...switches(types.length > 0 ? [...types, 'Manufactured', 'Apartment'] : [], false),
        ...switches({ rentals: ['ForRent'], sold: ['RecentlySold'] }[kind] ?? [], true),
        ...switches(statuses.includes('pending') ? ['PendingListingsSelected'] : [], true),
        ...(days && { doz: { value: DAYS_OF_A[days] } }),
        ...(kind === 'rentals' ? { monthlyPayment: price } : { price }),
        beds: { min: f.beds_min },
        sqft: { min: f.sqft_min },
      };
      const search = { mapBounds: { west, south, east, north }, filterState };
      const searchQueryState = { ...search, pagination: { currentPage: page + 1 } };
      const body = { searchQueryState, wants: { cat1: ['listResults'] } };
      return ['/async-create-search-page-state', body, 'PUT'];
    },
    read: ({ cat1 }) => [cat1?.searchResults?.listResults, cat1?.searchList?.totalResultCount],
    row(r) {
      const shown = String(r.price ?? r.units?.[0]?.price).replaceAll(/\D/g, '');
      const price = r.unformattedPrice ?? (Number(shown) || null);
      const zip = r.addressZipcode ?? /\d{5}$/.exec(r.address)?.[0];
      return [r.lotId ?? r.plid ?? r.zpid, r.statusType?.toLowerCase(), price, r.beds, r.area, zip];
    },
  },
  portal_b: {
    pageRows: 350,
    call({ sold_within_days: days, area, filters: f = {} }, page) {
      const [w, s, e, n] = area.box;
      const ring = [`${w} ${s}`, `${e} ${s}`, `${e} ${n}`, `${w} ${n}`, `${w} ${s}`].join();
      const size = given(['min_listing_approx_size=', f.sqft_min], ['num_beds=', f.beds_min]);
      const price = given(['min_price=', f.min_price], ['max_price=', f.max_price]);
      const types = f.property_type?.map((type) => TYPES.indexOf(type) + 1);
      const others = given(['min_year_built=', f.year_built_min], ['uipt=', types?.join()]);
      const query = [`sold_within_days=${days}`, ...size, ...price, ...others].join('&');
      const paging = `num_homes=350&page_number=${page + 1}&start=${page * 350}`;
      return [`/stingray/api/gis?mpt=99&status=9&user_poly=${ring}&${query}&${paging}`];
    },
    read: ({ payload }) => [payload?.homes ?? payload?.originalHomes?.homes],
    row(r) {
      const zip = r.zip ?? r.postalCode?.value;
      return [r.propertyId, 'sold', r.price?.value, r.beds, r.sqFt?.value, zip];
    },
  },
  nyc_portal: {
    pageRows: 500,
    call({ kind, statuses, area, filters: f = {} }, page) {
      const zip: any = { 104: 1, 112: 2, 111: 3, 113: 3, 114: 3, 116: 3, 103: 4 };
      const name = area.county?.replace(' County', '');
      const borough = name ? BOROUGHS.indexOf(name) : zip[area.zip!.slice(0, 3)];
      const price = { lowerBound: f.min_price, upperBound: f.max_price };
      const status = statuses.includes('pending') && { saleStatus: ['IN_CONTRACT'] };
      const areas = [100 * ((borough ?? 0) + 1)];
      const filters = { areas, price, bedrooms: { lowerBound: f.beds_min }, ...status };
      const field = kind === 'rentals' ? 'searchRentals' : 'searchSales';
      const query = `query Search($input: SearchInput!) { ${field}(input: $input) { totalCount } }`;
      return ['/', { query, variables: { input: { filters, page: page + 1, perPage: 500 } } }];
    },
    read({ data }) {
      const found = data?.searchRentals ?? data?.searchSales;
      return [found?.edges?.map(({ node }: any) => node), found?.totalCount];
    },
    row(r, { statuses }) {
      const sqft = r.livingAreaSize || null;
      return [r.id, statuses[0], r.price, r.bedroomCount, sqft, r.zipCode];
    },
  },
  auction: {
    pageRows: 500,
    call({ area: { state, county, city } }, page) {
      const property_county = county?.replace(/ County$/, '');
      const place = { property_state: state, property_county, property_city: city };
      const filters = { ...place, listing_type: 'active', limit: 500, offset: page * 500 };
      const query = 'query seek { content }';
      return ['/graphql', { operationName: 'seek', query, variables: { filters } }];
    },
    read({ data }) {
      const found = data?.seek_listings_from_filters;
      return [found?.content, found?.total_count];
    },
    row: (r) => [r.listing_id, 'for_sale', null, null, null, r.seller_property?.postal_code],
  },
  mls: {
    pageRows: 1_000,
    call({ kind, statuses, area, sold_since, filters: f = {} }, page) {
      const [w, s, e, n] = area.box;
      const price = kind === 'sold' ? 'ClosePrice' : 'ListPrice';
      const types = f.property_type?.map((type) => TYPES_OF_MLS[TYPES.indexOf(type)]!);
      const conditions = [
        oneOf(
          'StandardStatus',
          statuses.flatMap((status) => STATUSES_OF_MLS[status] ?? []),
        ),
        `PropertyType ${kind === 'rentals' ? 'eq' : 'ne'} 'Residential Lease'`,
        'InternetEntireListingDisplayYN eq true',
        `Latitude ge ${s} and Latitude le ${n} and Longitude ge ${w} and Longitude le ${e}`,
        ...given(['CloseDate ge ', sold_since], ['YearBuilt ge ', f.year_built_min]),
        ...given([`${price} ge `, f.min_price], [`${price} le `, f.max_price]),
        ...given(['BedroomsTotal ge ', f.beds_min], ['', types && oneOf('PropertySubType', types)]),
      ];
      const filter = encodeURIComponent(conditions.join(' and '));
      return [`/Property?$filter=${filter}&$skip=${page * 1_000}`];
    },
    read: ({ value }) => [value],
    row(r, { statuses }) {
      const isPending = STATUSES_OF_MLS['pending']!.includes(r.StandardStatus);
      const status = isPending ? 'pending' : statuses[0];
      const price = r.ClosePrice ?? r.ListPrice;
      return [r.ListingKey, status, price, r.BedroomsTotal, r.LivingArea, r.PostalCode];
    },
  },
};
