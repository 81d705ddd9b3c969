/**
 * The address of a view, behind the `#`, so that it never reaches the server or its log. A search's
 * address holds its inputs and the ids of the pages read: whoever has a key of the same account opens
 * those without a charge, anybody else finds the form filled in. The key is never part of it.
 */
import { LOCATION_FORMS, type LocationForm, PARAMS, type ParamName } from '#contract/params.js';
import { type Draft, EMPTY_DRAFT, queryOf, withRoute } from '../search/draft.js';

export const PAGES = ['search', 'usage', 'sources'] as const;
export type PageName = (typeof PAGES)[number];

export interface Link {
  readonly page: PageName;
  readonly draft: Draft;
  readonly requestIds: readonly string[];
}

/** An address holds no more page ids than this. */
const REQUEST_IDS_MAX = 40;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads `#/search?route=portal_a_listings&zip=78704&request=…`; whatever is not known is left out. */
export function readLink(hash: string): Link {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const page = PAGES.find((name) => name === path) ?? 'search';
  const sent = new URLSearchParams(query);
  const values: Partial<Record<ParamName, string>> = {};
  for (const name of Object.keys(PARAMS) as ParamName[]) {
    const value = sent.get(name);
    if (value !== null && name !== 'cursor') values[name] = value;
  }
  const form = (Object.keys(LOCATION_FORMS) as LocationForm[]).find((each) =>
    LOCATION_FORMS[each].every((name) => values[name] !== undefined),
  );
  const draft = { ...EMPTY_DRAFT, form: form ?? 'zip', values };
  const ids = (sent.get('request') ?? '').split(',').filter((id) => UUID.test(id));
  return {
    page,
    draft: withRoute(draft, sent.get('route') ?? EMPTY_DRAFT.routeId),
    requestIds: ids.slice(0, REQUEST_IDS_MAX),
  };
}

export function writeLink(draft: Draft, requestIds: readonly string[]): string {
  const query = new URLSearchParams([['route', draft.routeId], ...queryOf(draft)]);
  if (requestIds.length > 0) query.set('request', requestIds.slice(0, REQUEST_IDS_MAX).join(','));
  return `#/search?${query.toString().replaceAll('%2C', ',')}`;
}
