/** The search as code: curl, TypeScript, Python. */
import { BASE_PATH } from '#contract/envelope.js';
import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import { PARAMS, type ParamName } from '#contract/params.js';
import { methodOf, type SearchRoute } from '#contract/routes.js';

export interface Asked {
  readonly origin: string;
  readonly route: SearchRoute;
  readonly query: readonly (readonly [ParamName, string])[];
  /** The key to print: real or masked. */
  readonly key: string;
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

export function snippet(language: Language, asked: Asked): string {
  switch (language) {
    case 'curl':
      return curl(asked);
    case 'TypeScript':
      return typeScript(asked);
    case 'Python':
      return python(asked);
  }
}

/** The key with all but its first characters hidden. */
export const masked = (key: string): string =>
  `${key.slice(0, KEY_SHOWN)}${'•'.repeat(Math.max(0, Math.min(12, key.length - KEY_SHOWN)))}`;
const KEY_SHOWN = 8;

function curl({ origin, route, query, key }: Asked): string {
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const url = `${origin}${BASE_PATH}${route.path}?${text.replaceAll('%2C', ',')}`;
  return [
    `curl -s -H 'Authorization: Bearer ${key}' \\`,
    `  '${url}'`,
    '',
    '# 202: the job is pending. Poll its poll_url until its status is complete',
    `curl -s -H 'Authorization: Bearer ${key}' \\`,
    `  '${origin}POLL_URL?wait=${WAIT_SECONDS_MAX}'`,
  ].join('\n');
}

function typeScript({ origin, route, query, key }: Asked): string {
  const inputs = query.map(([name, value]) => `  ${name}: ${literal(name, value, 'ts')},`);
  return [
    "import { Rowhouse } from 'rowhouse/client';",
    '',
    `const rowhouse = new Rowhouse({ baseUrl: '${origin}', apiKey: '${key}' });`,
    `const envelope = await rowhouse.${methodOf(route.path)}({`,
    ...inputs,
    '});',
    'console.log(envelope.result?.count, envelope.result?.data);',
  ].join('\n');
}

function python({ origin, route, query, key }: Asked): string {
  const inputs = query.map(([name, value]) => `    "${name}": ${literal(name, value, 'py')},`);
  return [
    'import requests',
    '',
    `BASE = "${origin}"`,
    'session = requests.Session()',
    `session.headers["Authorization"] = "Bearer ${key}"`,
    '',
    `job = session.get(BASE + "${BASE_PATH}${route.path}", params={`,
    ...inputs,
    '}).json()',
    'while job.get("status") == "pending":',
    `    job = session.get(BASE + job["poll_url"], params={"wait": ${WAIT_SECONDS_MAX}}).json()`,
    'if job.get("error"):',
    '    raise RuntimeError(job["error"]["message"])',
    'print(job["result"]["count"], job["result"]["data"])',
  ].join('\n');
}

/** A literal of the language: numbers unquoted, lists as lists, everything else quoted. */
function literal(name: ParamName, value: string, language: 'ts' | 'py'): string {
  const { type } = PARAMS[name];
  if (type === 'integer' || type === 'decimal' || name === 'sold_within_days') return value;
  // Python's requests sends a list as a repeated parameter, which the service rejects.
  if (type === 'list' && language === 'ts') {
    return `[${value
      .split(',')
      .map((item) => `'${item}'`)
      .join(', ')}]`;
  }
  if (type === 'bbox' && language === 'ts') return `[${value.split(',').join(', ')}]`;
  return language === 'ts' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}
