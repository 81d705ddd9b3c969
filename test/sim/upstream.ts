/** The only fake: sources that answer, fail and change by the seed, without HTTP. */
import type { Clock } from '#base/clock.js';
import type { SourceClient } from '#collect/upstream/source-client.js';
import { DAY_MS } from '#contract/durations.js';
import { pageNumber, SourceError, type SourceErrorKind } from '#sources/driver.js';
import { sourceStub } from '../support/source-stub.js';
import type { Chance } from './chance.js';
import { type FaultRates, MADE } from './database.js';

/** What sources hold: homes by search, keyed by the search's max_price. */
export interface Homes {
  readonly counts: Map<number, number>;
}

const PAGE_ROWS = 41;
const ANSWER_MS_MAX = 400;
/** Longer than the deadline of a collection. */
const SLOW_MS = 200_000;
const FAULTS = { down: 4, busy: 2, refused: 2, changed: 1, slow: 2, internal: 0.5 } as const;
/** Identifiers of homes name their search: a row in the wrong page is found by its number. */
export const HOMES_PER_SEARCH = 1_000;

/** Sources as one node reaches them. */
export function clientOf(
  clock: Clock,
  homes: Homes,
  faultRates: FaultRates,
  chance: Chance,
): SourceClient {
  return sourceStub(
    async (source, _driver, question, { signal }) => {
      const fault = chance.happens(faultRates.rate) ? chance.weighted(FAULTS) : null;
      if (fault !== null) {
        faultRates.counts.set(
          `source ${fault}`,
          (faultRates.counts.get(`source ${fault}`) ?? 0) + 1,
        );
      }
      await clock.sleep(fault === 'slow' ? SLOW_MS : chance.below(ANSWER_MS_MAX), signal);
      if (signal.aborted) throw new SourceError('down', `${source} was not reached in time.`);
      if (fault === 'internal') throw new Error(`${MADE} a bug in the parser`);
      if (fault !== null && fault !== 'slow') throw sourceError(fault);
      const search = Number(question.filters.max_price);
      const total = homes.counts.get(search) ?? 0;
      const page = pageNumber(question);
      const from = (page - 1) * PAGE_ROWS;
      const count = Math.max(0, Math.min(PAGE_ROWS, total - from));
      const rows = Array.from({ length: count }, (_row, index) =>
        homeOf(search, from + index, clock.nowMs()),
      );
      const next = from + count < total ? { page: page + 1 } : null;
      return { page: { rows, total, next }, readAtMs: clock.nowMs() };
    },
    { siteBase: () => 'https://portal.example.invalid' },
  );
}

const sourceError = (kind: SourceErrorKind) =>
  new SourceError(kind, `The source failed in the simulation (${kind}). Nothing was charged.`);

/** Odd searches are for sold homes. */
export const isSold = (search: number): boolean => search % 2 === 1;

/** The number of the first home of a search. */
export const firstHome = (search: number): number => (search % 1_000_000) * HOMES_PER_SEARCH;

/** A card of portal_a, the same shape for sale and sold. */
function homeOf(search: number, index: number, nowMs: number) {
  const zpid = String(firstHome(search) + index);
  const status = isSold(search) ? 'SOLD' : 'FOR_SALE';
  const homeStatus = isSold(search) ? 'RECENTLY_SOLD' : 'FOR_SALE';
  return {
    zpid,
    id: zpid,
    detailUrl: `https://portal.example.invalid/homedetails/${zpid}_zpid/`,
    statusType: status,
    unformattedPrice: 300_000 + index,
    addressStreet: `${index + 1} Quarry Rd`,
    addressCity: 'Austin',
    addressState: 'TX',
    addressZipcode: '78704',
    beds: 3,
    baths: 2,
    area: 1500,
    latLong: { latitude: 30.242 + index * 0.0001, longitude: -97.769 },
    hdpData: {
      homeInfo: { homeType: 'CONDO', homeStatus, daysOnZillow: 3, dateSold: nowMs - DAY_MS },
    },
    brokerName: 'Quarry Homes',
  };
}
