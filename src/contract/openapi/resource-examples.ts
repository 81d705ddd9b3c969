/** Examples of resources and of the bodies that create them; a test validates them. */

import { BASE_PATH } from '../envelope.js';
import type { EventsBody } from '../operations/events.js';
import type { HomeHistoryBody } from '../operations/history.js';
import type { HomeBody, HomeMembersBody } from '../operations/homes.js';
import type {
  NewWatch,
  WatchBody,
  WatchChanges,
  WatchEstimate,
  WatchRunBody,
} from '../operations/watches.js';
import { SEARCH_ROUTES } from '../routes.js';
import { CHANGE_KINDS, WATCHED_FIELDS } from '../watches.js';
import {
  AREA_HOMES_EXAMPLE,
  NEW_SNAPSHOT_EXAMPLE,
  SNAPSHOT_EXAMPLES,
  SQL_EXAMPLE,
  SQL_QUERY_EXAMPLE,
  STATISTICS_EXAMPLE,
} from './area-examples.js';
import { COMPARABLES_BODY_EXAMPLES, COMPARABLES_EXAMPLES } from './comparables-examples.js';
import { ACCOUNT_EXAMPLE, SOURCES_EXAMPLE, sampleOf } from './examples.js';
import { LOOKUP_EXAMPLES, NEW_LOOKUP_BATCH_EXAMPLE } from './lookup-examples.js';
import { WEBHOOK_BODY_EXAMPLES, WEBHOOK_EXAMPLES } from './webhook-examples.js';

const ROUTE = SEARCH_ROUTES[0];
const QUERY = { zip: '78704', max_price: 900_000 };
const WATCH_ID = '01a1f943-a5cf-7400-980f-428580d9d4fd';
const RUN_ID = '01a1f94f-1f00-7c31-8a02-6f0e1c7d9b11';

const NEW_WATCH: NewWatch = {
  route: ROUTE.id,
  query: QUERY,
  name: 'South Austin',
  times: ['07:00'],
  time_zone: 'America/Chicago',
  min_price_change: 1_000,
};
const CHANGES: WatchChanges = { state: 'paused' };

export const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  NewLookupBatch: NEW_LOOKUP_BATCH_EXAMPLE,
  NewSnapshot: NEW_SNAPSHOT_EXAMPLE,
  NewWatch: NEW_WATCH,
  WatchChanges: CHANGES,
  SqlQuery: SQL_QUERY_EXAMPLE,
  ...COMPARABLES_BODY_EXAMPLES,
  ...WEBHOOK_BODY_EXAMPLES,
};

const RUN: WatchRunBody = {
  run_id: RUN_ID,
  state: 'complete',
  reason: null,
  started_at: '2026-11-21T13:02:11.004Z',
  ended_at: '2026-11-21T13:02:13.120Z',
  pages: 1,
  credits: 1,
  homes: 48,
  added: 1,
  changed: 1,
  removed: 0,
  relisted: 0,
};

const ESTIMATE: WatchEstimate = {
  homes: 48,
  counted_at: '2026-11-21T13:02:12.870Z',
  pages: 1,
  credits_per_run: 1,
  runs_per_month: 30,
  credits_per_month: 30,
};

const WATCH: WatchBody = {
  watch_id: WATCH_ID,
  name: 'South Austin',
  route: ROUTE.id,
  path: `${BASE_PATH}${ROUTE.path}`,
  query: QUERY,
  schedule: { times: ['07:00'], time_zone: 'America/Chicago' },
  events: CHANGE_KINDS,
  fields: WATCHED_FIELDS[ROUTE.kind],
  min_price_change: 1_000,
  max_credits_per_run: null,
  runs_until_removed: 2,
  state: 'active',
  pause_reason: null,
  key_id: '01a1f3c5-7d10-7a31-8f4e-0c5d7b6a9e21',
  created_at: '2026-11-20T10:00:00.000Z',
  next_run_at: '2026-11-22T13:02:11.000Z',
  last_complete_at: '2026-11-21T13:02:13.120Z',
  last_run: RUN,
  estimate: ESTIMATE,
};

const { row } = sampleOf(ROUTE.id);

const HISTORY: HomeHistoryBody = {
  source: ROUTE.source,
  source_id: row.source_id,
  watches: [
    {
      watch_id: WATCH_ID,
      route: ROUTE.id,
      query: QUERY,
      watched_since: '2026-11-20T10:00:00.000Z',
      last_complete_at: '2026-11-21T13:02:13.120Z',
      gaps: [],
      previous_source_id: null,
      states: [
        {
          from: '2026-11-20T10:00:01.204Z',
          to: '2026-11-20T13:02:12.004Z',
          values: { status: 'active', list_price: { amount: 1_577_900, currency: 'USD' } },
          ended_by: 'changed',
          next_source_id: null,
        },
        {
          from: '2026-11-21T13:02:12.870Z',
          to: '2026-11-21T13:02:12.870Z',
          values: { status: 'active', list_price: { amount: 1_552_900, currency: 'USD' } },
          ended_by: null,
          next_source_id: null,
        },
      ],
      states_left_out: 0,
    },
  ],
};

