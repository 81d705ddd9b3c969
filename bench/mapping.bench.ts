/**
 * Rows/s of every source: read + parse + checks + notes + serialise, beside JSON.parse of the same
 * page and the same without the response checks (src/collect/checks/check-answer.ts). The pages
 * come from the sandbox over the wire. Rounds alternate; medians are printed.
 */
import { performance } from 'node:perf_hooks';
import { FieldHistory } from '#collect/checks/field-history.js';
import { checkRows, type PageSearch, parseRows } from '#collect/checks/parse-page.js';
import type { SourceName } from '#contract/sources.js';
import { KINDS, type Kind } from '#contract/values.js';
import type { Box } from '#domain/box.js';
import { Notes } from '#domain/notes.js';
import { startSandbox } from '#sandbox/index.js';
import type { AreaAsk, HttpDriver } from '#sources/driver.js';
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

const history = new FieldHistory();
const client = {
  origin: (source: SourceName) => source,
  siteBase: () => '',
  publicPage: (_source: SourceName, page: string) => page,
};

/** What parsing a page needs of a search of a box. */
const searchOf = (source: SourceName, kind: Kind, driver: HttpDriver, box: Box): PageSearch => ({
  source,
  kind,
  driver,
  geo,
  history,
  client,
  area: { test: { by: 'box', box } },
  asker: '',
});

console.log('source      kind      rows  KB    parse ms  ours ms  ours/parse  rows/s  checks cost');
for (const source of Object.keys(sandbox.urls) as SourceName[]) {
  for (const kind of KINDS) {
    const driver = driverOf(source, kind);
    if (driver?.over === 'http') await measure(source, kind, driver);
  }
}
await sandbox.close();

async function measure(source: SourceName, kind: Kind, driver: HttpDriver): Promise<void> {
  const box = source === 'nyc_portal' ? NYC : AUSTIN;
  const area = areaFor(box, driver);
  const at = { page: 1 };
  const question = { area, filters: {}, subfilter: {}, at, nowMs: clock.nowMs() };
  const { method, path, headers, body } = driver.request(question);
  // Measuring takes longer than an idle connection is kept.
  const sent = { ...headers, connection: 'close' };
  const answer = await fetch(`${sandbox.urls[source]}${path}`, { method, headers: sent, body });
  const text = await answer.text();
  const json = text.slice(text.indexOf('{', text.startsWith('{}&&') ? 4 : 0));
  const parse = () => JSON.parse(json);
  const { expectations: _unchecked, ...plain } = driver;
  const reading = (asked: HttpDriver) => () => {
    const notes = new Notes();
    const read = { page: asked.read(text, question), readAtMs: question.nowMs };
    const search = searchOf(source, kind, asked, box);
    const { page } = checkRows(search, question, read, parseRows(search, read));
    const rows = page.rows.flatMap((row) => ('row' in row ? [notes.take(row.row)] : []));
    JSON.stringify(rows);
    return rows.length;
  };
  const [ours, unchecked] = [reading(driver), reading(plain)];
  const rows = ours();
  const times = { parse: [] as number[], ours: [] as number[], unchecked: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.parse.push(time(parse));
    times.ours.push(time(ours));
    times.unchecked.push(time(unchecked));
  }
  const [parseMs, oursMs] = [median(times.parse), median(times.ours)];
  const cost = `${Math.round((oursMs / median(times.unchecked) - 1) * 100)} %`;
  console.log(
    `${source.padEnd(11)} ${kind.padEnd(9)} ${String(rows).padEnd(5)} ${String(Math.round(text.length / 1024)).padEnd(5)} ${parseMs.toFixed(2).padEnd(9)} ${oursMs.toFixed(2).padEnd(8)} ${(oursMs / parseMs).toFixed(2).padEnd(11)} ${String(Math.round((rows / oursMs) * 1000)).padEnd(7)} ${cost}`,
  );
}

/** The box, or what stands for it where a source takes no boxes. */
function areaFor(box: Box, { placesIn, capabilities }: HttpDriver): AreaAsk {
  const ids = placesIn?.(box);
  if (ids !== undefined) return { by: 'named_place', ids };
  return capabilities.areas.includes('box') ? { by: 'box', box } : { by: 'state', state: 'TX' };
}

function time(work: () => unknown): number {
  const began = performance.now();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) work();
  return (performance.now() - began) / REPEATS;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
