/**
 * The URL fragment of a view, which is never sent to the server. For a search it contains the
 * inputs, the request ids of the loaded pages, and the job that is waited for: a key of the same
 * account opens these pages without a charge and continues the job, with any other key the form is
 * filled in. It never contains the API key.
 */
import { PARAMS, type ParamName } from '#contract/params.js';
import {
  ALL_FORMS,
  type Draft,
  EMPTY_DRAFT,
  givenForm,
  queryOf,
  withRoute,
} from '../search/draft.js';
import { readShape } from '../search/shape.js';
import { PAGES_MAX } from '../service/load-page.js';

export const PAGES = [
  'homes',
  'search',
  'home',
  'statistics',
  'compare',
  'snapshots',
  'watches',
  'webhooks',
  'sql',
  'usage',
  'sources',
] as const;
export type PageName = (typeof PAGES)[number];

export interface Link {
  readonly page: PageName;
  /** Whether its page or its id cannot be one: another page stands in its place. */
  readonly isUnknown: boolean;
  /** The home of `#/homes/HOME`, the watch of `#/watches/WATCH` and so on; null without one. */
  readonly itemId: string | null;
  /** What follows the question mark, for the pages that read it themselves. */
  readonly query: string;
  readonly draft: Draft;
  readonly requestIds: readonly string[];
  /** The job of the page after those; null where none is waited for. */
  readonly jobId: string | null;
}

/** Pages that list things and show one. */
const OF_ONE: readonly PageName[] = ['homes', 'snapshots', 'watches', 'webhooks'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isRequestId = (text: string): boolean => UUID.test(text);

/** Reads `#/search?route=portal_a_listings&zip=78704&request=…`; ignores what it does not know. */
export function readLink(hash: string): Link {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first, itemId = ''] = path.split('/', 2);
  const known = PAGES.find((name) => name === first);
  const page = known ?? 'homes';
  const isOfOne = OF_ONE.includes(page) && UUID.test(itemId);
  const sent = new URLSearchParams(query);
  const values: Partial<Record<ParamName, string>> = {};
  for (const name of Object.keys(PARAMS) as ParamName[]) {
    const value = sent.get(name);
    if (value !== null && name !== 'cursor') values[name] = value;
  }
  const form = givenForm(values, ALL_FORMS);
  const shape = sent.get('shape') ?? '';
  const draft: Draft = {
    ...EMPTY_DRAFT,
    form: form ?? 'zip',
    values,
    ...(form === 'bbox' && readShape(shape) !== null && { shape }),
  };
  const jobId = sent.get('job') ?? '';
  const ids = (sent.get('request') ?? '').split(',').filter(isRequestId);
  return {
    page,
    // A fragment without a slash is a place of the page, or the key of a first start.
    isUnknown: /^#\/./.test(hash) && (known === undefined || (itemId !== '' && !isOfOne)),
    itemId: isOfOne ? itemId : null,
    query,
    draft: withRoute(draft, sent.get('route') ?? EMPTY_DRAFT.routeId),
    requestIds: ids.slice(0, PAGES_MAX),
    jobId: isRequestId(jobId) ? jobId : null,
  };
}

export function writeLink(
  draft: Draft,
  requestIds: readonly string[],
  jobId: string | null = null,
): string {
  const query = new URLSearchParams([['route', draft.routeId], ...queryOf(draft)]);
  if (draft.form === 'bbox' && draft.shape !== undefined) query.set('shape', draft.shape);
  if (requestIds.length > 0) query.set('request', requestIds.slice(0, PAGES_MAX).join(','));
  if (jobId !== null) query.set('job', jobId);
  return `#/search?${query.toString().replaceAll('%2C', ',')}`;
}

/**
 * Opens a link before the next input, which may change the same question: the browser's own event
 * comes after it.
 */
export function openLink(hash: string): void {
  location.hash = hash;
  dispatchEvent(new HashChangeEvent('hashchange'));
}