/** A source of listings, and the last source of sales. */
const LISTED = ROUTE.source;
const SOLD = SEARCH_ROUTES.filter(({ kind }) => kind === 'sold').at(-1)?.source ?? LISTED;
const HOME_ID = '8d5c6470-307a-8dc8-bfa9-fccb3f7f12c2';
const HOME: HomeBody = {
  home_id: HOME_ID,
  building_id: '5b1d1f0e-91c2-8c55-9f0a-6a6c3f0e7d21',
  address: {
    line1: '8815 S Pebblewick Pl',
    unit: null,
    city: 'Seattle',
    state: 'WA',
    zip: '98103',
  },
  location: { lat: 47.70449, lng: -122.345987 },
  members: [
    {
      source: LISTED,
      source_id: '436377839390',
      kind: 'listings',
      source_url: 'https://listings.example.invalid/homes/436377839390',
      level: 'address',
      home_id: HOME_ID,
      first_seen: '2026-09-01T08:00:00.000Z',
      last_seen: '2026-10-20T08:00:00.000Z',
      status: 'for_sale',
      price: { amount: 799_000, currency: 'USD' },
      rent_monthly: null,
      property_type: 'single_family',
      beds: 3,
      baths: 2,
      living_area_sqft: 1_840,
      year_built: 1978,
    },
    {
      source: SOLD,
      source_id: 'wa-2026-104412',
      kind: 'sold',
      source_url: 'https://sales.example.invalid/wa-2026-104412',
      level: 'address',
      home_id: HOME_ID,
      first_seen: '2026-11-12T08:00:00.000Z',
      last_seen: '2026-11-20T08:00:00.000Z',
      status: null,
      price: { amount: 752_500, currency: 'USD' },
      rent_monthly: null,
      property_type: 'single_family',
      beds: 4,
      baths: 2,
      living_area_sqft: 1_840,
      year_built: 1978,
    },
  ],
  possible: [],
  disagreements: [
    {
      field: 'beds',
      values: [
        { source: LISTED, source_id: '436377839390', value: 3 },
        { source: SOLD, source_id: 'wa-2026-104412', value: 4 },
      ],
    },
  ],
  observed: [
    {
      source: LISTED,
      source_id: '436377839390',
      kind: 'listings',
      status: 'for_sale',
      price: { amount: 799_000, currency: 'USD' },
      rent_monthly: null,
      list_date: '2026-08-30',
      from: '2026-09-01T08:00:00.000Z',
      to: '2026-10-20T08:00:00.000Z',
      ended_by: 'sold',
    },
  ],
  reported: [
    {
      source: SOLD,
      source_id: 'wa-2026-104412',
      event: 'sold',
      date: '2026-10-30',
      price: { amount: 752_500, currency: 'USD' },
      disclosure: 'public_record',
    },
  ],
  derived: [
    {
      sold_date: '2026-10-30',
      sale_price: { amount: 752_500, currency: 'USD' },
      sale_source: SOLD,
      list_price: { amount: 799_000, currency: 'USD' },
      list_source: LISTED,
      list_seen: '2026-10-20T08:00:00.000Z',
      sale_to_list_ratio: 0.942,
    },
  ],
  left_out: 0,
};

const HOME_MEMBERS: HomeMembersBody = {
  homes: [{ home_id: HOME_ID, members: HOME.members, disagreements: HOME.disagreements }],
  unknown: ['0daf1237-59ab-8c0a-9a54-0f3a3f6d1f6e'],
};

const EVENTS: EventsBody = {
  events: [
    {
      seq: 81_342,
      event_id: '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57',
      type: 'watch.changed',
      timestamp: '2026-11-21T13:02:13.120Z',
      watch_id: WATCH_ID,
      data: {
        run_id: RUN_ID,
        route: ROUTE.id,
        query: QUERY,
        previous_run_at: '2026-11-20T13:02:12.004Z',
        completeness: 'complete',
        counts: { homes: 48, added: 0, changed: 1, removed: 0, relisted: 0 },
        part: 1,
        parts: 1,
        changes: [
          {
            kind: 'changed',
            source_id: row.source_id,
            row,
            previous: { list_price: { amount: 1_577_900, currency: 'USD' } },
            previous_source_id: null,
            last_seen_at: '2026-11-21T13:02:13.120Z',
          },
        ],
      },
    },
  ],
  next_after: 81_342,
  next_before: 81_342,
  last_seq: 81_342,
};

/** Examples by schema name. */
export const RESOURCE_EXAMPLES: Readonly<Record<string, unknown>> = {
  Account: ACCOUNT_EXAMPLE,
  Sources: SOURCES_EXAMPLE,
  ...SNAPSHOT_EXAMPLES,
  ...LOOKUP_EXAMPLES,
  AreaHomes: AREA_HOMES_EXAMPLE,
  HomesAnswer: AREA_HOMES_EXAMPLE,
  AreaStatistics: STATISTICS_EXAMPLE,
  SqlAnswer: SQL_EXAMPLE,
  Watch: WATCH,
  Watches: { watches: [WATCH] },
  WatchPrice: { estimate: ESTIMATE },
  WatchRun: RUN,
  WatchRuns: { runs: [RUN] },
  HomeHistory: HISTORY,
  Home: HOME,
  HomeMembers: HOME_MEMBERS,
  WatchRows: { rows: [row], next_after: null },
  Events: EVENTS,
  ...COMPARABLES_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
};
