import type { Candidate } from '#contract/envelope.js';
import type { LookupRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { meetsStreet, namesHome } from '#domain/lookup.js';
import { type Reading, valueOr } from '#domain/reading.js';
import { refuse } from '#domain/refusal.js';
import { readerOf } from '#sources/index.js';
import { SourceError } from '#sources/source.js';
import { findArea, NAMED_PLACES } from './find-area.js';
import type { House } from './house.js';
import { type Page, pageOfHome } from './page.js';
import type { AskedHome, Task } from './task.js';
import { walk } from './walk.js';
import { WalkState } from './walk-state.js';

/** interface-v1, "Errors": address_ambiguous carries up to 5 candidates. */
const CANDIDATES_MAX = 5;
/**
 * Finds one home: the area is read kind by kind until one has it. Throws the refusals
 * address_not_found and address_ambiguous, and SourceError when the source gives nothing, or not the
 * whole area: a home that was not met there may exist.
 */
export async function collectHome(
  house: House,
  route: LookupRoute,
  task: Task & { readonly home: AskedHome },
  signal: AbortSignal,
): Promise<Page> {
  for (const kind of route.kinds) {
    const { found, state } = await findHomes(house, route, kind, task, signal);
    const exact = found.filter((row) => names(task.home, row));
    const chosen = exact.length > 0 ? exact : found;
    const [row, ...others] = chosen;
    if (row === undefined) continue;
    if (others.length > 0) throw refuse('address_ambiguous', { candidates: candidates(chosen) });
    return pageOfHome(house, row, state);
  }
  throw refuse('address_not_found');
}

async function findHomes(
  house: House,
  route: LookupRoute,
  kind: Kind,
  task: Task & { readonly home: AskedHome },
  signal: AbortSignal,
) {
  const { source } = route;
  const reader = readerOf(source, kind);
  if (reader === undefined) throw new SourceError('unconfigured', `${source} cannot be read.`);
  const { home, location, filters, position, freshSinceMs } = task;
  const area = findArea(house.geo, NAMED_PLACES, location);
  const state = new WalkState(position, Number.POSITIVE_INFINITY);
  const siteBase = house.upstreams.siteBase(source);
  const input = { house, source, siteBase, reader, area, filters, freshSinceMs, signal };
  const found: Reading<Row>[] = [];
  for await (const { reading } of walk(input, state)) {
    if (!meets(home, reading)) continue;
    found.push(reading);
    if ('source_id' in home) break;
  }
  if (found.length === 0 && (state.missing.length > 0 || state.dropped.has('unreadable'))) {
    throw new SourceError(
      'down',
      `${source} did not show the whole area, so whether it has the home is not known. Nothing was charged; try again later.`,
    );
  }
  return { found, state };
}

const meets = (home: AskedHome, row: Reading<Row>): boolean =>
  'source_id' in home ? row.source_id === home.source_id : meetsStreet(home.street, partsOf(row));

const names = (home: AskedHome, row: Reading<Row>): boolean =>
  'source_id' in home || namesHome(home.street, partsOf(row));

function partsOf({ address }: Reading<Row>) {
  return {
    line1: valueOr(address.line1) ?? '',
    unit: valueOr(address.unit),
    city: valueOr(address.city) ?? '',
    state: valueOr(address.state) ?? '',
  };
}

function candidates(rows: readonly Reading<Row>[]): Candidate[] {
  return rows.slice(0, CANDIDATES_MAX).map((row) => {
    const { line1, unit, city, state } = partsOf(row);
    const street = unit === null ? line1 : `${line1} ${unit}`;
    const region = `${state} ${valueOr(row.address.zip) ?? ''}`.trim();
    const address = [street, city, region].filter((part) => part !== '').join(', ');
    return { address, source_id: row.source_id, source_url: row.source_url };
  });
}
