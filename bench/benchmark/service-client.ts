/** A Rowhouse service as a client of the benchmark: every question over its ordinary API. */
import { type Rowhouse, RowhouseError } from '#client/index.js';
import type { AskedQuestion, ClientAnswer } from './client.js';

/** Sources whose searches have homes under contract (docs/sources.md). */
const WITH_PENDING = ['mls'];

/** The answer of a service whose sources are the portals at `{url}/current/…`. */
export async function askService(
  service: Rowhouse,
  url: string,
  question: AskedQuestion,
): Promise<ClientAnswer> {
  const body = JSON.stringify({ question: question.id });
  const current = await fetch(`${url}/current`, { method: 'POST', body });
  if (!current.ok) throw new Error(await current.text());
  const { portal, kind, statuses } = question;
  const path = `/${portal}/${kind === 'auctions' ? 'listings' : kind}` as any;
  const rows: ClientAnswer['rows'][number][] = [];
  let isWhole = !statuses.includes('pending') || WITH_PENDING.includes(portal);
  let cursor: string | null = null;
  try {
    do {
      const page: any = await service.search(path, {
        ...paramsOf(question),
        ...(cursor !== null && { cursor }),
      } as any);
      const read: ClientAnswer['rows'] = page.result.data.map(flat);
      rows.push(...read.filter(({ status }) => statuses.includes(status ?? kind)));
      isWhole &&= page.result.completeness === 'complete';
      cursor = page.result.next_cursor;
    } while (cursor !== null);
  } catch (error) {
    if (!(error instanceof RowhouseError)) throw error;
    return { question: question.id, outcome: outcomeOf(error, rows.length), rows };
  }
  const whole = rows.length === 0 ? 'empty' : 'complete';
  return { question: question.id, outcome: isWhole ? whole : 'partial', rows };
}

function paramsOf({ area, sold_within_days, filters = {} }: AskedQuestion): object {
  const { zip, city, county, state } = area;
  const place =
    area.form === 'box'
      ? { bbox: area.box.join() }
      : { zip, city: county ? undefined : city, county, state };
  const { property_type: types, ...bounds } = filters;
  const given = { ...place, sold_within_days, ...bounds, property_type: types?.join() };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The API has one code for all failures of a source; its message says which. */
function outcomeOf(error: RowhouseError, rows: number): ClientAnswer['outcome'] {
  if (error.code !== 'collection_unavailable') throw error;
  if (rows > 0) return 'partial';
  return /changed format/.test(error.message) ? 'changed' : 'blocked';
}

/** The fields of the benchmark, as numbers and texts. */
const flat = (row: any): ClientAnswer['rows'][number] => ({
  source_id: row.source_id,
  status: row.status,
  list_price: row.list_price?.amount ?? null,
  rent_monthly: row.rent_monthly?.amount ?? null,
  sale_price: row.sale_price?.amount ?? null,
  beds: row.beds,
  living_area_sqft: row.living_area_sqft,
  zip: row.address.zip,
});
