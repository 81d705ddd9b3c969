/** Several feeds of a source, read one after the other as if they were one. */
import { assert } from '#base/assert.js';
import type { SourceName } from '#contract/sources.js';
import type { PageRef } from '#domain/position.js';
import {
  changedAnswer,
  type Driver,
  type FeedDriver,
  type FeedsDriver,
  type Question,
} from '#sources/driver.js';
import type { PageRead, SourceClient } from '../upstream/source-client.js';

/**
 * The driver over these feeds of a source. A single unnamed feed is read as is, with its own ids;
 * so are feeds of different data, whose ids name it.
 */
export function overFeeds(source: SourceName, feeds: readonly FeedDriver[]): Driver {
  const [first] = feeds;
  assert(first !== undefined, 'a search reads a feed');
  const { feed, ...shared } = first;
  if (feed === undefined) return first;
  return {
    ...shared,
    over: 'feeds',
    feeds,
    toRow: (raw, context) => {
      const parsed = first.toRow(raw, context);
      const isNamed = first.over === 'http' && first.dataIn !== undefined;
      if ('dropped' in parsed || context.feed === undefined || isNamed) return parsed;
      const name = context.feed.slice(source.length + 1);
      return { row: { ...parsed.row, source_id: `${name}:${parsed.row.source_id}` } };
    },
  };
}

/** The position of a chain of pages over feeds. */
interface Stand {
  /** The index of the feed being read, from 0. */
  readonly feed: number;
  /** Rows counted by the feeds before it; null when one of them did not count. */
  readonly counted: number | null;
  /** The page of the feed. */
  readonly at: PageRef;
}

const FIRST: Stand = { feed: 0, counted: 0, at: { page: 1 } };

const written = ({ feed, counted, at }: Stand): PageRef => ({
  token: [feed, counted, ...('token' in at ? at.token : [])],
});

/** The feed and page of a reference. Throws if the feed is not among them. */
function standAt(source: SourceName, { feeds }: FeedsDriver, at: PageRef): Stand {
  if (!('token' in at)) return FIRST;
  const [feed, counted, ...token] = at.token;
  if (typeof feed !== 'number' || feeds[feed] === undefined || typeof counted === 'string') {
    throw changedAnswer(source)('the page belongs to no feed');
  }
  return { feed, counted: counted ?? null, at: token.length === 0 ? FIRST.at : { token } };
}

/**
 * The page of a question: of the source, or of the feed that the question's position names. The
 * last page of a feed is followed by the first of the next, and the count of all feeds is known on
 * the pages of the last one.
 */
export async function readPageOf(
  client: Pick<SourceClient, 'read'>,
  source: SourceName,
  driver: Driver,
  question: Question,
  options: Parameters<SourceClient['read']>[3],
): Promise<PageRead> {
  if (driver.over !== 'feeds') return client.read(source, driver, question, options);
  const { feed, counted, at } = standAt(source, driver, question.at);
  const own = driver.feeds[feed];
  assert(own !== undefined, 'a page stands among the feeds');
  const read = await client.read(source, own, { ...question, at }, options);
  const { page } = read;
  const sum = counted === null || page.total === null ? null : counted + page.total;
  const isLast = feed + 1 >= driver.feeds.length;
  const following = isLast ? null : written({ feed: feed + 1, counted: sum, at: FIRST.at });
  return {
    ...read,
    feed: own.feed,
    page: {
      rows: page.rows,
      total: isLast ? sum : null,
      next: page.next === null ? following : written({ feed, counted, at: page.next }),
      after: (row) => {
        const behind = page.after?.(row) ?? null;
        return behind === null ? null : written({ feed, counted, at: behind });
      },
    },
  };
}

/** Which feeds a collection read: `last` is to blame for a failure, `answered` for a success. */
export class AskedFeeds {
  /** The client that the collection uses. */
  readonly client: SourceClient;
  /** Feeds that answered at least once; a source with one address is its own feed. */
  readonly answered = new Set<string>();
  /**
   * The last feed read: if the collection fails, it is the cause. Null before the first request.
   */
  last: string | null = null;

  constructor(client: SourceClient) {
    this.client = {
      ...client,
      read: async (source, driver, question, options) => {
        const feed = driver.feed ?? source;
        this.last = feed;
        const read = await client.read(source, driver, question, options);
        this.answered.add(feed);
        return read;
      },
      ask: async (source, at, request, signal) => {
        if (at === 'source') this.last = source;
        const text = await client.ask(source, at, request, signal);
        if (at === 'source') this.answered.add(source);
        return text;
      },
    };
  }
}
