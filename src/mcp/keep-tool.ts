/** The tool that keeps a finished search as it is, and says what changed since an earlier one. */
import {
  NewSnapshot,
  type SnapshotBody,
  type SnapshotChange,
} from '#contract/operations/snapshots.js';
import { outOfRange } from '#domain/api-error.js';
import { isUuid } from '#domain/uuid.js';
import { requireScopes } from '#service/accounts/require-scope.js';
import { inReadTurn } from '#service/read-turns.js';
import { createSnapshot, requireSnapshot } from '#service/snapshots/manage.js';
import { snapshotDifference } from '#service/snapshots/read.js';
import { membersFrom, OBJECT, TABLE, TEXT, WHOLE } from './answers.js';
import type { Tool, ToolAnswer } from './tool.js';

/** Changed homes in one answer. */
const CHANGES_SHOWN = 50;

export const KEEP_SEARCH: Tool = {
  name: 'keep_search',
  title: 'Keep a search',
  description:
    'Stores the read pages of a search as a snapshot, named by the hash of its rows. With since, the homes that are new, gone or changed since an earlier snapshot, as CSV. Free.',
  arguments: {
    job_id: { type: 'text', description: 'job_id of any page of the search' },
    since: { type: 'text', description: 'snapshot_id of an earlier call' },
    name: { type: 'text', description: 'A display name' },
  },
  required: ['job_id'],
  writes: 'stores',
  answer: {
    ...membersFrom('Snapshot', 'snapshot_id', 'hash', 'completeness', 'expires_at'),
    credits: WHOLE,
    rows: WHOLE,
    since: OBJECT,
    next: TEXT,
    ...TABLE,
  },
  run: async (call, sent) => {
    const { app, caller } = call;
    requireScopes(caller, ['search']);
    const name = sent.text('name');
    const [jobId, since] = [sent.text('job_id') ?? '', sent.text('since')];
    if (!isUuid(jobId)) throw outOfRange('job_id', 'the job_id of a page of the search');
    if (since !== null && !isUuid(since)) {
      throw outOfRange('since', 'the snapshot_id of an earlier call');
    }
    const asked = { request_id: jobId, ...(name !== null && { name }) };
    call.checkBody(NewSnapshot, asked);
    // A mistake in it stores nothing.
    if (since !== null) await requireSnapshot(app, caller.account_id, since.toLowerCase());
    return inReadTurn(app, caller.account_id, call, async () => {
      const kept = await createSnapshot(app, caller.account_id, asked);
      if (since === null) return { facts: factsOf(kept) };
      return changesAnswer(app, caller.account_id, kept, since.toLowerCase());
    });
  },
};

const factsOf = ({ snapshot_id, hash, completeness, rows, expires_at }: SnapshotBody) => ({
  credits: 0,
  snapshot_id,
  hash,
  completeness,
  rows,
  expires_at,
});

async function changesAnswer(
  app: Parameters<typeof snapshotDifference>[0],
  accountId: string,
  kept: SnapshotBody,
  since: string,
): Promise<ToolAnswer> {
  const found = await snapshotDifference(app, accountId, since, kept.snapshot_id);
  const { from, unchanged, changes } = found;
  const facts = {
    ...factsOf(kept),
    since: { created_at: from.created_at, completeness: from.completeness, unchanged },
    ...(changes.length > CHANGES_SHOWN && {
      next: `${changes.length - CHANGES_SHOWN} more changes: GET /v1/snapshots/${since}/difference?to=${kept.snapshot_id}`,
    }),
  };
  const rows = changes.slice(0, CHANGES_SHOWN).map(lineOf);
  return rows.length === 0 ? { facts } : { facts, table: { columns: COLUMNS, rows } };
}

const COLUMNS = ['change', 'source_id', 'home_id', 'values', 'previous'];

const lineOf = ({ kind, ...change }: SnapshotChange) => ({ ...change, change: kind });
