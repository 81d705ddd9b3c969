/** What a round of the failover benchmark found: its lines, and its row of the table. */
import { printTable } from '../../scripts/print-table.js';
import type { Answered } from './callers.js';
import type { Round } from './round.js';

const BACK_MS_MAX = 5_000;
/** The hits a second before the loss are counted over this. */
const BEFORE_MS = 4_000;

export interface Plan {
  readonly name: string;
  readonly promotion: string;
  readonly lost: string;
}

interface Outcome {
  readonly plan: Plan;
  /** A line that names what is missing, where the round did not run. */
  readonly round: Round | string;
}

interface Times {
  readonly writableMs: number;
  readonly firstMs: number;
  readonly steadyMs: number;
  readonly slowestMs: number;
  readonly hitsBefore: number;
  readonly hitsAfter: number;
}

/** Prints a round; true when it was as it must be. */
export function printRound({ name }: Plan, round: Round): boolean {
  const { answers, report, tally } = round;
  const times = timesOf(round);
  const { writableMs, firstMs, steadyMs, hitsBefore, hitsAfter } = times;
  console.log(`\n${name}: writable ${writableMs.toFixed(0)} ms after the loss`);
  console.log(
    `  first charge ${firstMs.toFixed(0)} ms later, last failed call ${steadyMs.toFixed(0)} ms; slowest call ${times.slowestMs.toFixed(0)} ms`,
  );
  console.log(`  hits a second: ${hitsBefore.toFixed(0)} before, ${hitsAfter.toFixed(0)} after`);
  for (const what of ['hit', 'read'] as const) {
    console.log(`  ${what}s: ${counted(answers.filter((one) => one.kind === what))}`);
  }
  console.log(
    `  clients with retries: ${[...tally.seen].map(([label, n]) => `${n} × ${label}`).join(', ')}`,
  );
  const gone = lostCharges(round);
  console.log(
    `  charges that callers were returned: ${round.charges}, of which lost ${gone}; other losses ${report.lost.length - gone}, doubled ${report.doubled.length}, stuck ${report.stuck.length}, ledger wrong ${report.ledger.length}`,
  );
  if (round.leftBehind !== null) {
    console.log(
      `  charges only on the old primary, which nobody was returned: ${round.leftBehind}`,
    );
  }
  if (round.rejoinedMs !== null) {
    console.log(
      `  the lost server is a standby ${round.rejoinedMs.toFixed(0)} ms after its return`,
    );
  }
  const wrong = wrongOf(round, times);
  for (const text of wrong.slice(0, 10)) console.log(`  WRONG: ${text}`);
  console.log(wrong.length === 0 ? '  ok' : '  NOT OK');
  return wrong.length === 0;
}

function wrongOf(round: Round, { firstMs, steadyMs }: Times): string[] {
  const { loss, report, fleet, tally, odd } = round;
  const isCanary = loss === 'late';
  return [
    ...odd,
    ...tally.odd,
    ...fleet.counts.crashes,
    ...fleet.counts.faults,
    ...(isCanary ? [] : [...report.lost, ...report.doubled, ...report.stuck, ...report.ledger]),
    ...(firstMs <= BACK_MS_MAX && steadyMs <= BACK_MS_MAX ? [] : ['calls were answered too late']),
    ...(isCanary && lostCharges(round) === 0 ? ['THE CANARY LOST NOTHING'] : []),
  ];
}

/** The rounds as a table, those that did not run included. */
export function printOutcomes(outcomes: readonly Outcome[]): void {
  const head = [
    'promotion',
    'lost',
    'writable after',
    'first charge after',
    'slowest call',
    'failed calls',
    'hits/s before, after',
    'charges lost',
    'doubled',
    'a standby again after',
  ];
  console.log(`\n${printTable([head, ...outcomes.map(rowOf)])}`);
  const absent = outcomes.filter(({ round }) => typeof round === 'string').length;
  console.log(`${outcomes.length - absent} of ${outcomes.length} rounds measured`);
  if (absent > 0) console.log(`NOT MEASURED, and not passed: ${absent} rounds`);
}

function rowOf({ plan, round }: Outcome): string[] {
  const start = [plan.promotion, plan.lost];
  if (typeof round === 'string') return [...start, 'not measured', ...Array(7).fill('-')];
  const { writableMs, firstMs, slowestMs, hitsBefore, hitsAfter } = timesOf(round);
  const { rejoinedMs, report, answers } = round;
  return [
    ...start,
    seconds(writableMs),
    seconds(writableMs + firstMs),
    seconds(slowestMs),
    counted(answers.filter(({ isGood }) => !isGood)),
    `${hitsBefore.toFixed(0)}, ${hitsAfter.toFixed(0)}`,
    `${lostCharges(round)} of ${round.charges.toLocaleString('en')}`,
    String(report.doubled.length),
    rejoinedMs === null ? '-' : seconds(rejoinedMs),
  ];
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function timesOf({ answers, lostMs, writableMs, stoppedMs }: Round): Times {
  const since = answers.filter(({ endedMs }) => endedMs >= writableMs);
  const hits = answers.filter(({ kind, isGood }) => kind === 'hit' && isGood);
  const ends = hits.map(({ endedMs }) => endedMs);
  const first = Math.min(...ends.filter((one) => one >= writableMs));
  const bad = since.filter(({ isGood }) => !isGood).map(({ endedMs }) => endedMs);
  const rate = (from: number, to: number) =>
    ends.filter((one) => one >= from && one < to).length / ((to - from) / 1_000);
  return {
    writableMs: writableMs - lostMs,
    firstMs: first - writableMs,
    steadyMs: Math.max(writableMs, ...bad) - writableMs,
    slowestMs: Math.max(...answers.map(({ beganMs, endedMs }) => endedMs - beganMs)),
    hitsBefore: rate(lostMs - BEFORE_MS, lostMs),
    hitsAfter: rate(first, stoppedMs),
  };
}

/** Other losses are found several times, by each look at them. */
const lostCharges = ({ report }: Round): number =>
  report.lost.filter((text) => text.endsWith('callers got 1, the ledger has 0')).length;

function counted(answers: readonly Answered[]): string {
  const counts = new Map<string, number>();
  for (const { label } of answers) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, n]) => `${n} × ${label}`).join(', ');
}
