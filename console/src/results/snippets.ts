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
  // Only an answer that is pending has a poll_url.
  return [
    `AUTH='Authorization: Bearer ${key}'`,
    `ANSWER=$(curl -s -H "$AUTH" \\`,
    `  '${shellQuoted(url)}')`,
    `while POLL_URL=$(printf %s "$ANSWER" | sed -n 's/.*"poll_url":"\\([^"]*\\)".*/\\1/p'); [ -n "$POLL_URL" ]; do`,
    `  ANSWER=$(curl -s -H "$AUTH" "${origin}$POLL_URL?wait=${WAIT_SECONDS_MAX}")`,
    'done',
    `printf '%s\\n' "$ANSWER"`,
  ].join('\n');
}

/** encodeURIComponent leaves an apostrophe as it is. */
const shellQuoted = (url: string): string => url.replaceAll("'", '%27');

function typeScript({ origin, route, query, key }: Asked): string {
  const inputs = query.map(([name, value]) => `  ${name}: ${literal(name, value, 'ts')},`);
  return [
    "import { Rowhouse } from 'rowhouse/client';",
    '',
    `const rowhouse = new Rowhouse({ baseUrl: '${origin}', apiKey: '${key}' });`,
    `const envelope = await rowhouse.${methodOf(route.path)}({`,
    ...inputs,
    '});',
    'console.log(envelope.result.count, envelope.result.data);',
  ].join('\n');
}

function python({ origin, route, query, key }: Asked): string {
  const inputs = query.map(([name, value]) => `    "${name}": ${literal(name, value, 'py')},`);
  return [
    'import json',
    'from urllib.parse import urlencode',
    'from urllib.request import Request, urlopen',
    '',
    '',
    'def get(path, query):',
    `    url = "${origin}" + path + "?" + urlencode(query)`,
    `    headers = {"Authorization": "Bearer ${key}"}`,
    '    with urlopen(Request(url, headers=headers)) as answer:',
    '        return json.load(answer)',
    '',
    '',
    `job = get("${BASE_PATH}${route.path}", {`,
    ...inputs,
    '})',
    'while job["status"] == "pending":',
    `    job = get(job["poll_url"], {"wait": ${WAIT_SECONDS_MAX}})`,
    'if job["error"]:',
    '    raise RuntimeError(job["error"]["message"])',
    'print(job["result"]["count"], job["result"]["data"])',
  ].join('\n');
}

/** A literal of the language: numbers unquoted, lists as lists, everything else quoted. */
function literal(name: ParamName, value: string, language: 'ts' | 'py'): string {
  const { type } = PARAMS[name];
  if (type === 'integer' || type === 'decimal' || name === 'sold_within_days') return value;
  // Python's urlencode sends a list as its text, which the service rejects.
  if (type === 'list' && language === 'ts') {
    return `[${value
      .split(',')
      .map((item) => `'${item}'`)
      .join(', ')}]`;
  }
  if (type === 'bbox' && language === 'ts') return `[${value.split(',').join(', ')}]`;
  return language === 'ts' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}
