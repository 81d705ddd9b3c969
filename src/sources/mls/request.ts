/**
 * The request for one page: the fields that are read, in the order of keys, after the last key of
 * the page before. Rows that change or leave between two pages move no other row to another page,
 * as they would with `$skip`. Only the first request counts.
 */
import type { Question, SourceProfile, UpstreamRequest } from '../driver.js';
import { type Feed, feedOf } from './feed.js';
import { FIELDS, type MlsKind, NEEDED } from './fields.js';
import { filterOf, quoted } from './filter.js';
import { progressOf } from './read.js';

export const requestFor =
  (kind: MlsKind) =>
  (question: Question, profile?: SourceProfile): UpstreamRequest => {
    const feed = feedOf(profile);
    const fields = FIELDS[kind].filter((field) => NEEDED.includes(field) || feed.has(field));
    const progress = progressOf(question.at);
    const conditions = [
      filterOf(kind, question, feed),
      ...(progress === null ? [] : [`ListingKey gt ${literal(progress.key)}`]),
    ];
    return propertyRequest(feed, {
      select: fields,
      conditions,
      order: 'ListingKey',
      counts: progress === null,
    });
  };

/** What to request for a page of listings. */
interface Asked {
  readonly select: readonly string[];
  readonly conditions: readonly string[];
  readonly order: string;
  readonly counts: boolean;
}

/** The request for a page of listings. */
export function propertyRequest(
  feed: Feed,
  { select, conditions, order, counts }: Asked,
): UpstreamRequest {
  const parameters = [
    ['$select', select.join(',')],
    ...(conditions.length === 0 ? [] : [['$filter', conditions.join(' and ')]]),
    ['$orderby', order],
    ['$top', String(feed.top)],
    ...(counts ? [['$count', 'true']] : []),
  ];
  const query = parameters.map(([name, value]) => `${name}=${escaped(value ?? '')}`).join('&');
  return {
    method: 'GET',
    path: `/Property?${query}${feed.query === '' ? '' : `&${feed.query}`}`,
    headers: { accept: 'application/json' },
    body: null,
  };
}

/** A key as a filter literal. */
export const literal = (key: string | number): string =>
  typeof key === 'number' ? String(key) : quoted(key);

/** Characters that a query may contain stay readable (RFC 3986, 3.4); all others are escaped. */
const escaped = (value: string): string =>
  encodeURIComponent(value).replace(/%(2C|3A|24|40|2F)/g, (code) => decodeURIComponent(code));
