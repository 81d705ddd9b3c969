/**
 * Rows a second of every source: read + map + notes + serialise, beside JSON.parse of the same page.
 * The pages come from the sandbox over the wire. Rounds alternate; medians are printed.
 */
import { performance } from 'node:perf_hooks';
import type { SourceName } from '#contract/sources.js';
import { KINDS, type Kind } from '#contract/values.js';
import { Notes } from '#domain/notes.js';
import { startSandbox } from '#sandbox/index.js';
import type { HttpDriver } from '#sources/driver.js';
import { driverOf } from '#sources/index.js';
import { openGeo } from '../src/app.js';
import { testClock } from '../test/support/test-clock.js';

const ROUNDS = 15;
const REPEATS = 5;

const geo = openGeo();
const clock = testClock();
const zips = ['10025', '10024', '10023', '10019', '11215', '78704', '78745', '78702', '78748'];
const sandbox = await startSandbox({
  seed: 1,
  homes: 0,
  places: zips.map((zip) => ({ zip, homes: 600 })),
  geo,
  clock,
  latencyMinMs: 0,
  latencyMaxMs: 0,
});
const AUSTIN = { w: -97_900_000, s: 30_100_000, e: -97_600_000, n: 30_400_000 };
const NYC = { w: -74_050_000, s: 40_600_000, e: -73_900_000, n: 40_850_000 };

console.log('source      kind      rows  KB    parse ms  ours ms  ours/parse  rows/s');
for (const source of Object.keys(sandbox.urls) as SourceName[]) {
  for (const kind of KINDS) {
    const driver = driverOf(source, kind);
    if (driver?.over === 'http') await measure(source, kind, driver);
  }
}
await sandbox.close();

async function measure(source: SourceName, kind: Kind, driver: HttpDriver): Promise<void> {
  const box = source === 'nyc_portal' ? NYC : AUSTIN;
  const ids = driver.placesIn?.(box);
  const area =
    ids === undefined ? ({ by: 'box', box } as const) : ({ by: 'named_place', ids } as const);
  const at = { page: 1 };
  const question = { area, filters: {}, subfilter: {}, at, nowMs: clock.nowMs() };
  const { method, path, headers, body } = driver.request(question);
  const answer = await fetch(`${sandbox.urls[source]}${path}`, { method, headers, body });
  const text = await answer.text();
  const json = text.slice(text.indexOf('{', text.startsWith('{}&&') ? 4 : 0));
  const parse = () => JSON.parse(json);
  const ours = () => {
    const notes = new Notes();
    const page = driver.read(text, question);
    const rows = page.rows.flatMap((raw) => {
      const read = driver.toRow(raw, { collectedAtMs: question.nowMs, siteBase: '' });
      return 'row' in read ? [notes.take(read.row)] : [];
    });
    JSON.stringify(rows);
    return rows.length;
  };
  const rows = ours();
  const times = { parse: [] as number[], ours: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.parse.push(time(parse));
    times.ours.push(time(ours));
  }
  const [parseMs, oursMs] = [median(times.parse), median(times.ours)];
  console.log(
    `${source.padEnd(11)} ${kind.padEnd(9)} ${String(rows).padEnd(5)} ${String(Math.round(text.length / 1024)).padEnd(5)} ${parseMs.toFixed(2).padEnd(9)} ${oursMs.toFixed(2).padEnd(8)} ${(oursMs / parseMs).toFixed(2).padEnd(11)} ${Math.round((rows / oursMs) * 1000)}`,
  );
}

function time(work: () => unknown): number {
  const began = performance.now();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) work();
  return (performance.now() - began) / REPEATS;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
