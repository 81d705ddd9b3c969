/** What each operation on a resource does, and how it is answered. */
import { SOURCE_ID_CHARS_MAX } from '#contract/home-history.js';
import { homeCsv, homeNdjson } from '#contract/home-lines.js';
import type { ResourceId } from '#contract/resources.js';
import { ROW_FORMATS } from '#contract/routes.js';
import { SOURCES } from '#contract/sources.js';
import {
  EVENTS_LIMIT_DEFAULT,
  EVENTS_LIMIT_MAX,
  type EventsBody,
  type NewWatch,
  type WatchChanges,
} from '#contract/watches.js';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type EndpointChanges,
  type NewEndpoint,
  type Replay,
} from '#contract/webhooks.js';
import { apiError } from '#domain/api-error.js';
import { isUuid } from '#domain/uuid.js';
import { readEvents, readEventsBack } from '#service/events/read-events.js';
import { showHome, showHomeAt, showMembers } from '#service/homes/show-home.js';
import type { Made } from '#service/store-once.js';
import { homeHistory } from '#service/watches/history.js';
import { changeWatch, createWatch, removeWatch, runNow } from '#service/watches/manage.js';
import { showKnown, showRuns, showWatch, showWatches } from '#service/watches/show.js';
import {
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  rotateSecret,
} from '#service/webhooks/manage.js';
import { redeliver, replay, testEndpoint } from '#service/webhooks/send-again.js';
import { showDeliveries, showEndpoint, showEndpoints } from '#service/webhooks/show.js';
import { type Call, type Caller, header, readmitHeld } from './call.js';
import { silenceOf } from './presence.js';
import { readBody } from './read-body.js';
import { waitOf } from './read-parameters.js';
import { afterWait } from './steps/count-window.js';

