/**
 * The request for one page of a set: rows in the order of their keys, behind the last key of the
 * page before, and after the last page their number. A set is complete once its server counts as
 * many rows as it sent.
 */
import type { PageRef } from '#domain/position.js';
import {
  type Description,
  NO_PROFILE,
  type Question,
  SourceError,
  type SourceProfile,
  type UpstreamRequest,
} from '../driver.js';
import type { MappedKind } from '../mapping/mapping.js';
import { readsPoint, spelledColumns } from '../open/open-set.js';
import type { SetDescription, SetKey, SetPageAsk } from '../open/protocol.js';
import { areaIn, filtersIn } from './conditions.js';
import { assumed, LIVE_ROWS, type LiveSet, liveSetOf } from './live-set.js';

/** Asks the layer for its columns, its key, and what it can. */
export const descriptionOf = (kind: MappedKind): Description => ({
  request: (options) => {
    const { protocol, part } = liveSetOf(options, kind);
    return protocol.describe(part);
  },
  read: (body, options): SetDescription => {
    const { protocol, part } = liveSetOf(options, kind);
    const said = protocol.readDescription(body, part);
    return readsPoint(part.wanted) ? said : { ...said, point: null };
  },
});

/**
 * Where a page stands: the page behind a key or behind so many rows, or the count that ends them.
 */
export type Standing =
  | { readonly is: 'rows'; readonly after: SetKey | null }
  | { readonly is: 'count' };

const COUNT = 'count';
export const COUNT_PAGE: PageRef = { token: [COUNT] };
export const pageBehind = (after: SetKey): PageRef => ({ token: [after] });

export function standingOf(at: PageRef): Standing {
  if (!('token' in at)) return { is: 'rows', after: null };
  const [after] = at.token;
  if (after === COUNT) return { is: 'count' };
  if (typeof after === 'number' || typeof after === 'string') return { is: 'rows', after };
  throw new SourceError('changed', 'open_data received a request for a page that it never named.');
}

export const requestFor =
  (kind: MappedKind) =>
  (question: Question, profile = NO_PROFILE): UpstreamRequest => {
    const live = liveSetOf(profile.options, kind);
    const standing = standingOf(question.at);
    const ask = pageAsk(live, question, profile, standing);
    return standing.is === 'count' ? live.protocol.count(ask) : live.protocol.page(ask);
  };

export function pageAsk(
  live: LiveSet,
  question: Question,
  { described }: Pick<SourceProfile, 'described'>,
  standing: Standing,
): SetPageAsk {
  const { part } = live;
  const description = described === null ? assumed(live) : (described as SetDescription);
  const { where, box } = areaIn(live, question, description);
  // A server that says nothing of its columns is asked for the area.
  const filters = described === null ? [] : filtersIn(live, question, description);
  const conditions = [part.where, where, ...filters].flatMap((one) =>
    one === undefined ? [] : [`(${one})`],
  );
  return {
    set: { ...part, ...(conditions.length > 0 && { where: conditions.join(' AND ') }) },
    description,
    columns: spelledColumns(part.wanted, description.columns).found,
    since: null,
    box,
    after: standing.is === 'rows' ? standing.after : null,
    last: null,
    rows: Math.min(part.page_rows ?? LIVE_ROWS, LIVE_ROWS, description.pageRows),
  };
}
