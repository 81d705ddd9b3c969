// An operation as code: curl, TypeScript and Python.

import { BASE_PATH } from '#contract/envelope.js';
import { SQL_QUERY_EXAMPLE } from '#contract/openapi/area-examples.js';
import { requestExample } from '#contract/openapi/examples.js';
import { BODY_EXAMPLES } from '#contract/openapi/resource-examples.js';
import { type KnownOperation, OPERATIONS } from '#contract/resources.js';
import { LOOKUP_ROUTES, methodOf, SEARCH_ROUTES } from '#contract/routes.js';
import { nameOf } from '#contract/schema.js';
import { pythonName } from '../python/text.js';

const { sql: SQL } = SQL_QUERY_EXAMPLE;

export interface Call {
  readonly id: string;
  readonly method: string;
  /** The path with its version, `{name}` for an id. */
  readonly path: string;
}

export interface Snippet {
  readonly language: 'curl' | 'TypeScript' | 'Python';
  readonly code: string;
}

type Inputs = Readonly<Record<string, unknown>>;

export function snippetsOf(call: Call): readonly Snippet[] {
  return [
    { language: 'curl', code: curl(call) },
    { language: 'TypeScript', code: typeScript(call) },
    { language: 'Python', code: python(call) },
  ];
}

const SEARCHES: ReadonlyMap<string, Inputs> = new Map<string, Inputs>([
  ...SEARCH_ROUTES.map(({ id }): [string, Inputs] => [id, inputsOf(requestExample(id))]),
  ...LOOKUP_ROUTES.map(({ id, param_examples: { address } }): [string, Inputs] => [
    id,
    { address },
  ]),
]);
const RESOURCES: ReadonlyMap<string, KnownOperation> = new Map(
  OPERATIONS.map((one): [string, KnownOperation] => [one.id, one]),
);

const LATER_ID = '01a1f950-11aa-7c31-8a02-6f0e1c7d9b11';

/** Inputs of operations on resources, where an example helps. */
const INPUTS: Readonly<Record<string, Inputs>> = {
  events: { after: 0, wait: 20 },
  home_history: { source_id: '436465921149' },
  home_members: { home_ids: LATER_ID },
  homes: { zip: '78704', kind: 'listings', price_cut_within_days: 30 },
  statistics: { zip: '98103', kind: 'sold', by: 'quarter' },
  create_lookup_batch: { source: 'portal_a' },
  snapshot_difference: { to: LATER_ID },
  deliveries: { status: 'failed' },
  job: { wait: 20 },
};
/** What stands for an id in a path. */
const IDS: Readonly<Record<string, string>> = { source: 'portal_a' };

function inputsOf(request: string): Inputs {
  const pairs = [...new URLSearchParams(request.split('?')[1])];
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      name,
      name === 'zip' || !/^-?[\d.]+$/.test(value) ? value : Number(value),
    ]),
  );
}

