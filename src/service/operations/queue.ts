/** Waiting and running work of all nodes, with its limits. */
import type { QueueBody } from '#contract/operator.js';
import { readBacklog } from '#store/backlog.js';
import type { Parts } from '../app.js';

export async function showQueue(app: Parts<'clock' | 'limits' | 'db'>): Promise<QueueBody> {
  const { oldest_queued_at: oldest, ...stored } = await readBacklog(app.db);
  const { QUEUE_MAX, COLLECT_CONCURRENCY, QUEUE_DEADLINE_S, JOB_DEADLINE_S } = app.limits;
  const nowMs = app.clock.nowMs();
  return {
    queued: stored.queued,
    running: stored.running,
    oldest_queued_at: oldest?.toISOString() ?? null,
    oldest_queued_s: Math.max(0, Math.round((nowMs - (oldest?.getTime() ?? nowMs)) / 1000)),
    pending_jobs: stored.pending_requests,
    credits_reserved: stored.credits_reserved,
    limits: {
      queue_max: QUEUE_MAX,
      collect_concurrency: COLLECT_CONCURRENCY,
      queue_deadline_s: QUEUE_DEADLINE_S,
      job_deadline_s: JOB_DEADLINE_S,
    },
  };
}
