/** The tools that deliver homes: a search, its remaining pages, one home. */

import { assert } from '#base/assert.js';
import { LOOKUP_TEXTS } from '#contract/openapi/operation-texts.js';
import { LOOKUP_PARAMS, type LookupParam } from '#contract/params.js';
import {
  isLookup,
  LOOKUP_ROUTES,
  type Route,
  routeById,
  SEARCH_ROUTES,
  type SearchRoute,
  searchRouteById,
} from '#contract/routes.js';
import { apiError, invalidQuery, outOfRange } from '#domain/api-error.js';
import { isUuid } from '#domain/uuid.js';
import { findBatchBody } from '#service/lookups/manage.js';
import { findJob } from '#service/search/poll.js';
import { toQueryText } from '#service/watches/query-text.js';
import { BATCH, ONE_HOME, PAGE } from './answers.js';
import { type Arguments, type ArgumentTable, briefOf, searchArguments } from './arguments.js';
import { batchAnswer, LIST_MAX, startBatch } from './lookup-batch.js';
import { awaitPage, pendingAnswer, readJobPage, type ToolPage } from './read-page.js';
import { ALL_FIELDS, leadOf, pageAnswer, type Window, withoutNulls } from './rows.js';
import type { Tool, ToolAnswer, ToolCall } from './tool.js';

export const ROWS_DEFAULT = 25;
const ROWS_MAX = 100;

/** What a search takes, with all descriptions. */
export const SEARCH: ArgumentTable = {
  route: {
    type: 'choice',
    values: SEARCH_ROUTES.map(({ id }) => id),
    description: 'Source and kind of homes; list_sources has their filters',
  },
  ...searchArguments(['cursor']),
};

/** The same for further tools, which refer to the descriptions. */
export const LIKE_SEARCH = briefOf(SEARCH);

export const SHOWN = {
  limit: {
    type: 'integer',
    min: 1,
    max: ROWS_MAX,
    description: `Rows to show, ${ROWS_DEFAULT} when omitted; does not change the price`,
  },
  fields: {
    type: 'names',
    description: `Columns instead of the brief ones, e.g. source_url, location; ["${ALL_FIELDS}"] for every column`,
  },
} as const satisfies ArgumentTable;

export const SEARCH_LISTINGS: Tool = {
  name: 'search_listings',
  title: 'Search homes',
  description:
    'Homes for sale, for rent, sold or at auction, by filters. Give a route and exactly one place: zip; city and state; county and state; bbox; or lat, lng and radius_mi. Returns one page of up to 100 homes as CSV for 1 credit; the same call within 10 minutes is not charged again.',
  arguments: { ...SEARCH, ...SHOWN },
  required: ['route'],
  answer: PAGE,
  run: async (call, sent) => {
    const route = searchRouteOf(sent);
    const page = await awaitPage(call, call.requestId, route, toQueryText(sent.query()));
    return answerOf(call, route, page, windowOf(sent));
  },
};

export const GET_JOB: Tool = {
  name: 'get_job',
  title: 'More of a search',
  description:
    'The page of an earlier search by its job_id: waits for a pending one, shows its other rows or columns for free, or reads the next page for 1 credit. As a file: GET /v1/jobs/JOB_ID/rows.csv.',
  arguments: {
    job_id: { type: 'text', description: 'job_id of an earlier response' },
    next_page: { type: 'flag', description: 'Read the next page (1 credit)' },
    offset: { type: 'integer', min: 0, max: ROWS_MAX, description: 'Rows of the page to skip' },
    ...SHOWN,
  },
  required: ['job_id'],
  answer: { ...PAGE, ...BATCH, ...ONE_HOME },
  run: async (call, sent) => {
    const jobId = jobIdOf(sent);
    const batch = await findBatchBody(call.app, call.caller.account_id, jobId);
    if (batch !== undefined) return batchAnswer(call, batch, windowOf(sent));
    const row = await findJob(call.app, jobId, call.caller.account_id);
    const route = routeById(row.route);
    assert(route !== undefined, 'a request names a route of the table');
    const page = await readJobPage(call, jobId);
    if ('pendingId' in page || !sent.flag('next_page')) {
      return answerOf(call, route, page, windowOf(sent));
    }
    const next = await awaitPage(call, call.requestId, route, nextQuery(route, page));
    return answerOf(call, route, next, windowOf(sent));
  },
};

