/** Corrections of homes by operators: two ids linked as one home, and a home's data erased. */
import { OperatorError } from '#base/operator-error.js';
import type { HomeAlias } from '#domain/home.js';
import type { Db } from '#store/db.js';
import {
  deleteAlias,
  eraseMembers,
  findMembersById,
  listAliases,
  putAlias,
} from '#store/home-corrections.js';
import { findMembers } from '#store/homes.js';
import { eraseSnapshotRows } from '#store/snapshots.js';
import { noteChange, type Operator } from '../accounts/audit-log.js';
import { now, type Parts } from '../app.js';
import { isSource, type NamedHome, NO_SOURCE, subjectOf } from './named-home.js';

/** The newest links in one response. */
export const LINKS_SHOWN = 1_000;
/** Statements of one erasure; each removes all members that one query finds. */
const STEPS_MAX = 50;

export const NO_HOME =
  'No home with this id is known. extras.home_id of its rows has the id; "rowhouse home ADDRESS" also shows it.';

interface Two {
  readonly home_id: string;
  readonly other_id: string;
}

/** All links, newest first. */
export const showLinks = async (app: Parts<'db'>): Promise<{ links: readonly HomeAlias[] }> => ({
  links: await listAliases(app.db, LINKS_SHOWN),
});

/**
 * Links two ids as one home, for callers from the next response on. Repeating it changes nothing.
 * Throws OperatorError for one id twice and for homes never seen.
 */
export async function linkHomes(
  app: Parts<'clock' | 'db'>,
  asked: Two & { readonly why: string },
  by: Operator,
): Promise<Two & { result: 'linked' | 'was linked before' }> {
  const two = lowered(asked);
  if (two.home_id === two.other_id) {
    throw new OperatorError('Both ids are the same: a link needs two homes.');
  }
  const result = await app.db.transaction(async (tx) => {
    await checkSeen(tx, two);
    const isNew = await putAlias(tx, { ...two, why: asked.why, at: now(app) });
    if (!isNew) return 'was linked before';
    const after = { other_id: two.other_id, why: asked.why };
    await noteChange(app, tx, by, { action: 'home.link', subject: two.home_id, after });
    return 'linked';
  });
  return { ...two, result };
}

/** Removes a link: both homes are as before it. Throws OperatorError for an unknown link. */
export async function unlinkHomes(
  app: Parts<'clock' | 'db'>,
  asked: Two,
  by: Operator,
): Promise<Two & { result: 'unlinked' }> {
  const two = lowered(asked);
  await app.db.transaction(async (tx) => {
    const link = await deleteAlias(tx, two.home_id, two.other_id);
    if (link === undefined) {
      throw new OperatorError('These two are not linked. "rowhouse homes links" shows all links.');
    }
    const before = { other_id: two.other_id, why: link.why };
    await noteChange(app, tx, by, { action: 'home.unlink', subject: two.home_id, before });
  });
  return { ...two, result: 'unlinked' };
}

const lowered = ({ home_id, other_id }: Two): Two => ({
  home_id: home_id.toLowerCase(),
  other_id: other_id.toLowerCase(),
});

async function checkSeen(tx: Db, { home_id, other_id }: Two): Promise<void> {
  for (const id of [home_id, other_id]) {
    const [first] = await findMembers(tx, [id]);
    if (first === undefined) throw new OperatorError(`${id}: ${NO_HOME}`);
  }
}

/**
 * Erases what is stored of homes: members, their observed states, the reports of their sources, and
 * their rows in snapshots. Stored search results and links stay; SQL and later snapshots leave out
 * what was collected before, even of a home that only results have, such as one of a partial page.
 * The next collection that shows the home stores it again unless it is excluded.
 */
export async function eraseHome(
  app: Parts<'client' | 'clock' | 'db'>,
  one: NamedHome,
  by: Operator,
): Promise<NamedHome & { members_erased: number; warning?: string }> {
  const found = finder(app, one);
  return app.db.transaction(async (tx) => {
    let sum = 0;
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const members = await found(tx);
      if (members.length === 0) break;
      sum += await eraseMembers(tx, members);
    }
    const rows = await eraseSnapshotRows(tx, one);
    const before = { members: sum, ...(rows > 0 && { snapshot_rows: rows }) };
    await noteChange(app, tx, by, { action: 'home.erase', subject: subjectOf(one), before });
    return { ...one, members_erased: sum, ...(sum + rows === 0 && { warning: NOTHING_STORED }) };
  });
}

const NOTHING_STORED =
  'No member and no row of a snapshot had this id. If it is right, SQL and later snapshots leave the home out of results collected before now.';

/** The query that finds the members to erase. */
function finder(
  { client }: Parts<'client'>,
  one: NamedHome,
): (tx: Db) => ReturnType<typeof findMembers> {
  if ('home_id' in one) return (tx) => findMembers(tx, [one.home_id]);
  const { source, source_id } = one;
  if (!isSource(source)) throw new OperatorError(NO_SOURCE);
  return (tx) => findMembersById(tx, client.origin(source), source_id);
}
