/** What the run prints, and whether it was good. */

import type { Tally } from './caller.js';
import type { Report } from './checker.js';
import type { Scenario } from './failures.js';
import type { History } from './history.js';

const SHOWN_MAX = 10;

interface Run {
  readonly seconds: number;
  readonly seed: number;
  readonly clients: number;
}

interface Tallies {
  readonly chaos: Tally;
  readonly rolling: Tally;
  readonly report: Tally;
}

/** Prints the numbers; true when nothing was lost, doubled, stuck, odd or broken off by us. */
export function printReport(
  run: Run,
  scenario: Scenario,
  history: History,
  report: Report,
  tallies: Tallies,
): boolean {
  const { counts } = scenario.fleet;
  const { lost, doubled, stuck, ledger } = report;
  const odd = Object.values(tallies).flatMap((tally: Tally) => tally.odd);
  const gaveUp = Object.values(tallies).reduce((sum, tally: Tally) => sum + tally.gaveUp, 0);
  const settled = [...history.jobs.values()].filter(({ status }) => status !== 'pending').length;
  console.log(`seed ${run.seed}, ${run.seconds} s, ${run.clients} clients`);
  console.log(
    `calls ${tallies.chaos.calls} in the chaos (median ${quantile(tallies.chaos.tookMs, 0.5)} ms, p99 ${quantile(tallies.chaos.tookMs, 0.99)} ms), ${tallies.rolling.calls} in the rolling restart`,
  );
  console.log(
    `requests ${report.requests}, settled ${settled}, captured ${report.captured}, found again by a retry after a lost answer ${history.rescued}, never heard of ${report.unheard}, ledger entries ${report.ledgerEntries}`,
  );
  console.log('\ntroubles');
  for (const [kind, n] of [...scenario.done].sort()) console.log(`  ${kind.padEnd(28)} ${n}`);
  console.log(
    `  restarts of nodes ${counts.restarts}, starts refused while the database was away ${counts.failedStarts}`,
  );
  console.log(
    `  PostgreSQL away: median ${quantile(scenario.downMs, 0.5)} ms, max ${quantile(scenario.downMs, 1)} ms`,
  );
  console.log(
    `  a node answers again after PostgreSQL's return: ${scenario.recoveryMs.length} measured, median ${quantile(scenario.recoveryMs, 0.5)} ms, max ${quantile(scenario.recoveryMs, 1)} ms`,
  );
  console.log(
    `  SIGTERM to end of process: median ${quantile(counts.drainMs, 0.5)} ms, max ${quantile(counts.drainMs, 1)} ms`,
  );
  for (const [name, tally] of Object.entries(tallies)) {
    console.log(`\nanswers, ${name}`);
    for (const [label, n] of [...tally.seen].sort()) console.log(`  ${label.padEnd(36)} ${n}`);
  }
  show('lost', lost);
  show('doubled', doubled);
  show('stuck', stuck);
  show('ledger or balance wrong', ledger);
  show('answers not of the contract', odd);
  show('nodes that ended by themselves', counts.crashes);
  show('bad ends after SIGTERM', counts.badEnds);
  show('faults in the logs', counts.faults);
  console.log(`calls that nobody answered in time: ${gaveUp}`);
  console.log(`calls broken in the rolling restart: ${brokenOf(tallies.rolling)}`);
  const wrong = [lost, doubled, stuck, ledger, odd, counts.crashes, counts.badEnds, counts.faults];
  const good = wrong.every((list) => list.length === 0) && gaveUp === 0;
  console.log(good ? 'ok' : 'NOT OK');
  return good;
}

/** A rejected connection was never a call: the client asks the next node. */
function brokenOf(tally: Tally): string {
  const broken = [...tally.seen].filter(([label]) => label.startsWith('broken'));
  const refused = broken.find(([label]) => label.includes('ECONNREFUSED'))?.[1] ?? 0;
  const all = broken.reduce((sum, [, n]) => sum + n, 0);
  return `${all - refused} (and ${refused} refused before they were sent)`;
}

function show(name: string, list: readonly string[]): void {
  console.log(`${name}: ${list.length}`);
  for (const text of list.slice(0, SHOWN_MAX)) console.log(`  ${text}`);
}

function quantile(values: readonly number[], q: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  return value === undefined ? '–' : value.toFixed(0);
}
