/** Homes that an operator excludes: no collection stores them, whatever their sources show. */
import { OperatorError } from '#base/operator-error.js';
import { SOURCES } from '#contract/sources.js';
import type { SeenHome } from '#domain/home.js';
import {
  deleteExclusion,
  type HomeExclusion,
  listExclusions,
  putExclusion,
} from '#store/home-corrections.js';
import { noteChange, type Operator } from '../accounts/audit-log.js';
import { now, type Parts } from '../app.js';
import { isSource, type NamedHome, NO_SOURCE, subjectOf } from './named-home.js';

/** Each collection compares its homes with all exclusions. */
export const EXCLUSIONS_MAX = 10_000;

/** All exclusions, newest first, as the operator named them. */
export async function showKeptOut(app: Parts<'client' | 'db'>) {
  const names = new Map(SOURCES.map((source) => [app.client.origin(source), source]));
  const exclusions = await listExclusions(app.db, EXCLUSIONS_MAX);
  return {
    kept_out: exclusions.map(({ home_id, source, source_id, at }) => ({
      home_id,
      source: source === null ? null : (names.get(source) ?? source),
      source_id,
      at,
    })),
  };
}

/** Excludes a home from the next collection on; its stored data stays until it is erased. */
export async function keepOut(
  app: Parts<'client' | 'clock' | 'db'>,
  one: NamedHome,
  by: Operator,
): Promise<NamedHome & { result: 'kept out' | 'was kept out before' }> {
  const result = await app.db.transaction(async (tx) => {
    const known = await listExclusions(tx, EXCLUSIONS_MAX);
    const isNew = await putExclusion(tx, exclusionOf(app, one), now(app));
    if (!isNew) return 'was kept out before';
    if (known.length >= EXCLUSIONS_MAX) {
      throw new OperatorError(
        `${EXCLUSIONS_MAX} homes are kept out, which is the maximum. "rowhouse homes allow" removes one.`,
      );
    }
    await noteChange(app, tx, by, { action: 'home.keep_out', subject: subjectOf(one) });
    return 'kept out';
  });
  return { ...one, result };
}

/** Ends an exclusion: the next collection stores the home. Throws OperatorError without one. */
export async function allowHome(
  app: Parts<'client' | 'clock' | 'db'>,
  one: NamedHome,
  by: Operator,
): Promise<NamedHome & { result: 'allowed' }> {
  await app.db.transaction(async (tx) => {
    if (!(await deleteExclusion(tx, exclusionOf(app, one)))) {
      throw new OperatorError(
        'It is not kept out. "rowhouse homes kept-out" lists the homes that are.',
      );
    }
    await noteChange(app, tx, by, { action: 'home.allow', subject: subjectOf(one) });
  });
  return { ...one, result: 'allowed' };
}

function exclusionOf({ client }: Parts<'client'>, one: NamedHome): HomeExclusion {
  if ('home_id' in one) return { home_id: one.home_id, source: null, source_id: null };
  const { source, source_id } = one;
  if (!isSource(source)) throw new OperatorError(NO_SOURCE);
  return { home_id: null, source: client.origin(source), source_id };
}

/** The homes of a collection without the excluded ones. */
export async function withoutKeptOut<H extends { readonly home: SeenHome }>(
  { db }: Parts<'db'>,
  homes: readonly H[],
): Promise<readonly H[]> {
  const exclusions = await listExclusions(db, EXCLUSIONS_MAX);
  if (exclusions.length === 0) return homes;
  const ids = new Set(exclusions.map(({ home_id }) => home_id));
  const named = new Set(exclusions.map(({ source, source_id }) => `${source} ${source_id}`));
  return homes.filter(
    ({ home }) => !ids.has(home.home_id) && !named.has(`${home.source} ${home.source_id}`),
  );
}
