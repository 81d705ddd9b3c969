/**
 * Tries a source: reads an area as a search does, within bounds, and records every request with its
 * response, the rows and their members. Nothing is learned: the given search has its own memory.
 */
import type { ProbedRequest } from '#contract/operator.js';
import type { Row } from '#contract/rows.js';
import { Notes } from '#domain/notes.js';
import { START } from '#domain/position.js';
import {
  type Driver,
  type FailedAnswer,
  type FeedDriver,
  type Question,
  SourceError,
  type UpstreamRequest,
} from '#sources/driver.js';
import { isRaw, type Raw } from '#sources/raw-values.js';
import { type AreaSearch, Progress } from '../area/area-search.js';
import { readArea } from '../area/read-area.js';
import { type ComparedMembers, compareMembers, guessedRows } from './probed-members.js';
import { fieldCounts } from './report-answer.js';

export interface ProbeBounds {
  readonly requests: number;
  readonly rows: number;
}

/** Why a probe ended before its area did: a limit, the time, or the source. */
export type ProbeEnd = 'requests' | 'rows' | 'time' | SourceError | null;

export interface Probe {
  readonly requests: readonly ProbedRequest[];
  readonly ended: ProbeEnd;
  readonly rows: readonly Row[];
  /** Rows that the source counts for the area. */
  readonly total: number | null;
  readonly dropped: Readonly<Record<string, number>>;
  /** Fields withheld by the checks of answers, with the reason. */
  readonly faults: ReadonlyMap<string, string>;
  /** What is known to be missing, one sentence each. */
  readonly missing: readonly string[];
  readonly members: ComparedMembers;
  readonly fields: ReturnType<typeof fieldCounts>;
}

/** Ends the reading at a request beyond the limit; never leaves this file. */
const TOO_MANY = new Error('a request beyond the bound');

/** Runs a probe; only its own client sends its requests. */
export async function probe(given: AreaSearch, bounds: ProbeBounds): Promise<Probe> {
  const watching = new Watching(given, bounds.requests);
  const search = {
    ...given,
    client: given.client.watched(watching.watchOf),
    driver: watching.driver,
  };
  const progress = new Progress(START, bounds.rows + 1);
  const notes = new Notes();
  const rows: Row[] = [];
  const ended = await readRows(search, progress, bounds.rows, (row) => rows.push(notes.take(row)));
  const context = {
    collectedAtMs: search.clock.nowMs(),
    siteBase: search.client.siteBase(search.source),
    pointOfZip: (zip: string) => search.geo.zip(zip),
  };
  return {
    requests: watching.requests,
    ended,
    rows,
    total: progress.reportedTotal,
    dropped: Object.fromEntries(progress.dropped),
    faults: new Map([...progress.faults].map(([field, { why }]) => [field, why])),
    missing: progress.missing,
    members: compareMembers(search.driver, watching.raws(bounds.rows), context),
    fields: fieldCounts(rows, notes),
  };
}

/** Passes on the rows of the area, up to a limit; returns why it ended. */
async function readRows(
  search: AreaSearch,
  progress: Progress,
  rowsMax: number,
  take: (row: Parameters<Notes['take']>[0]) => void,
): Promise<ProbeEnd> {
  try {
    let count = 0;
    for await (const { row } of readArea(search, progress)) {
      take(row);
      count += 1;
      progress.wanted -= 1;
      if (count === rowsMax) return 'rows';
    }
    return null;
  } catch (error) {
    if (error === TOO_MANY) return 'requests';
    if (search.signal.aborted) return 'time';
    if (error instanceof SourceError) return error;
    throw error;
  }
}

const NOTHING_CAME = {
  status: null,
  media_type: null,
  retry_after: null,
  bytes: null,
  took_ms: null,
  rows: null,
  unreadable: null,
} as const;

/** Records requests as they are sent, and how the driver reads their answers. */
class Watching {
  readonly requests: ProbedRequest[] = [];
  /** The driver, with its questions and pages watched. */
  readonly driver: Driver;
  readonly #nowMs: () => number;
  readonly #requestsMax: number;
  /** The last attempt of each request of a driver. */
  readonly #sent = new WeakMap<UpstreamRequest, ProbedRequest>();
  readonly #pages: Raw[][] = [];
  #unreadable = '';

  constructor({ clock, driver }: AreaSearch, requestsMax: number) {
    this.#nowMs = () => clock.nowMs();
    this.#requestsMax = requestsMax;
    this.driver = this.#watchedDriver(driver);
  }

  readonly watchOf =
    (to: string) => (request: UpstreamRequest, headers: Readonly<Record<string, string>>) => {
      if (this.requests.length >= this.#requestsMax) throw TOO_MANY;
      const { method, path, body } = request;
      const names = Object.keys(headers).sort();
      const sent: ProbedRequest = { to, method, path, body, headers: names, ...NOTHING_CAME };
      this.requests.push(sent);
      this.#sent.set(request, sent);
      const beganMs = this.#nowMs();
      return ({ status, headers: came, body: text }: Partial<FailedAnswer>) => {
        sent.took_ms = this.#nowMs() - beganMs;
        sent.status = status ?? null;
        sent.media_type = came?.['content-type'] ?? null;
        sent.retry_after = came?.['retry-after'] ?? null;
        sent.bytes = text === undefined ? null : Buffer.byteLength(text);
      };
    };

  /** Rows of the answers, page by page; if none could be read, those guessed from a broken one. */
  raws(rowsMax: number): readonly Raw[] {
    const read = this.#pages.flat();
    return (read.length > 0 ? read : guessedRows(this.#unreadable)).slice(0, rowsMax);
  }

  #watchedDriver(driver: Driver): Driver {
    if (driver.over !== 'feeds') return this.#watchedFeed(driver);
    return { ...driver, feeds: driver.feeds.map((one) => this.#watchedFeed(one)) };
  }

  #watchedFeed(driver: FeedDriver): FeedDriver {
    if (driver.over === 'table') return driver;
    const asked = new WeakMap<Question, UpstreamRequest>();
    return {
      ...driver,
      request: (question, profile) => {
        const request = driver.request(question, profile);
        asked.set(question, request);
        return request;
      },
      read: (body, question, profile) => {
        const request = asked.get(question);
        const sent = request && this.#sent.get(request);
        try {
          const page = driver.read(body, question, profile);
          // A page from the probe's own cache was counted when it was fetched.
          if (sent !== undefined && sent.rows === null) {
            sent.rows = page.rows.length;
            this.#pages.push(page.rows.filter(isRaw));
          }
          return page;
        } catch (error) {
          if (sent !== undefined && error instanceof Error) sent.unreadable = error.message;
          this.#unreadable = body;
          throw error;
        }
      },
    };
  }
}
