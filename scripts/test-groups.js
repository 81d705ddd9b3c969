// Which files of tests share a process, and which of them run again on a PostgreSQL server.

/** They share one browser, whose pages cost most of their time. */
export const BROWSER =
  /^test\/(console(?!-(areas|by-home-lines|code|files|retries|scale|showing|story-figures)\.)|docs-site|openapi\/docs-(page|try))/;

/** A file that shares a process must leave it unchanged; those that cannot, with the reason. */
export const ALONE = [
  [/^test\/sim\//, 'replaces setImmediate'],
  [/^test\/(fuzz|bench)\//, 'measures memory and time, and sets variables of the environment'],
  [/^test\/records\/hostile\./, 'measures memory, and moves the directory for temporary files'],
  [/^test\/traces-off\./, 'looks at the modules that its process has loaded'],
  [/^src\/store\/embedded\//, 'replaces functions of node:fs, and measures time'],
];

/** Files of a group, `size` per process. The slowest start first, so both cores end together. */
const LONGEST = [
  { files: BROWSER, size: 25 },
  { files: /^test\/(honest|mutations)\//, size: 2 },
  // They share one dry run of a release.
  { files: /^test\/release\//, size: 12 },
];
const SHARED = [
  { files: /^test\/architecture\//, size: 20 },
  { files: /^test\//, size: 20 },
  { files: /^src\/store\//, size: 40 },
  { files: /^src\//, size: 80 },
];

/**
 * What depends on the engine: it runs on the embedded one and on a server. The rest reads sources,
 * makes rows, answers and texts, in code that no engine can change.
 */
export const SERVER = [
  [/^src\/store\/(?!embedded\/)/, 'statements, types, plans, locks, isolation and migrations'],
  [/^test\/doctor-server\./, 'what is read of a server before a start'],
  [/^test\/(nodes|drain|access|access-work|test-keys)\./, 'several nodes that hear of each other'],
  [/^test\/(long-polls|metrics|key-limits)\./, 'notifications, counters and limits of all nodes'],
  [/^test\/(charges-fuzz|exactness|fast-path|chain)\./, 'charges of calls that run side by side'],
  [
    /^test\/(half-open|ledger-presence|deadlines)\./,
    'leases, captures and the proof of the ledger',
  ],
  [/^test\/(watches|replicas)\//, 'claims and leases of work, and processes that die'],
  [/^test\/webhooks\/(deliveries|failures|job-events|killed|outages)\./, 'claims of deliveries'],
  [/^test\/sim\//, 'all of these with failures in the middle of transactions'],
  [/^test\/mcp\/(charges|watches)\./, 'the same charges by another way in'],
  [/^test\/pgbouncer\./, 'a pooler in between'],
  [
    /^test\/(backup-server|demo|erasure|export-import)\./,
    'copies and removals of all that is stored',
  ],
  [/^test\/going-back\./, 'what a start writes before it looks at the migrations'],
  [/^test\/areas\/snapshot-erasures\./, 'snapshots and erasures that meet'],
  [/^test\/upgrade-fixtures\./, 'migrations of filled tables, and what is read of them then'],
  [/^test\/(http|admin|operator-routes|end-to-end)/, 'the statements of every route'],
  [/^test\/edges\/all-edges\./, 'texts of types in files, and one snapshot'],
  [/^test\/edges\/move-account\./, 'one account between two stores in use'],
  [/^test\/homes\/(corrections|members|removed|story)\./, 'statements over many homes and states'],
  [
    /^test\/records\/(formats|mapping|nodes|progress|replace|search)\./,
    'loading and searching of tables',
  ],
  [/^test\/(places|place-audits|imported-places|outlines)\./, 'loading and reading of places'],
  [
    /^test\/(feeds|feed-circuits|sorted-searches|own-areas|mls-changes)\./,
    'pace and pages that nodes share',
  ],
  [/^test\/sources\/faults\./, 'the same when sources fail'],
];

export const onServer = (file) => SERVER.some(([pattern]) => pattern.test(file));

/** What depends on the release of Node, besides what depends on the engine. */
export const NODE = [
  [/^src\/store\/embedded\//, 'threads, locks and files of the embedded database'],
  [/^src\/(base|cli|client|http)\//, 'streams, sockets, timers and text of the platform'],
  [/^test\/(cli|cli-pipes|start-and-stop)\./, 'the program as it is started, piped and ended'],
  [/^test\/(full-disk|restore-killed)\./, 'files that cannot be written or put in place'],
];

export const onThisNode = (file) => [...SERVER, ...NODE].some(([pattern]) => pattern.test(file));

/** The processes of a run, a list of files for each. */
export function groupsOf(files) {
  const left = new Set(files);
  const take = (pattern, size) => {
    const these = files.filter((file) => left.has(file) && pattern.test(file));
    for (const file of these) left.delete(file);
    const starts = these.map((_file, at) => at).filter((at) => at % size === 0);
    return starts.map((at) => these.slice(at, at + size));
  };
  return [
    ...LONGEST.flatMap(({ files: pattern, size }) => take(pattern, size)),
    ...ALONE.flatMap(([pattern]) => take(pattern, 1)),
    ...SHARED.flatMap(({ files: pattern, size }) => take(pattern, size)),
  ];
}