/** Without the members that only a search has. */
const { rows: _rows, page_summary: _summary, left_out: _left, ...PAGE_OF_HOMES } = PAGE;

const LOOKUP_IDS = LOOKUP_ROUTES.map(({ id }) => id);
const LOOKUP_NAMES = Object.keys(LOOKUP_PARAMS) as LookupParam[];

export const GET_HOME: Tool = {
  name: 'get_home',
  title: 'One home',
  description:
    'One home with all its fields: give address, url or source_id. Many in brief: addresses. 1 credit per home found.',
  arguments: {
    route: {
      type: 'choice',
      values: LOOKUP_IDS,
      description: `${LOOKUP_IDS[0]} when omitted`,
    },
    ...Object.fromEntries(
      LOOKUP_NAMES.map((name) => [
        name,
        { type: 'parameter', schema: { type: 'string', description: LOOKUP_TEXTS[name] } },
      ]),
    ),
    addresses: {
      type: 'names',
      separator: '\n',
      description: `Up to ${LIST_MAX}, each in one line`,
    },
  },
  required: [],
  answer: { ...PAGE_OF_HOMES, ...BATCH, ...ONE_HOME },
  run: async (call, sent) => {
    const route = LOOKUP_ROUTES.find(({ id }) => id === (sent.text('route') ?? LOOKUP_IDS[0]));
    assert(route !== undefined, 'a choice is one of its values');
    const query = sent.query();
    const addresses = sent.names('addresses');
    if (Object.keys(query).length + (addresses.length > 0 ? 1 : 0) !== 1) {
      throw apiError('lookup_required', {
        param: 'lookup',
        message: `Send exactly one of ${LOOKUP_NAMES.join(', ')}, or addresses with 1 to ${LIST_MAX} of them.`,
      });
    }
    if (addresses.length > 0) {
      return batchAnswer(call, await startBatch(call, route.source, addresses), windowOf(sent));
    }
    const page = await awaitPage(call, call.requestId, route, toQueryText(query));
    return 'pendingId' in page ? pendingAnswer(page) : homeAnswer(page);
  },
};

/** The chosen search route. */
export function searchRouteOf(sent: Arguments): SearchRoute {
  const route = searchRouteById(sent.text('route') ?? '');
  assert(route !== undefined, 'a choice is one of its values');
  return route;
}

const windowOf = (sent: Arguments): Window => ({
  offset: sent.integer('offset', 0),
  limit: sent.integer('limit', ROWS_DEFAULT),
  fields: sent.names('fields'),
});

function answerOf(
  { app }: ToolCall,
  route: Route,
  page: Awaited<ReturnType<typeof awaitPage>>,
  window: Window,
): ToolAnswer {
  if ('pendingId' in page) return pendingAnswer(page);
  if (isLookup(route)) return homeAnswer(page);
  return pageAnswer(route, page, window, app.limits.PAGE_ROWS);
}

function jobIdOf(sent: Arguments): string {
  const jobId = sent.text('job_id') ?? '';
  if (isUuid(jobId)) return jobId.toLowerCase();
  throw outOfRange('job_id', 'the job_id of an earlier response');
}

/** The inputs of the next page. */
function nextQuery(route: Route, { result }: ToolPage): string {
  const { next_cursor: cursor, query } = result;
  if (cursor === null || isLookup(route)) {
    throw invalidQuery('next_page', 'This is the last page: no homes follow. Omit next_page.');
  }
  return toQueryText({ ...query, cursor });
}

/** A home with everything known about it, and why the rest is unknown. */
function homeAnswer(page: ToolPage): ToolAnswer {
  const { result, jobId } = page;
  const [home] = result.data;
  return {
    facts: {
      ...leadOf(page),
      collected_at: result.collected_at,
      job_id: jobId,
      home: home === undefined ? null : withoutNulls(home),
      why_empty: Object.fromEntries(
        result.field_notes
          .filter(({ field }) => field !== 'data')
          .map(({ field, reason }) => [field, reason]),
      ),
    },
  };
}
