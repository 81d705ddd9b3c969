/**
 * What the client's types reject and what they know. Nothing here runs: `tsc` reads it in the
 * application and, with the import renamed, in a project that has installed the package.
 */
import { Rowhouse, type RowhouseError } from '#client/index.js';

const client = new Rowhouse({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'key' });
const zip = '78704';
const page = { sort: 'newest', cursor: 'c' } as const;

/** Never called. */
export async function locations(): Promise<void> {
  await client.portalA.listings({ zip });
  await client.portalA.listings({ city: 'Austin', state: 'TX' });
  await client.portalA.listings({ bbox: [-98, 30, -97, 31] });
  await client.portalA.listings({ bbox: '-98,30,-97,31' });
  await client.portalA.listings({ lat: 30.2, lng: -97.7, radius_mi: 2 });
  await client.auction.listings({ county: 'Travis', state: 'TX', ...page });
  // @ts-expect-error no location
  await client.portalA.listings({});
  // @ts-expect-error no location, only a filter
  await client.portalA.listings({ min_price: 1 });
  // @ts-expect-error two locations
  await client.portalA.listings({ zip, city: 'Austin', state: 'TX' });
  // @ts-expect-error half a location
  await client.portalA.listings({ city: 'Austin' });
  // @ts-expect-error half a circle
  await client.portalA.listings({ lat: 30.2, lng: -97.7 });
  // @ts-expect-error portal_a takes no county
  await client.portalA.listings({ county: 'Travis', state: 'TX' });
  // @ts-expect-error portal_b takes no city
  await client.portalB.sold({ city: 'Austin', state: 'TX' });
  // @ts-expect-error three numbers
  await client.portalB.sold({ bbox: [-98, 30, -97] });
}

/** Never called. */
export async function filters(): Promise<void> {
  await client.nycPortal.listings({ zip, year_built_min: 1900, ...page });
  await client.portalA.sold({ zip, sold_within_days: 14 });
  await client.portalA.rentals({ zip, property_type: ['condo', 'land'] });
  // @ts-expect-error portal_a takes no sort
  await client.portalA.listings({ zip, sort: 'newest' });
  // @ts-expect-error auctions have no price order
  await client.auction.listings({ zip, sort: 'price_low' });
  // @ts-expect-error auctions have no price
  await client.auction.listings({ zip, min_price: 1 });
  // @ts-expect-error portal_b has no window of 14 days
  await client.portalB.sold({ zip, sold_within_days: 14 });
  // @ts-expect-error nyc rentals take no year
  await client.nycPortal.rentals({ zip, year_built_min: 1900 });
  // @ts-expect-error rows may be other, but nobody asks for it
  await client.portalA.listings({ zip, property_type: 'other' });
  // @ts-expect-error a number is asked for
  await client.portalA.listings({ zip, beds_min: '2' });
  // @ts-expect-error a misspelt filter
  await client.portalA.listings({ zip, bed_min: 2 });
  // @ts-expect-error there is no such route
  await client.portalB.listings({ zip });
  // @ts-expect-error a chain makes its own keys
  client.portalA.listings.pages({ zip }, { idempotencyKey: 'k' });
}

/** Never called. */
export async function watches(): Promise<void> {
  const search = { route: 'portal_a_listings', query: { zip } } as const;
  const { watch_id, estimate } = await client.watches.create({ ...search, interval_s: 3_600 });
  await client.watches.create({ route: '/portal_b/sold', query: { zip }, events: ['added'] });
  await client.watches.change(watch_id, { max_credits_per_run: null });
  for await (const row of client.watches.rows<'/portal_a/sold'>(watch_id))
    String(row.sale_price?.amount);
  for await (const event of client.events.follow({ type: 'watch.changed' })) event.seq.toFixed();
  // @ts-expect-error the count may be unknown
  estimate.credits_per_run.toFixed();
  // @ts-expect-error a route takes its own inputs only
  await client.watches.create({ route: 'portal_b_sold', query: { city: 'Austin', state: 'TX' } });
  // @ts-expect-error a watch reads all pages
  await client.watches.create({ route: 'portal_a_listings', query: { zip, cursor: 'c' } });
  // @ts-expect-error there is no such route
  await client.watches.create({ route: 'portal_b_listings', query: { zip } });
  // @ts-expect-error no such kind of change
  await client.watches.create({ ...search, events: ['sold'] });
  // @ts-expect-error the route of a watch stays
  await client.watches.change(watch_id, { route: 'portal_a_sold' });
}

/** Never called. */
export async function answers(): Promise<unknown[]> {
  const [sale] = (await client.portalA.listings({ zip })).result.data;
  const [rental] = (await client.nycPortal.rentals({ zip })).result.data;
  const sold = await client.portalB.sold({ zip });
  const known: unknown[] = [
    sale?.list_price?.amount.toFixed(2),
    sale?.extras.zestimate?.amount,
    sale?.extras.units[0]?.rent_from?.amount,
    rental?.extras.net_effective_rent?.currency,
    sold.result.data[0]?.sale_price_disclosure,
    sold.result.summary.median_sale_price?.amount,
    sold.meta.rate_limit?.remaining,
  ];
  // @ts-expect-error a price may be missing
  known.push(sale?.list_price.amount);
  // @ts-expect-error a sale has no sale_price
  known.push(sale?.sale_price);
  // @ts-expect-error sold rows of portal_a list no units
  known.push((await client.portalA.sold({ zip })).result.data[0]?.extras.units);
  // @ts-expect-error zestimates are of portal_a
  known.push(rental?.extras.zestimate);
  // @ts-expect-error the summary of a sold page has its own names
  known.push(sold.result.summary.median_price);
  for await (const row of client.auction.listings.rows({ zip })) {
    known.push(row.extras.sale_type, row.source === 'a_source_of_tomorrow' ? 1 : 2);
  }
  const home = await client.portalA.home({ source_id: '1' });
  known.push(home.result.data[0]?.source_id);
  // @ts-expect-error exactly one
  await client.portalA.home({ source_id: '1', address: '1 Main St' });
  const job = await client.job<'/portal_a/sold'>('id');
  if (job.status === 'complete') known.push(job.result.data[0]?.sold_date);
  // @ts-expect-error a job may be pending
  known.push(job.result.count);
  return known;
}

/** Codes are known words or any other. */
export const isQuota = (error: RowhouseError): boolean =>
  error.code === 'quota_exceeded' || error.code === 'a_code_of_tomorrow';
