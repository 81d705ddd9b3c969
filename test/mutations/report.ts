/** Prints what every change of every source came to: `npm run mutations`, or with words for some only. */
import { openGeo } from '../../src/app.js';
import type { Case } from './run-cases.js';
import { ROUTES, runCases } from './run-cases.js';

const OUTCOMES = ['loud', 'partial', 'same', 'silent'] as const;

const words = process.argv.slice(2);
const geo = openGeo();
const all: Case[] = [];
const times: string[] = [];
for (const { source, kind } of ROUTES) {
  if (words.length > 0 && !words.some((word) => `${source} ${kind}`.includes(word))) continue;
  const began = performance.now();
  all.push(...(await runCases(geo, source, kind)));
  times.push(`${source} ${kind}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
for (const { source, kind, change, member, outcome, detail } of all) {
  console.log([source, kind, change, member, outcome, detail].join('\t'));
}
console.log(`\n${'source'.padEnd(12)}${'kind'.padEnd(11)}cases   loud  partial  same  silent`);
for (const { source, kind } of ROUTES) {
  const own = all.filter((one) => one.source === source && one.kind === kind);
  if (own.length === 0) continue;
  const counts = OUTCOMES.map((outcome) => own.filter((one) => one.outcome === outcome).length);
  console.log(
    source.padEnd(12) +
      kind.padEnd(11) +
      [own.length, ...counts].map((count) => String(count).padStart(7)).join(''),
  );
}
console.log(times.join('\n'));
