/** Prints what every change of every source came to: `npm run mutations`, or with words for some only. */
import { openGeo } from '../../src/app.js';
import { isUnexplained } from './allowed.js';
import { behaviourCases, type Case, memberCases, ROUTES } from './run-cases.js';

const OUTCOMES = ['loud', 'partial', 'same', 'silent'] as const;

const words = process.argv.slice(2);
const geo = openGeo();
const totals: string[] = [];
const unexplained: string[] = [];
for (const { source, kind } of ROUTES) {
  const route = `${source} ${kind}`;
  if (words.length > 0 && !words.some((word) => route.includes(word))) continue;
  const began = performance.now();
  const all = [
    ...(await memberCases(geo, source, kind)),
    ...(await behaviourCases(geo, source, kind)),
  ];
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  for (const { change, member, outcome, detail } of all) {
    console.log([source, kind, change, member, outcome, detail].join('\t'));
  }
  totals.push(route.padEnd(22) + counts(all) + seconds.padStart(9));
  for (const { change, member, detail } of all.filter(isUnexplained)) {
    unexplained.push(`${route} ${member} ${change}: ${detail}`);
  }
}
console.log(`\n${''.padEnd(22)}  cases   loud partial   same silent  allowed  seconds`);
console.log(totals.join('\n'));
console.log(
  `\nSilent without a reason in allowed.ts: ${unexplained.length}\n${unexplained.join('\n')}`,
);

function counts(cases: readonly Case[]): string {
  const unexplained = cases.filter(isUnexplained).length;
  const byOutcome = OUTCOMES.map(
    (outcome) => cases.filter((one) => one.outcome === outcome).length,
  );
  const silent = byOutcome[OUTCOMES.indexOf('silent')] ?? 0;
  return [cases.length, ...byOutcome, silent - unexplained]
    .map((count, index) => String(count).padStart(index === 5 ? 9 : 7))
    .join('');
}
