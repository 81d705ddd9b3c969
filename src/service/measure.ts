import type { Backlog } from '#base/metrics.js';
import { SOURCES } from '#contract/values.js';
import { readBacklog } from '#store/backlog.js';
import { listSourceStates } from '#store/source-states.js';
import type { House } from './house.js';

/**
 * Everything that is counted, in the text format of Prometheus: what this process has counted, and
 * what the store holds at this moment. Without a database the first half is still told.
 */
export async function measure(house: House): Promise<string> {
  const backlog = await backlogNow(house).then(
    (known) => known,
    () => null,
  );
  house.metrics.backlog(backlog);
  return house.metrics.text();
}

async function backlogNow(house: House): Promise<Backlog> {
  const nowMs = house.clock.nowMs();
  const { oldest_queued_at, ...counts } = await readBacklog(house.db);
  const states = await listSourceStates(house.db);
  const openUntilMs = (source: string) =>
    states.find((state) => state.source === source)?.open_until?.getTime() ?? 0;
  return {
    ...counts,
    oldest_queued_s: Math.max(0, nowMs - (oldest_queued_at?.getTime() ?? nowMs)) / 1000,
    queue_max: house.limits.QUEUE_MAX,
    circuits: Object.fromEntries(
      SOURCES.map((source) => [source, openUntilMs(source) > nowMs ? 1 : 0]),
    ),
  };
}