const inputsFor = ({ id }: Call): Inputs => SEARCHES.get(id) ?? INPUTS[id] ?? {};
const bodyFor = ({ id }: Call): unknown => {
  const body = RESOURCES.get(id)?.body;
  return body && BODY_EXAMPLES[nameOf(body)];
};
const takesKey = ({ id }: Call): boolean => RESOURCES.get(id)?.replay !== undefined;
/** `/v1/watches/{watch_id}` as `/v1/watches/$WATCH_ID`. */
const pathWith = (path: string, print: (name: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => IDS[name] ?? print(name));

/** The name of the file that an operation answers with. */
const FILE = /(?:rows|history)\.(\w+)$/;

function curl(call: Call): string {
  const query = new URLSearchParams(
    Object.entries(inputsFor(call)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const path = pathWith(call.path, (name) => `$${name.toUpperCase()}`);
  const url = `"$ROWHOUSE_BASE_URL${path}${query === '' ? '' : `?${query}`}"`;
  const body = bodyFor(call);
  const file = FILE.exec(call.path)?.[0];
  return [
    `curl -s${call.method === 'GET' ? '' : ` -X ${call.method}`}`,
    ...(call.path.startsWith(BASE_PATH) ? [`-H "Authorization: Bearer $ROWHOUSE_API_KEY"`] : []),
    ...(takesKey(call) ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]),
    ...(file === undefined ? [] : [`-o ${file}`]),
    url,
  ].join(' \\\n  ');
}

/** Methods of the TypeScript client that are no search, with the names of ids as variables. */
const METHODS: Readonly<Record<string, (body: string) => string>> = {
  create_watch: (body) => `const watch = await rowhouse.watches.create(${body});`,
  watches: () => 'const { watches } = await rowhouse.watches.list();',
  watch: () => 'const watch = await rowhouse.watches.get(watchId);',
  change_watch: (body) => `await rowhouse.watches.change(watchId, ${body});`,
  delete_watch: () => 'await rowhouse.watches.remove(watchId);',
  run_watch: () => 'const run = await rowhouse.watches.run(watchId);',
  watch_runs: () => 'const { runs } = await rowhouse.watches.runs(watchId);',
  watch_rows: () =>
    'for await (const row of rowhouse.watches.rows(watchId)) {\n  console.log(row.source_id);\n}',
  events: () => 'const page = await rowhouse.events.page({ after: 0, wait: 20 });',
  home_history: () => "const history = await rowhouse.homeHistory('portal_a', '436465921149');",
  home: () => 'const home = await rowhouse.home(homeId);',
  home_members: () => `const { homes } = await rowhouse.homeMembers(['${LATER_ID}']);`,
  homes: () =>
    "const { homes } = await rowhouse.homes({ zip: '78704', kind: 'listings', price_cut_within_days: 30 });",
  home_comparables: () => 'const comparables = await rowhouse.homeComparables(homeId);',
  comparables: (body) => `const comparables = await rowhouse.comparables(${body});`,
  home_csv: () => "const csv = await rowhouse.homeFile(homeId, 'csv');",
  home_ndjson: () => "const lines = await rowhouse.homeFile(homeId, 'ndjson');",
  statistics: () =>
    "const figures = await rowhouse.statistics({ zip: '98103', kind: 'sold', by: 'quarter' });",
  create_lookup_batch: (body) =>
    `const { homes } = ${body};\nconst batch = await rowhouse.lookups.create('portal_a', homes);`,
  lookup_batches: () => 'const { batches } = await rowhouse.lookups.list();',
  lookup_batch: () => 'const batch = await rowhouse.lookups.get(batchId);',
  lookup_batch_homes: () => 'const { homes } = await rowhouse.lookups.homes(batchId);',
  lookup_batch_csv: () => "const csv = await rowhouse.lookups.file(batchId, 'csv');",
  lookup_batch_ndjson: () => "const lines = await rowhouse.lookups.file(batchId, 'ndjson');",
  retry_lookup_batch: () => 'const batch = await rowhouse.lookups.retry(batchId);',
  delete_lookup_batch: () => 'await rowhouse.lookups.remove(batchId);',
  create_snapshot: (body) => `const snapshot = await rowhouse.snapshots.create(${body});`,
  snapshots: () => 'const { snapshots } = await rowhouse.snapshots.list();',
  snapshot: () => 'const snapshot = await rowhouse.snapshots.get(snapshotId);',
  delete_snapshot: () => 'await rowhouse.snapshots.remove(snapshotId);',
  snapshot_ndjson: () => 'const content = await rowhouse.snapshots.content(snapshotId);',
  snapshot_parquet: () =>
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    'const response = await fetch(`${process.env.ROWHOUSE_BASE_URL}/v1/snapshots/${snapshotId}/rows.parquet`, {\n  headers: { authorization: `Bearer ${process.env.ROWHOUSE_API_KEY}` },\n});',
  snapshot_difference: () =>
    `const { changes } = await rowhouse.snapshots.difference(snapshotId, '${LATER_ID}');`,
  sql: () => `const { columns, rows } = await rowhouse.sql(\n  '${SQL}',\n);`,
  sql_csv: () => `const csv = await rowhouse.sqlFile(\n  '${SQL}',\n  'csv',\n);`,
  sql_ndjson: () => `const lines = await rowhouse.sqlFile(\n  '${SQL}',\n  'ndjson',\n);`,
  redeliver_event: () => 'await rowhouse.events.redeliver(seq);',
  create_endpoint: (body) => `const { secret } = await rowhouse.endpoints.create(${body});`,
  endpoints: () => 'const { endpoints } = await rowhouse.endpoints.list();',
  endpoint: () => 'const endpoint = await rowhouse.endpoints.get(endpointId);',
  change_endpoint: (body) => `await rowhouse.endpoints.change(endpointId, ${body});`,
  delete_endpoint: () => 'await rowhouse.endpoints.remove(endpointId);',
  rotate_secret: () => 'const { secret } = await rowhouse.endpoints.rotate(endpointId);',
  test_endpoint: () => 'await rowhouse.endpoints.test(endpointId);',
  deliveries: () =>
    "const { deliveries } = await rowhouse.endpoints.deliveries(endpointId, { status: 'failed' });",
  replay_endpoint: () => 'await rowhouse.endpoints.replay(endpointId, 81_000);',
  job: () => 'const job = await rowhouse.job(requestId, { wait: 20 });',
  job_rows_csv: () => "const csv = await rowhouse.rows(requestId, 'csv');",
  job_rows_geojson: () => "const geojson = await rowhouse.rows(requestId, 'geojson');",
  job_rows_ndjson: () => "const lines = await rowhouse.rows(requestId, 'ndjson');",
  job_rows_parquet: () => "const bytes = await rowhouse.rowsStream(requestId, 'parquet');",
  account: () => 'const account = await rowhouse.account();',
  sources: () => 'const { sources } = await rowhouse.sources();',
};

function typeScript(call: Call): string {
  const inputs = SEARCHES.get(call.id);
  if (inputs !== undefined)
    return `const page = await rowhouse.${methodOf(call.path.slice(BASE_PATH.length))}(${literal(inputs)});\nconsole.log(page.result.data);`;
  const print = METHODS[call.id];
  if (print !== undefined) return print(literal(bodyFor(call)));
  return `const response = await fetch(\`\${process.env.ROWHOUSE_BASE_URL}${call.path}\`);\nconsole.log(response.status, await response.json());`;
}

/** A value as TypeScript writes it. */
function literal(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, indent)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value).map(
      ([name, each]) => `${name}: ${literal(each, `${indent}  `)}`,
    );
    const line = `{ ${inner.join(', ')} }`;
    return line.length + indent.length < 60
      ? line
      : `{\n${inner.map((each) => `${indent}  ${each},\n`).join('')}${indent}}`;
  }
  return typeof value === 'string'
    ? `'${value.replaceAll("'", "\\'")}'`
    : (JSON.stringify(value) ?? '');
}

