/** The use case of each operation. Its row determines how input is read, and the answer's shape. */
import { homeCsv, homeNdjson } from '#contract/home-lines.js';
import type { BodyOf, Operation, QueryOf } from '#contract/operations/operation.js';
import type { KnownOperation, OperationId, OperationOf } from '#contract/resources.js';
import { ROW_FORMATS } from '#contract/routes.js';
import type { NamedSchema, ValueOf } from '#contract/schema.js';
import { SOURCES } from '#contract/sources.js';
import { EVENTS_LIMIT_DEFAULT } from '#contract/watches.js';
import { apiError, invalidQuery } from '#domain/api-error.js';
import { showOwnAccount } from '#service/accounts/show.js';
import type { App } from '#service/app.js';
import { showAreaHomes } from '#service/areas/show-homes.js';
import { showStatistics } from '#service/areas/show-statistics.js';
import type { Waiter } from '#service/caller-gone.js';
import { readEvents, readEventsBack } from '#service/events/read-events.js';
import { describedComparables, homeComparables } from '#service/homes/comparables.js';
import { showHome, showHomeAt, showMembers } from '#service/homes/show-home.js';
import {
  createBatch,
  removeBatch,
  retryBatch,
  showBatch,
  showBatches,
} from '#service/lookups/manage.js';
import { batchCsv, batchNdjson, showBatchHomes } from '#service/lookups/show-homes.js';
import { showSources } from '#service/operations/show-sources.js';
import { inReadTurn } from '#service/read-turns.js';
import {
  createSnapshot,
  removeSnapshot,
  showSnapshot,
  showSnapshots,
  snapshotContent,
} from '#service/snapshots/manage.js';
import { snapshotDifference, snapshotParquet } from '#service/snapshots/read.js';
import { answerSql, sqlCsvFile, sqlNdjsonFile } from '#service/sql/answer-sql.js';
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
import { admittedCaller, type Call, type Caller, header, readmitHeld } from './call.js';
import { silenceOf } from './presence.js';
import { type BodyRule, readBody } from './read-body.js';
import { readQuery } from './read-parameters.js';
import { sendJson } from './respond.js';
import { sendCompressed } from './send-rows.js';
import { afterWait } from './steps/count-window.js';

interface OperationCall<O extends Operation> {
  readonly app: App;
  readonly call: Call;
  readonly caller: Caller;
  readonly accountId: string;
  /** The id, number or source in the path; empty if none exists. */
  readonly id: string;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly idempotencyKey: string | null;
}

/** What is stored once for a key, the text of a file, or the answer. */
type AnswerOf<O extends Operation> = O['replay'] extends object
  ? Made
  : O['format'] extends string
    ? string | Uint8Array
    : O['answer'] extends NamedSchema
      ? ValueOf<O['answer']>
      : void;

type Handler<O extends Operation> = (input: OperationCall<O>) => Promise<AnswerOf<O>>;