/** The answer of an operation; without a body it is 204. */
export interface ResourceAnswer {
  readonly status?: number;
  readonly body?: unknown;
  /** A file in place of a body. */
  readonly file?: { readonly type: string; readonly text: string };
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ResourceCall {
  readonly call: Call;
  readonly caller: Caller;
  /** The id, the number or the source in the path; empty where there is none. */
  readonly id: string;
  readonly sent: ReadonlyMap<string, string>;
}

type Handler = (input: ResourceCall) => Promise<ResourceAnswer>;

export const HANDLERS: Readonly<Record<ResourceId, Handler>> = {
  create_watch: async ({ call, caller }) => {
    const body = await readBody<NewWatch>(call, 'NewWatch');
    return answerOf(await createWatch(call.app, caller, body, keyOf(call)));
  },
  watches: async ({ call, caller }) => ({ body: await showWatches(call.app, caller) }),
  watch: async ({ call, caller, id }) => ({ body: await showWatch(call.app, caller, id) }),
  change_watch: async ({ call, caller, id }) => {
    const body = await readBody<WatchChanges>(call, 'WatchChanges');
    return { body: await changeWatch(call.app, caller, id, body) };
  },
  delete_watch: async ({ call, caller, id }) => {
    await removeWatch(call.app, caller, id);
    return {};
  },
  run_watch: async ({ call, caller, id }) => ({ body: await runNow(call.app, caller, id) }),
  watch_runs: async ({ call, caller, id }) => ({ body: await showRuns(call.app, caller, id) }),
  watch_rows: async ({ call, caller, id, sent }) => ({
    body: await showKnown(call.app, caller, id, sent.get('after') ?? ''),
  }),
  home_history: async ({ call, caller, id, sent }) => {
    const source = SOURCES.find((name) => name === id);
    if (source === undefined) throw apiError('not_found');
    return { body: await homeHistory(call.app, caller.account_id, source, sourceIdOf(sent)) };
  },
  home_at: async ({ call, caller, sent }) => ({
    body: await showHomeAt(call.app, caller, sent.get('address') ?? ''),
  }),
  home_members: async ({ call, caller, sent }) => ({
    body: await showMembers(call.app, caller, sent.get('home_ids') ?? ''),
  }),
  home: async ({ call, caller, id }) => ({ body: await showHome(call.app, caller, id) }),
  home_csv: async ({ call, caller, id }) => {
    const text = homeCsv(await showHome(call.app, caller, id));
    return { file: { type: ROW_FORMATS.csv, text } };
  },
  home_ndjson: async ({ call, caller, id }) => {
    const text = homeNdjson(await showHome(call.app, caller, id));
    return { file: { type: ROW_FORMATS.ndjson, text } };
  },
  events: async (input) => ({ body: await events(input) }),
  redeliver_event: async ({ call, caller, id }) => ({
    body: await redeliver(call.app, caller.account_id, Number(id)),
  }),
  create_endpoint: async ({ call, caller }) => {
    const body = await readBody<NewEndpoint>(call, 'NewEndpoint');
    return answerOf(await createEndpoint(call.app, caller.account_id, body, keyOf(call)));
  },
  endpoints: async ({ call, caller }) => ({
    body: await showEndpoints(call.app, caller.account_id),
  }),
  endpoint: async ({ call, caller, id }) => ({
    body: await showEndpoint(call.app, caller.account_id, id),
  }),
  change_endpoint: async ({ call, caller, id }) => {
    const body = await readBody<EndpointChanges>(call, 'EndpointChanges');
    return { body: await changeEndpoint(call.app, caller.account_id, id, body) };
  },
  delete_endpoint: async ({ call, caller, id }) => {
    await removeEndpoint(call.app, caller.account_id, id);
    return {};
  },
  rotate_secret: async ({ call, caller, id }) => ({
    body: await rotateSecret(call.app, caller.account_id, id),
  }),
  test_endpoint: async ({ call, caller, id }) => ({
    body: await testEndpoint(call.app, caller.account_id, id),
  }),
  deliveries: async ({ call, caller, id, sent }) => ({
    body: await showDeliveries(call.app, caller.account_id, id, statusOf(sent)),
  }),
  replay_endpoint: async ({ call, caller, id }) => {
    const body = await readBody<Replay>(call, 'Replay');
    return { body: await replay(call.app, caller.account_id, id, body) };
  },
};

function sourceIdOf(sent: ReadonlyMap<string, string>): string {
  const raw = sent.get('source_id') ?? '';
  if (raw !== '' && raw.length <= SOURCE_ID_CHARS_MAX) return raw;
  throw apiError('unsupported_or_invalid_query', {
    param: 'source_id',
    message: `source_id must be the id of a home, of 1 to ${SOURCE_ID_CHARS_MAX} characters.`,
  });
}

function events({ call, caller, sent }: ResourceCall): Promise<EventsBody> {
  const filter = {
    limit: sent.has('limit') ? wholeOf(sent, 'limit', 1, EVENTS_LIMIT_MAX) : EVENTS_LIMIT_DEFAULT,
    watchId: uuidOf(sent, 'watch'),
    type: sent.get('type') ?? null,
  };
  if (sent.has('before')) {
    const before = wholeOf(sent, 'before', 1, Number.MAX_SAFE_INTEGER);
    const other = ['after', 'wait'].find((name) => sent.has(name));
    if (other === undefined)
      return readEventsBack(call.app, caller.account_id, { ...filter, before });
    throw apiError('unsupported_or_invalid_query', {
      param: 'before',
      message: `before reads the newest events first and does not go with ${other}. Send one of them.`,
    });
  }
  const answer = readEvents(call.app, {
    ...filter,
    accountId: caller.account_id,
    after: sent.has('after') ? wholeOf(sent, 'after', 0, Number.MAX_SAFE_INTEGER) : null,
    waitS: waitOf(sent),
    readmit: () => readmitHeld(call),
    silent: silenceOf(call.request.raw, call.reply.raw),
  });
  return afterWait(call, answer);
}

const keyOf = (call: Call): string | null => header(call, 'idempotency-key') ?? null;

const answerOf = ({ status, body, replayed }: Made): ResourceAnswer => ({
  status,
  body,
  ...(replayed && { headers: { 'idempotent-replayed': 'true' } }),
});

function statusOf(sent: ReadonlyMap<string, string>): DeliveryStatus | null {
  const raw = sent.get('status');
  if (raw === undefined) return null;
  const status = DELIVERY_STATUSES.find((one) => one === raw);
  if (status !== undefined) return status;
  throw apiError('unsupported_or_invalid_query', {
    param: 'status',
    message: `status must be one of ${DELIVERY_STATUSES.join(', ')}.`,
  });
}

function wholeOf(
  sent: ReadonlyMap<string, string>,
  name: string,
  min: number,
  max: number,
): number {
  const raw = sent.get(name) ?? '';
  const value = /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw apiError('unsupported_or_invalid_query', {
    param: name,
    message: `${name} must be a whole number from ${min} to ${max}.`,
  });
}

function uuidOf(sent: ReadonlyMap<string, string>, name: string): string | null {
  const raw = sent.get(name);
  if (raw === undefined) return null;
  if (isUuid(raw)) return raw.toLowerCase();
  throw apiError('unsupported_or_invalid_query', {
    param: name,
    message: `${name} must be an id.`,
  });
}