function python(call: Call): string {
  const inputs = inputsFor(call);
  const named = Object.entries(inputs).map(
    ([name, value]) => `${pythonName(name)}=${pythonValue(value)}`,
  );
  if (SEARCHES.has(call.id))
    return `page = rowhouse.${call.id}(${named.join(', ')}).page()\nprint(page.rows)`;
  const [file, format] = FILE.exec(call.path) ?? [];
  if (file !== undefined) {
    if (call.id.startsWith('lookup')) return `data = rowhouse.lookup_file(batch_id, "${format}")`;
    if (call.id.startsWith('snapshot'))
      return `data = rowhouse.snapshot_file(snapshot_id, "${format}")`;
    if (call.id.startsWith('sql'))
      return `data = rowhouse.sql_file(\n    sql="${SQL}",\n    format="${format}",\n)`;
    return file.startsWith('rows')
      ? `data = rowhouse.rows_file(request_id, "${format}")`
      : `data = rowhouse.home_file(home_id, "${format}")`;
  }
  if (!call.path.startsWith(`${BASE_PATH}/`))
    return `with urllib.request.urlopen(os.environ["ROWHOUSE_BASE_URL"] + "${call.path}") as response:\n    print(response.status)`;
  // The document itself: the only call with the version that is no method.
  if (call.id === 'openapi') return 'document = rowhouse.request("GET", "/openapi.json")';
  const ids = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    name in IDS ? `"${IDS[name]}"` : name,
  );
  const body = Object.entries((bodyFor(call) ?? {}) as Inputs).map(
    ([name, value]) => `${pythonName(name)}=${pythonValue(value)}`,
  );
  const args = [...ids, ...named, ...body, ...(takesKey(call) ? ['idempotency_key=key'] : [])];
  const result = call.method === 'DELETE' ? '' : 'answer = ';
  const line = `${result}rowhouse.${call.id}(${args.join(', ')})`;
  return line.length <= 88
    ? line
    : `${result}rowhouse.${call.id}(\n${args.map((arg) => `    ${arg},\n`).join('')})`;
}

const pythonValue = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /("(?:[^"\\]|\\.)*")|([:,])|\b(true|false|null)\b/g,
    (all, text, sign, word) =>
      text !== undefined ? all : sign !== undefined ? `${sign} ` : (PYTHON_WORDS[word] ?? all),
  );
const PYTHON_WORDS: Readonly<Record<string, string>> = {
  true: 'True',
  false: 'False',
  null: 'None',
};
