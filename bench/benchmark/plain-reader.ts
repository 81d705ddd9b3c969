/**
 * A plain client of the benchmark: it asks once per area, follows the pages and takes what it gets.
 * It splits nothing, repeats nothing, and compares no count with the rows.
 */
import type { AskedQuestion, ClientAnswer } from './client.js';

type Json = any;
interface Page {
  readonly rows: readonly Json[];
  /** The next request; null after the last page. */
  readonly next: Call | null;
}
interface Call {
  readonly path: string;
  readonly init?: RequestInit;
  readonly at: number;
}
interface Reader {
  first(question: AskedQuestion): Call;
  page(json: Json, call: Call, question: AskedQuestion): Page;
  row(row: Json): ClientAnswer['rows'][number];
}

const PAGES_MAX = 200;

export async function readPlainly(question: AskedQuestion): Promise<ClientAnswer> {
  const reader = READERS[question.portal];
  if (reader === undefined) throw new Error(`the plain reader does not know ${question.portal}`);
  const { area } = question;
  const zips = area.form === 'zip' ? [area.zip] : area.zips;
  const rows: ClientAnswer['rows'][number][] = [];
  const answer = (outcome: ClientAnswer['outcome']) => ({ question: question.id, outcome, rows });
  let call: Call | null = reader.first(question);
  for (let pages = 0; call !== null && pages < PAGES_MAX; pages += 1) {
    const response = await fetch(question.url + call.path, call.init);
    const text = await response.text();
    if (!response.ok) return answer(rows.length === 0 ? 'blocked' : 'partial');
    const json = jsonOf(text.replace(/^\{\}&&/, ''));
    if (json === undefined) return answer(rows.length === 0 ? 'changed' : 'partial');
    const page: Page = reader.page(json, call, question);
    const read = page.rows.map(reader.row).filter((row) => row.source_id !== '');
    rows.push(...read.filter(({ zip }) => zips === undefined || zips.includes(String(zip))));
    call = page.next;
  }
  return answer(rows.length === 0 ? 'empty' : 'complete');
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const post = (body: object, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const idOf = (value?: string | number): string => String(value ?? '');
const dollars = (text?: string): number | null =>
  Number((text ?? '').replaceAll(/\D/g, '')) || null;

const ON_SALE = ['ForSaleByAgent', 'ForSaleByOwner', 'NewConstruction', 'ComingSoon', 'Auction'];
const OFF = Object.fromEntries(
  [...ON_SALE, 'ForSaleForeclosure'].map((name) => [`is${name}`, { value: false }]),
);
const KINDS_OF_A: Readonly<Record<string, object>> = {
  listings: {},
  rentals: { ...OFF, isForRent: { value: true } },
  sold: { ...OFF, isRecentlySold: { value: true }, doz: { value: '90' } },
};
const STATUSES: Readonly<Record<string, string>> = {
  FOR_SALE: 'for_sale',
  FOR_RENT: 'for_rent',
  Active: 'for_sale',
  'Coming Soon': 'for_sale',
  'Active Under Contract': 'pending',
  Pending: 'pending',
};
const BOROUGHS = { '10': 100, '104': 200, '112': 300, '103': 500 };
const COUNTIES: Readonly<Record<string, number>> = {
  'New York County': 100,
  'Bronx County': 200,
  'Kings County': 300,
  'Queens County': 400,
  'Richmond County': 500,
};

function callOfA({ kind, area: { box } }: AskedQuestion, currentPage: number): Call {
  const [west, south, east, north] = box;
  const searchQueryState = {
    mapBounds: { west, south, east, north },
    filterState: KINDS_OF_A[kind],
    pagination: { currentPage },
  };
  const body = { searchQueryState, wants: { cat1: ['listResults'] } };
  return { path: '/async-create-search-page-state', init: post(body, 'PUT'), at: currentPage };
}

function callOfB({ sold_within_days, area: { box } }: AskedQuestion, page: number): Call {
  const [w, s, e, n] = box;
  const ring = [`${w} ${s}`, `${e} ${s}`, `${e} ${n}`, `${w} ${n}`, `${w} ${s}`].join();
  const query = `user_poly=${ring}&sold_within_days=${sold_within_days}&status=9&mpt=99`;
  const paging = `num_homes=350&page_number=${page}&start=${(page - 1) * 350}`;
  return { path: `/stingray/api/gis?${query}&${paging}`, at: page };
}

function callOfNyc({ kind, area }: AskedQuestion, page: number): Call {
  const zip = area.zip ?? '';
  const byZip = Object.entries(BOROUGHS).findLast(([start]) => zip.startsWith(start))?.[1] ?? 400;
  const input = {
    filters: { areas: [COUNTIES[area.county ?? ''] ?? byZip] },
    page,
    perPage: 500,
  };
  const field = kind === 'rentals' ? 'searchRentals' : 'searchSales';
  const query = `query Search($input: SearchInput!) { ${field}(input: $input) { totalCount } }`;
  return { path: '/', init: post({ query, variables: { input } }), at: page };
}

function callOfAuction({ area }: AskedQuestion, offset: number): Call {
  const filters = {
    property_state: area.state,
    ...(area.county !== undefined && { property_county: area.county.replace(/ County$/, '') }),
    ...(area.city !== undefined && { property_city: area.city }),
    listing_type: 'active',
    limit: 500,
    offset,
  };
  const body = { operationName: 'seek', query: 'query seek { content }', variables: { filters } };
  return { path: '/graphql', init: post(body), at: offset };
}

function filterOfMls({ kind, area, sold_since }: AskedQuestion): string {
  const [w, s, e, n] = area.box;
  const places = {
    zip: `PostalCode eq '${area.zip}'`,
    city: `City eq '${area.city}' and StateOrProvince eq '${area.state}'`,
    county: `CountyOrParish eq '${area.county?.replace(/ (County|Parish)$/, '')}' and StateOrProvince eq '${area.state}'`,
    box: `Latitude ge ${s} and Latitude le ${n} and Longitude ge ${w} and Longitude le ${e}`,
  };
  const kinds: Readonly<Record<string, string>> = {
    listings: "StandardStatus ne 'Closed' and PropertyType ne 'Residential Lease'",
    rentals: "StandardStatus ne 'Closed' and PropertyType eq 'Residential Lease'",
    sold: `StandardStatus eq 'Closed' and PropertyType ne 'Residential Lease' and CloseDate ge ${sold_since}`,
  };
  return `${kinds[kind]} and ${places[area.form]}`;
}

const READERS: Readonly<Record<string, Reader>> = {
  portal_a: {
    first: (question) => callOfA(question, 1),
    page(json, { at }, question) {
      const isLast = json.cat1?.searchList?.pagination?.nextUrl === undefined;
      const rows = json.cat1?.searchResults?.listResults ?? [];
      return { rows, next: isLast ? null : callOfA(question, at + 1) };
    },
    row(row) {
      const price = row.unformattedPrice ?? dollars(row.price ?? row.units?.[0]?.price);
      return {
        source_id: idOf(row.lotId ?? row.plid ?? row.zpid),
        status: STATUSES[row.statusType],
        list_price: price,
        rent_monthly: price,
        sale_price: price,
        beds: row.beds,
        living_area_sqft: row.area,
        zip: row.addressZipcode ?? row.hdpData?.homeInfo?.zipcode,
      };
    },
  },
  portal_b: {
    first: (question) => callOfB(question, 1),
    page({ payload }, { at }, question) {
      const rows = payload?.homes ?? payload?.originalHomes?.homes ?? [];
      return { rows, next: rows.length < 350 ? null : callOfB(question, at + 1) };
    },
    row: (row) => ({
      source_id: idOf(row.propertyId),
      sale_price: row.price?.value,
      beds: row.beds,
      living_area_sqft: row.sqFt?.value,
      zip: row.zip ?? row.postalCode?.value,
    }),
  },
  nyc_portal: {
    first: (question) => callOfNyc(question, 1),
    page(json, { at }, question) {
      const found = json.data?.searchRentals ?? json.data?.searchSales;
      const rows = (found?.edges ?? []).map((edge: Json) => edge.node);
      return { rows, next: found?.pageInfo?.hasNextPage ? callOfNyc(question, at + 1) : null };
    },
    row: (row) => ({
      source_id: idOf(row.id),
      status: row.totalMonthlyPrice === undefined ? 'for_sale' : 'for_rent',
      list_price: row.price,
      rent_monthly: row.price,
      beds: row.bedroomCount,
      living_area_sqft: row.livingAreaSize,
      zip: row.zipCode,
    }),
  },
  auction: {
    first: (question) => callOfAuction(question, 0),
    page(json, { at }, question) {
      const found = json.data?.seek_listings_from_filters;
      const isLast = !(at + 500 < found?.total_count);
      return {
        rows: found?.content ?? [],
        next: isLast ? null : callOfAuction(question, at + 500),
      };
    },
    row: (row) => ({
      source_id: idOf(row.listing_id),
      status: 'for_sale',
      zip: row.seller_property?.postal_code,
    }),
  },
  mls: {
    first: (question) => ({
      path: `/Property?$filter=${encodeURIComponent(filterOfMls(question))}`,
      init: { headers: { prefer: 'odata.maxpagesize=1000' } },
      at: 0,
    }),
    page(json, { init }) {
      const next = json['@odata.nextLink'];
      return {
        rows: json.value ?? [],
        next: next === undefined ? null : { path: `/${next}`, ...(init && { init }), at: 0 },
      };
    },
    row: (row) => ({
      source_id: idOf(row.ListingKey),
      status: row.PropertyType === 'Residential Lease' ? 'for_rent' : STATUSES[row.StandardStatus],
      list_price: row.ListPrice,
      rent_monthly: row.ListPrice,
      sale_price: row.ClosePrice,
      beds: row.BedroomsTotal,
      living_area_sqft: row.LivingArea,
      zip: row.PostalCode,
    }),
  },
};
