/**
 * Answers that contain no data: challenge pages, queries blocked by their form, and redirects to
 * the start page. They look alike at every source, so one table detects them before a reader sees
 * the body. A barrier is reported as such, never as an empty or a changed answer, and nothing here
 * circumvents one.
 */
import type { FailedAnswer } from './driver.js';
import { readJsonOr } from './json-body.js';
import { isRaw, listOf, rawOf } from './raw-values.js';
import { SourceError } from './source-error.js';

/** Challenge pages are small; a larger page of homes is never one, whatever words it contains. */
const BARRIER_CHARS_MAX = 80 * 1_024;
const BARRIER_STATUSES: ReadonlySet<number> = new Set([200, 202, 403]);

/** Texts that occur together in a challenge page; the first one names it in the message. */
const CHALLENGES: readonly (readonly [name: string, ...others: string[]])[] = [
  ['px-captcha'],
  ['captcha-delivery'],
  ['awswaf.com', 'challenge.js'],
];

/** Codes of GraphQL errors that block a query by its form, for every sender. */
export const BARRED_FORMS: ReadonlySet<string> = new Set(['GRAPH_RESILIENCY_ERROR']);

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The error that an answer means; null if its reader may see it. `base` is the address that the
 * source's paths follow, where it is known.
 */
export function barrierIn(source: string, answer: FailedAnswer, base?: string): SourceError | null {
  const { status, body } = answer;
  if (REDIRECTS.has(status) && base !== undefined) return startPage(source, answer, base);
  if (!BARRIER_STATUSES.has(status) || body.length >= BARRIER_CHARS_MAX) return null;
  const found = CHALLENGES.find((texts) => texts.every((text) => body.includes(text)));
  // Only a 200 can be data, and data may contain any text.
  if (found !== undefined && (status !== 200 || isChallenge(body, found))) {
    return new SourceError(
      'refused',
      `${source} blocked the request with a challenge page (${found[0]}, HTTP ${status}). Nothing was charged; try again later.`,
      { blocked: true },
    );
  }
  const barred = status === 200 ? barredForm(body) : undefined;
  return barred === undefined ? null : barredQuery(source, barred);
}

/** The error for a query whose form the source accepts from nobody. */
export const barredQuery = (source: string, code: string): SourceError =>
  new SourceError(
    'changed',
    `${source} blocks queries of this form (${code}) for every sender. Nothing was charged.`,
  );

/** The data that a page carries for its scripts: homes and their remarks. */
const DATA_SCRIPT = /<script\b[^>]*type="application\/json"[^>]*>[\s\S]*?<\/script/gi;

/** Whether the texts are in a page's markup or at the root of a JSON object, not among homes. */
function isChallenge(body: string, texts: readonly string[]): boolean {
  const text = body.trimStart();
  if (text.startsWith('<')) {
    const markup = text.replace(DATA_SCRIPT, '');
    return texts.every((one) => markup.includes(one));
  }
  const root = readJsonOr(text, null);
  if (!isRaw(root)) return false;
  const words = Object.values(root).filter((value) => typeof value === 'string');
  return texts.every((one) => words.some((value) => value.includes(one)));
}

/** The code of the first GraphQL error that blocks a query, if there is no data. */
function barredForm(body: string): string | undefined {
  if (![...BARRED_FORMS].some((code) => body.includes(code))) return undefined;
  const { data, errors } = rawOf(readJsonOr(body, null));
  if (Object.values(rawOf(data)).some(isRaw)) return undefined;
  const codes = listOf(errors).map((error) => rawOf(rawOf(error).extensions).code);
  return codes.find((code): code is string => typeof code === 'string' && BARRED_FORMS.has(code));
}

function startPage(
  source: string,
  { status, headers }: FailedAnswer,
  base: string,
): SourceError | null {
  const { location = '' } = headers;
  if (location === '' || !URL.canParse(location, base)) return null;
  const path = new URL(location, base).pathname.replace(/\/$/, '');
  if (path !== '' && path !== new URL(base).pathname.replace(/\/$/, '')) return null;
  return new SourceError(
    'changed',
    `${source} redirected the search to its home page (HTTP ${status}): the area or the page is out of range. Nothing was charged.`,
  );
}
