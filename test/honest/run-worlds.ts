/**
 * Runs of honest worlds: every archetype alone, and worlds that are two or three of them at once.
 */
import type { Geo } from '#geo/geo.js';
import { ROUTES } from '../mutations/run-cases.js';
import { ARCHETYPES } from './archetypes.js';
import { checkWorld, type Histories, type Outcome } from './check-world.js';
import type { Route } from './draft.js';
import { Draw } from './draw.js';
import { type HonestWorld, makeWorld, type Wanted } from './world.js';

export interface Checked extends Outcome {
  readonly route: Route;
  readonly seed: number;
  readonly archetypes: readonly string[];
  /** The archetype that the world was made for. */
  readonly archetype: string;
  readonly isAlone: boolean;
  readonly rows: number;
}

export { ROUTES };

export const nameOf = ({ source, kind }: Route): string => `${source} ${kind}`;

/** The archetypes that a source and kind has. */
export const archetypesOf = (route: Route): readonly string[] =>
  ARCHETYPES.filter(({ fits }) => fits(route)).map(({ name }) => name);

/**
 * The worlds of a route for some seeds, in a random order: each archetype alone and among others.
 */
export function worldsOf(
  route: Route,
  seeds: readonly number[],
  only?: string,
): readonly Omit<Wanted, 'geo'>[] {
  const names = archetypesOf(route).filter((name) => only === undefined || name === only);
  const wanted = seeds.flatMap((seed) =>
    names.flatMap((archetype) => [true, false].map((alone) => ({ route, seed, archetype, alone }))),
  );
  return new Draw(seeds[0] ?? 0).shuffled(wanted);
}

/** Checks worlds one after the other; what is learned of the source is shared by all. */
export async function* checkWorlds(
  geo: Geo,
  worlds: readonly Omit<Wanted, 'geo'>[],
): AsyncIterable<Checked> {
  const histories: Histories = new Map();
  for (const wanted of worlds) {
    const made = makeWorld({ ...wanted, geo });
    const outcome = await checkWorld(made, histories);
    yield { ...outcome, ...summaryOf(made, wanted) };
  }
}

const summaryOf = (made: HonestWorld, { archetype = '', alone = false }: Omit<Wanted, 'geo'>) => ({
  route: made.route,
  seed: made.seed,
  archetypes: made.archetypes,
  archetype,
  isAlone: alone,
  rows: made.ids.size,
});
