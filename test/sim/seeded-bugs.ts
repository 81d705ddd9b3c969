/** Bugs seeded on purpose, to prove that the simulation finds them. None of them is in src. */
import type { Rewrite } from './database.js';

export interface SeededBug {
  readonly name: string;
  readonly bug: string;
  /** A rule that the bug must break. */
  readonly breaks: RegExp;
  /** Run on the schema before the seed. */
  readonly statements: readonly string[];
  /** Run on every statement of the service. */
  readonly rewrite: Rewrite;
}

const asItIs: Rewrite = (statement) => statement;

export const NO_BUG: SeededBug = {
  name: 'none',
  bug: '',
  breaks: /never/,
  statements: [],
  rewrite: asItIs,
};

export const SEEDED_BUGS: readonly SeededBug[] = [
  {
    name: 'double-charge',
    bug: 'a request is captured twice, and nothing in the database forbids it',
    breaks: /at most once|sum of its entries/,
    statements: [
      'drop index ledger_one_end',
      'alter table reserved_credits drop constraint reserved_credits_reserved_check',
      `create function capture_again() returns trigger language plpgsql as $$
       begin
         insert into ledger_entries (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at)
         values (new.partition_id, new.account_id, new.kind, new.bucket, new.period, 0, 0, new.request_id, new.created_at);
         return null;
       end $$`,
      `create trigger twice after insert on ledger_entries
       for each row when (new.kind = 'capture' and pg_trigger_depth() = 0) execute function capture_again()`,
    ],
    rewrite: (statement) =>
      statement.replace(/on conflict \(request_id, partition_id\) .*do nothing/, ''),
  },
  {
    name: 'lost-lease',
    bug: 'a collector settles although another holds the lease',
    breaks: /settled collection never changes|settled request never changes/,
    statements: [],
    rewrite: (statement) =>
      /^\s*update collections\s+set state = case/.test(statement)
        ? statement.replace(
            /where collection_id = \$1 and lease_id = \$2 and state = 'running'/,
            'where collection_id = $1 and ($2::uuid is not null)',
          )
        : statement,
  },
  {
    name: 'forgotten-key',
    bug: 'the Idempotency-Key of a request is not looked up, and nothing in the database forbids two',
    breaks: /a key has one living request/,
    statements: ['alter table idempotency_keys drop constraint idempotency_keys_pkey'],
    rewrite: (statement) =>
      statement.replace(
        /on conflict \(account_id, purpose, idempotency_key\) do update set \S+ = \S+/,
        '',
      ),
  },
  {
    name: 'early-cleanup',
    bug: 'a cleanup removes requests before their retention is over',
    breaks: /kept for its retention|codes that are possible/,
    statements: [],
    rewrite: (statement) =>
      statement.replace(
        'where request_id < $1 order by',
        "where request_id < 'ffffffff-ffff-7fff-8fff-ffffffffffff' and $1::uuid is not null order by",
      ),
  },
];

/** The seeded bug with this name, or none for "none". Throws for any other name. */
export function bugNamed(name: string): SeededBug {
  const all = [NO_BUG, ...SEEDED_BUGS];
  const found = all.find((bug) => bug.name === name);
  if (found !== undefined) return found;
  const names = all.map((bug) => bug.name).join(', ');
  throw new Error(`There is no seeded bug ${name}: take one of ${names}.`);
}
