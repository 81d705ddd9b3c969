/** Prints the outcome of every change of every source: `npm run mutations`, with filter words. */
import { geography } from '../support/geography.js';
import { ALLOWED_OF_BEHAVIOUR, ALLOWED_OF_MEMBERS, idleEntries, isUnexplained } from './allowed.js';
import { behaviourCases, type Case, memberCases, ROUTES } from './run-cases.js';

const OUTCOMES = ['loud', 'partial', 'same', 'silent'] as const;

const words = process.argv.slice(2);
const geo = geography();
const totals: string[] = [];
const unexplained: string[] = [];
const members: Case[] = [];
const behaviours: Case[] = [];
for (const { source, kind } of ROUTES) {
  const route = `${source} ${kind}`;
  if (words.length > 0 && !words.some((word) => route.includes(word))) continue;
  const began = performance.now();
  const ofMembers = await memberCases(geo, source, kind);
  const ofBehaviour = await behaviourCases(geo, source, kind);
  members.push(...ofMembers);
  behaviours.push(...ofBehaviour);
  const all = [...ofMembers, ...ofBehaviour];
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

const taken = ROUTES.filter((route) =>
  [...members, ...behaviours].some(
    ({ source, kind }) => source === route.source && kind === route.kind,
  ),
);
const idle = [
  ...idleEntries(ALLOWED_OF_MEMBERS, taken, members),
  ...idleEntries(ALLOWED_OF_BEHAVIOUR, taken, behaviours),
];
console.log(`\nEntries of allowed.ts that no silent change matches: ${idle.length}`);
for (const entry of idle) console.log(entry);
process.exitCode = unexplained.length + idle.length === 0 ? 0 : 1;

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
