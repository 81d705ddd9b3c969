/** Work in the background is claimed, renewed and tried again in one place: src/service/work/. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, placesOf, shippedFiles } from './read-tree.js';

const WORK = 'src/service/work/';

interface Rule {
  readonly what: RegExp;
  readonly instead: string;
  /** What the rule says of, and what it must find. */
  readonly within: RegExp;
  readonly finds: string;
  /** Files that may, and why. */
  readonly allowed: Readonly<Record<string, string>>;
}

const RULES: readonly Rule[] = [
  {
    what: /\.sleep\(/,
    instead: `make it a kind of work (WorkKind), or a look of runEvery, in ${WORK}`,
    within: /^src\/(service\/|start-work|test-service)/,
    finds:
      'while (!signal.aborted) { await claimNext(app); await app.clock.sleep(1_000, signal); }',
    allowed: {
      'src/service/accounts/access.ts':
        'what a process knows of keys, read again; nothing is claimed',
      'src/service/datasets/tables.ts':
        'what a process knows of tables, read again; nothing is claimed',
      'src/service/operations/erase-account.ts': 'waits once, for calls that were admitted',
      'src/service/events/read-events.ts': 'a caller waits',
      'src/service/search/long-polls.ts': 'callers wait',
      'src/service/sql/engine.ts': 'waits for a process, no longer than its bound',
      'src/service/sql/sessions.ts':
        'a statement waits for its turn; loaded rows end after a while',
      'src/service/files/read-in-process.ts': 'a limit of time for a process',
    },
  },
  {
    what: /\brenewLease\(/,
    instead: `leases are renewed by ${WORK}: say how in the renew of a kind`,
    within: /^src\/(?!store\/claims\.ts)/,
    finds: 'await renewLease(app.db, table, id, leaseId, until)',
    allowed: {
      'src/service/replicas/pull-feed.ts': 'the kind of feeds',
      'src/service/search/run-collections.ts': 'the kind of collections',
      'src/service/watches/run-watches.ts': 'the kind of runs of watches',
      'src/service/lookups/run-batches.ts': 'the kind of lookup batches',
      'src/service/webhooks/serve-endpoint.ts': 'the kind of turns of endpoints',
    },
  },
  {
    what: /\blease_until\b|\bLEASE_S\b.*\*|\blease_id: \S*uuid\(/,
    instead: `a lease is made by newLease in ${WORK}, and only the store says what is free`,
    within: /^src\/(?!store\/|contract\/|base\/limits)/,
    finds: 'const lease = { lease_id: app.ids.uuid(), until };',
    allowed: {},
  },
  {
    what: /\bset\b[^;]*\blease_until = (?!null)/,
    instead: 'renew and release with renewLease (src/store/claims.ts)',
    within: /^src\/store\/.*\.ts$/,
    finds: 'update things set lease_id = $2, lease_until = $3',
    allowed: {
      'src/store/claims.ts': 'renews',
      'src/store/collections.ts': 'claims what waits, and what is past its deadline',
      'src/store/watch-runs.ts': 'claims',
      'src/store/lookup-batches.ts': 'claims',
      'src/store/endpoints.ts': 'claims',
      'src/store/replicas.ts': 'claims',
      'src/store/jobs.ts': 'claims what nobody waits for',
    },
  },
];

for (const { what, instead, within, finds, allowed } of RULES) {
  test(`no second loop over work (${what.source}): ${instead}`, () => {
    const found = (path: string) => placesOf(path, codeOf(path), what);
    const files = shippedFiles().filter((path) => within.test(path) && !path.startsWith(WORK));
    assert.deepEqual(files.filter((path) => !(path in allowed)).flatMap(found), []);
    for (const [path, why] of Object.entries(allowed)) {
      assert.ok(found(path).length > 0, `${path} no longer needs its line (${why})`);
    }
    assert.equal(placesOf('another', finds, what).length, 1, 'it finds a second loop');
  });
}
