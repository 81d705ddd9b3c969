/**
 * Prints the honest worlds that do not come back whole, and both directions by source and kind:
 * `npm run honest -- --seeds N [--from S] [--source …] [--kind …] [--archetype …] [--mutations]`.
 */
import { parseArgs } from 'node:util';
import { behaviourCases, memberCases } from '../mutations/run-cases.js';
import { geography } from '../support/geography.js';
import { checkWorld } from './check-world.js';
import type { Route } from './draft.js';
import { hasRecordings, recordedWorlds } from './recordings.js';
import { archetypesOf, type Checked, checkWorlds, nameOf, ROUTES, worldsOf } from './run-worlds.js';

const ENDINGS = ['whole', 'withheld', 'partial', 'failed'] as const;
const OUTCOMES = ['loud', 'partial', 'same', 'silent'] as const;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    source: { type: 'string' },
    kind: { type: 'string' },
    archetype: { type: 'string' },
    mutations: { type: 'boolean', default: false },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => Number(values.from) + at);
const geo = geography();
const all: Checked[] = [];
const byRoute: string[] = [];
const byArchetype: string[] = [];
for (const route of ROUTES) {
  if (values.source !== undefined && route.source !== values.source) continue;
  if (values.kind !== undefined && route.kind !== values.kind) continue;
  const worlds: Checked[] = [];
  for await (const one of checkWorlds(geo, worldsOf(route, seeds, values.archetype))) {
    worlds.push(one);
    if (one.ending !== 'whole') console.log(lineOf(one));
  }
  all.push(...worlds);
  byArchetype.push(...archetypesOf(route).flatMap((name) => rowOf(route, name, worlds)));
  const changed = values.mutations ? await mutationsOf(route) : '';
  byRoute.push(nameOf(route).padEnd(22) + countsOf(worlds, 'ending', ENDINGS) + changed);
}
const isNarrowed = [values.source, values.kind, values.archetype].some((one) => one !== undefined);
if (!isNarrowed) await reportRecordings();
const widths = (names: readonly string[]) => names.map((name) => name.padStart(10)).join('');
console.log(`\n${'honest worlds'.padEnd(48)}${widths(ENDINGS)}\n${byArchetype.join('\n')}`);
const changed = values.mutations ? `  | changes:${widths(OUTCOMES)}` : '';
console.log(`\n${'honest worlds'.padEnd(22)}${widths(ENDINGS)}${changed}\n${byRoute.join('\n')}`);
const alarms = all.filter(({ ending }) => ending !== 'whole').length;
console.log(`\nfalse alarms: ${alarms} of ${all.length}`);

/** Recorded answers are asked for in the same way, where they are. */
async function reportRecordings(): Promise<void> {
  if (!hasRecordings()) return console.log('recorded samples skipped: set ROWHOUSE_TEST_SAMPLES');
  const histories = new Map();
  const worlds = recordedWorlds(geo);
  let whole = 0;
  for (const world of worlds) {
    const { ending, asking, detail } = await checkWorld(world, histories);
    const name = world.archetypes.join();
    const where = [`${world.ids.size} rows`, `asking ${asking}`, detail];
    if (ending === 'whole') whole += 1;
    else console.log(['recorded', nameOf(world.route), ending, name, ...where].join('\t'));
  }
  console.log(`recorded answers: ${whole} of ${worlds.length} whole`);
}

/** A world that is not whole, with what repeats it. */
function lineOf(one: Checked): string {
  const { route, ending, archetype, archetypes, isAlone, seed, asking, rows, detail } = one;
  const others = archetypes.filter((name) => name !== archetype).join(' + ');
  const name = `${archetype}${isAlone ? '' : ' +'}${others === '' ? '' : ` (${others})`}`;
  const where = [`seed ${seed}`, `${rows} rows`, `asking ${asking}`];
  return [nameOf(route), ending, name, ...where, detail].join('\t');
}

function rowOf(route: Route, archetype: string, worlds: readonly Checked[]): string[] {
  const own = worlds.filter((one) => one.archetype === archetype);
  const name = nameOf(route).padEnd(22) + archetype.padEnd(26);
  return own.length === 0 ? [] : [name + countsOf(own, 'ending', ENDINGS)];
}

async function mutationsOf({ source, kind }: Route): Promise<string> {
  const cases = [
    ...(await memberCases(geo, source, kind)),
    ...(await behaviourCases(geo, source, kind)),
  ];
  return `  |         ${countsOf(cases, 'outcome', OUTCOMES)}`;
}

function countsOf<K extends string>(
  ones: readonly Readonly<Record<K, string>>[],
  member: K,
  names: readonly string[],
): string {
  return names
    .map((name) => String(ones.filter((one) => one[member] === name).length).padStart(10))
    .join('');
}