const HANDLERS: { readonly [Id in OperationId]: Handler<OperationOf<Id>> } = {
  create_watch: ({ app, caller, body, idempotencyKey }) =>
    createWatch(app, caller, body, idempotencyKey),
  watches: ({ app, caller }) => showWatches(app, caller),
  watch: ({ app, caller, id }) => showWatch(app, caller, id),
  change_watch: ({ app, caller, id, body }) => changeWatch(app, caller, id, body),
  delete_watch: ({ app, caller, id }) => removeWatch(app, caller, id),
  run_watch: ({ app, caller, id, idempotencyKey }) => runNow(app, caller, id, idempotencyKey),
  watch_runs: ({ app, caller, id }) => showRuns(app, caller, id),
  watch_rows: ({ app, caller, id, query }) => showKnown(app, caller, id, query.after ?? ''),
  events: (input) => events(input),
  home_history: ({ app, accountId, id, query }) => {
    const source = SOURCES.find((name) => name === id);
    if (source === undefined) throw apiError('not_found');
    return homeHistory(app, accountId, source, query.source_id);
  },
  homes: ({ app, call, caller, query: { address, ...area } }) =>
    address === undefined
      ? showAreaHomes(app, caller, area, waiterOf(call))
      : showHomeAt(app, caller, address, Object.keys(area)),
  home_members: ({ app, caller, query }) => showMembers(app, caller, query.home_ids),
  home: ({ app, caller, id }) => showHome(app, caller, id),
  home_csv: async ({ app, caller, id }) => homeCsv(await showHome(app, caller, id)),
  home_ndjson: async ({ app, caller, id }) => homeNdjson(await showHome(app, caller, id)),
  statistics: ({ app, call, caller, query }) => showStatistics(app, caller, query, waiterOf(call)),
  home_comparables: ({ app, caller, id, query }) => homeComparables(app, caller, id, query.kind),
  comparables: ({ app, caller, body }) => describedComparables(app, caller, body),
  create_lookup_batch: ({ app, caller, query, body, idempotencyKey }) =>
    createBatch(app, caller, query.source, body, idempotencyKey),
  lookup_batches: ({ app, accountId }) => showBatches(app, accountId),
  lookup_batch: ({ app, accountId, id }) => showBatch(app, accountId, id),
  lookup_batch_homes: ({ app, accountId, id, query }) => showBatchHomes(app, accountId, id, query),
  lookup_batch_csv: ({ app, accountId, id }) => batchCsv(app, accountId, id),
  lookup_batch_ndjson: ({ app, accountId, id }) => batchNdjson(app, accountId, id),
  retry_lookup_batch: ({ app, caller, id }) => retryBatch(app, caller, id),
  delete_lookup_batch: ({ app, accountId, id }) => removeBatch(app, accountId, id),
  create_snapshot: (input) =>
    inTurn(input, ({ app, accountId, body }) => createSnapshot(app, accountId, body)),
  snapshots: ({ app, accountId, query }) => showSnapshots(app, accountId, query),
  snapshot: ({ app, accountId, id }) => showSnapshot(app, accountId, id),
  delete_snapshot: ({ app, accountId, id }) => removeSnapshot(app, accountId, id),
  snapshot_ndjson: (input) =>
    inTurn(input, ({ app, accountId, id }) => snapshotContent(app, accountId, id)),
  snapshot_parquet: (input) =>
    inTurn(input, ({ app, accountId, id }) => snapshotParquet(app, accountId, id)),
  snapshot_difference: (input) =>
    inTurn(input, ({ app, accountId, id, query }) =>
      snapshotDifference(app, accountId, id, query.to),
    ),
  sql: ({ app, call, caller, body }) => answerSql(app, caller, body, waiterOf(call)),
  sql_csv: ({ app, call, caller, body }) => sqlCsvFile(app, caller, body, waiterOf(call)),
  sql_ndjson: ({ app, call, caller, body }) => sqlNdjsonFile(app, caller, body, waiterOf(call)),
  redeliver_event: ({ app, accountId, id }) => redeliver(app, accountId, Number(id)),
  create_endpoint: ({ app, accountId, body, idempotencyKey }) =>
    createEndpoint(app, accountId, body, idempotencyKey),
  endpoints: ({ app, accountId }) => showEndpoints(app, accountId),
  endpoint: ({ app, accountId, id }) => showEndpoint(app, accountId, id),
  change_endpoint: ({ app, accountId, id, body }) => changeEndpoint(app, accountId, id, body),
  delete_endpoint: ({ app, accountId, id }) => removeEndpoint(app, accountId, id),
  rotate_secret: ({ app, accountId, id }) => rotateSecret(app, accountId, id),
  test_endpoint: ({ app, accountId, id }) => testEndpoint(app, accountId, id),
  deliveries: ({ app, accountId, id, query }) =>
    showDeliveries(app, accountId, id, query.status ?? null),
  replay_endpoint: ({ app, accountId, id, body }) => replay(app, accountId, id, body),
  account: ({ app, caller }) => showOwnAccount(app, caller),
  sources: ({ app }) => showSources(app),
};

/** The caller of a call that may wait. */
const waiterOf = (call: Call): Waiter => ({
  silent: silenceOf(call.request.raw, call.reply.raw),
  readmit: () => readmitHeld(call),
});

/** Reads all rows of a search when it is the turn of the account. */
const inTurn = <I extends Pick<OperationCall<Operation>, 'app' | 'call' | 'accountId'>, T>(
  input: I,
  read: (input: I) => Promise<T>,
): Promise<T> => inReadTurn(input.app, input.accountId, waiterOf(input.call), () => read(input));

const hasBody = (one: Operation): one is Operation & BodyRule => one.body !== undefined;

/** Answers an operation's call: reads the input by its row, and sends its use case's result. */
export async function answerOperation(
  call: Call,
  operation: KnownOperation,
  id: string,
): Promise<void> {
  const query = readQuery(operation, call.queryText);
  const body = hasBody(operation) ? await readBody(call, operation) : undefined;
  // The rows type each handler's own input; for a row chosen at run time only the union is known.
  const handler = HANDLERS[operation.id] as Handler<Operation>;
  const caller = admittedCaller(call);
  const answer: unknown = await handler({
    app: call.app,
    call,
    caller,
    accountId: caller.account_id,
    id,
    query,
    body,
    idempotencyKey: header(call, 'idempotency-key') ?? null,
  } as OperationCall<Operation>);
  const { reply } = call;
  if (operation.replay !== undefined) {
    const { status, body: made, replayed } = answer as Made;
    if (replayed) reply.header('idempotent-replayed', 'true');
    sendJson(reply, status, made);
  } else if (operation.format !== undefined) {
    await sendCompressed(call, answer as string | Uint8Array, ROW_FORMATS[operation.format]);
  } else if (operation.answer === undefined) await reply.code(operation.status).send();
  else await sendJson(reply, operation.status, answer);
}

function events({ app, call, accountId, query }: OperationCall<OperationOf<'events'>>) {
  const { before, after = null, limit = EVENTS_LIMIT_DEFAULT, type = null, wait = 0 } = query;
  const filter = { limit, watchId: query.watch ?? null, type };
  if (before !== undefined) {
    const other = (['after', 'wait'] as const).find((name) => query[name] !== undefined);
    if (other === undefined) return readEventsBack(app, accountId, { ...filter, before });
    throw invalidQuery(
      'before',
      `before returns the newest events first and cannot be combined with ${other}. Send one of them.`,
    );
  }
  const answer = readEvents(app, {
    ...filter,
    accountId,
    after,
    waitS: wait,
    ...waiterOf(call),
  });
  return afterWait(call, answer);
}
