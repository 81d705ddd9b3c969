/** A node's connection to the one real database: in turns, with faults injected by the seed. */
import { apiError } from '#domain/api-error.js';
import type { Db, Pool } from '#store/db.js';
import type { Chance } from './chance.js';
import type { SimNode } from './nodes.js';
import type { Schedule } from './schedule.js';

/** How often a database call fails, and how: one table a seed changes as it goes. */
export interface FaultRates {
  rate: number;
  counts: Map<string, number>;
}

/**
 * `before`: rejected, nothing ran. `inside`: the connection broke within a transaction, before its
 * commit. `after`: committed, but the caller gets an error. `internal`: an error no rule expects.
 */
type Injection = 'none' | 'before' | 'inside' | 'after' | 'internal';

const INJECTIONS = { before: 3, inside: 4, after: 4, internal: 1 } as const;
const STATEMENTS_MAX = 12;
/** Marks an injected failure, so that every other one is a finding. */
export const MADE = 'sim:';

const never = new Promise<never>(() => undefined);
const cutOff = () =>
  Object.assign(new Error(`${MADE} Connection terminated unexpectedly`), { code: 'ECONNRESET' });

/** Rewrites statements: how a canary seeds its bug. */
export type Rewrite = (statement: string) => string;

export function poolOf(
  node: SimNode,
  real: Pool,
  schedule: Schedule,
  faultRates: FaultRates,
  chance: Chance,
  rewrite: Rewrite,
): Pool {
  /** One turn: the call with what the seed does to it. */
  async function take<T>(work: (cutAt: number) => Promise<T>): Promise<T> {
    await schedule.enter(node);
    const dies = node.diesNow();
    const injected: Injection =
      dies ?? (chance.happens(faultRates.rate) ? chance.weighted(INJECTIONS) : 'none');
    if (injected !== 'none') {
      const name = dies === null ? `database ${injected}` : `crash ${injected}`;
      faultRates.counts.set(name, (faultRates.counts.get(name) ?? 0) + 1);
      node.injectedFailures += 1;
    }
    try {
      if (injected === 'before') throw apiError('storage_unavailable');
      if (injected === 'internal') throw new Error(`${MADE} an error that no rule expects`);
      const value = await work(injected === 'inside' ? 1 + chance.below(STATEMENTS_MAX) : 0);
      if (injected === 'after') throw apiError('storage_unavailable');
      return await (dies === null ? value : never);
    } finally {
      if (dies !== null) node.die();
      schedule.leave();
      // A dead process receives nothing more, not even its failure.
      if (node.dead) await never;
    }
  }
  return {
    rows: (text, values, name) =>
      take((cutAt) => {
        if (cutAt > 0) throw apiError('storage_unavailable');
        return rewritten(real, rewrite).rows(text, values, name);
      }),
    transaction: (work) =>
      take((cutAt) =>
        real.transaction(async (tx) => {
          const value = await work(
            cutAt === 0 ? rewritten(tx, rewrite) : breaking(tx, cutAt, rewrite),
          );
          if (cutAt > 0) throw cutOff();
          return value;
        }),
      ),
    session: () => real.session(),
    close: async () => undefined,
  };
}

function rewritten(tx: Db, rewrite: Rewrite): Db {
  const db: Db = {
    rows: (text, values, name) => {
      const statement = rewrite(text);
      // A changed statement must not be taken for the one that was planned under its name.
      return tx.rows(
        statement,
        values,
        statement === text && name !== undefined ? name : nameOf(statement),
      );
    },
    transaction: (inner) => inner(db),
  };
  return db;
}

/** The connection breaks at the statement with this number. */
function breaking(tx: Db, cutAt: number, rewrite: Rewrite): Db {
  let count = 0;
  const db: Db = {
    rows: (text, values, name) => {
      count += 1;
      const whole = rewritten(tx, rewrite);
      return count >= cutAt ? Promise.reject(cutOff()) : whole.rows(text, values, name);
    },
    transaction: (inner) => inner(db),
  };
  return db;
}

/** Texts that get a name; a statement beyond them is planned each time. */
const NAMES_MAX = 1_000;
const names = new Map<string, string>();

/** The same name for the same text: a session plans each statement once. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < NAMES_MAX) names.set(text, `sim_${names.size}`);
  return names.get(text);
}
