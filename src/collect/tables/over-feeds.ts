/**
 * A driver that reads several feeds of its source one after the other, as if they were one: each page names
 * its feed, the last page of a feed is followed by the first of the next, and a row's id begins with its feed.
 */
import type { SourceName } from '#contract/sources.js';
import type { PageRef } from '#domain/position.js';
import { changedAnswer, type Driver, type FeedWalk, type Question } from '#sources/driver.js';
import { isRaw } from '#sources/raw-values.js';

/** Where a walk over feeds stands. */
interface Stand {
  /** The feed that is read, counted from 0. */
  readonly feed: number;
  /** Rows that the feeds before it counted; null when one of them did not. */
  readonly counted: number | null;
  /** The page of the feed. */
  readonly at: PageRef;
}

/** The member that names the feed of a row. */
const FEED = '@feed';
const TOKEN = /^(\d+)\|(\d*)\|([\s\S]*)$/;
const FIRST: Stand = { feed: 0, counted: 0, at: { page: 1 } };

const written = ({ feed, counted, at }: Stand): PageRef => ({
  token: `${feed}|${counted ?? ''}|${'token' in at ? at.token : ''}`,
});

/** Where a page stands among the feeds. A page of a feed that is not among them is an error, never another's. */
function standAt(source: SourceName, feeds: readonly string[], at: PageRef): Stand {
  if (!('token' in at)) return FIRST;
  const [, feed = '', counted = '', token = ''] = TOKEN.exec(at.token) ?? [];
  if (feeds[Number(feed || -1)] === undefined) {
    throw changedAnswer(source)('the page belongs to no feed');
  }
  return {
    feed: Number(feed),
    counted: counted === '' ? null : Number(counted),
    at: token === '' ? FIRST.at : { token },
  };
}

/**
 * The driver over these feeds of a source. A source with one address is read as it is: its ids are those of
 * the feed. The count of all feeds is known on the pages of the last one.
 */
export function overFeeds(source: SourceName, driver: Driver, feeds: readonly string[]): Driver {
  if (driver.over === 'table' || (feeds.length === 1 && feeds[0] === source)) return driver;
  const stand = ({ at }: Pick<Question, 'at'>) => standAt(source, feeds, at);
  const walk: FeedWalk = {
    feedOf: (question) => feeds[stand(question).feed],
    own: (question) => ({ ...question, at: stand(question).at }),
    joined: (page, question) => {
      const { feed, counted } = stand(question);
      const sum = counted === null || page.total === null ? null : counted + page.total;
      const isLast = feed + 1 >= feeds.length;
      const following = isLast ? null : written({ feed: feed + 1, counted: sum, at: FIRST.at });
      return {
        rows: page.rows.map((row) => (isRaw(row) ? { ...row, [FEED]: feeds[feed] } : row)),
        total: isLast ? sum : null,
        next: page.next === null ? following : written({ feed, counted, at: page.next }),
        after: (row) => {
          const at = page.after?.(row) ?? null;
          return at === null ? null : written({ feed, counted, at });
        },
      };
    },
  };
  return {
    ...driver,
    walk,
    request: (question, profile) => driver.request(walk.own(question), profile),
    read: (body, question, profile) =>
      walk.joined(driver.read(body, walk.own(question), profile), question),
    toRow: (raw, context) => {
      const parsed = driver.toRow(raw, context);
      const feed = isRaw(raw) ? raw[FEED] : undefined;
      if ('dropped' in parsed || typeof feed !== 'string') return parsed;
      const name = feed.slice(source.length + 1);
      return { row: { ...parsed.row, source_id: `${name}:${parsed.row.source_id}` } };
    },
  };
}
