/** Changes of a source's overall behaviour: counts, pages, order, place, bytes, status. */
import { askFor } from '#collect/area/area-search.js';
import type { Row } from '#contract/rows.js';
import type { Question } from '#sources/driver.js';
import type { Change, WireAnswer } from './collect-changed.js';
import { isHolder, type Path, pathsIn, slotsOf } from './members.js';
import { firstAsk, type World } from './world.js';

/** What the cases of a source need to know of its answers. */
export interface Shape {
  /** The lists that hold the rows. */
  readonly lists: readonly Path[];
  /** The members that hold the number of rows of the search. */
  readonly counts: readonly Path[];
  /** Rows of the search. */
  readonly total: number;
}

/** The lists of rows and the counts of an answer, by how long and how large they are. */
export function shapeOf(root: unknown, rows: number, total: number | null): Shape {
  const paths = pathsIn(root);
  const values = (path: Path) => slotsOf(root, path).map(({ holder, key }) => holder[key]);
  const isTop = (path: Path) => !path.includes('[]');
  return {
    lists: paths.filter(
      (path) =>
        isTop(path) &&
        values(path).some(
          (value) => Array.isArray(value) && value.length >= rows && value.every(isHolder),
        ),
    ),
    counts: paths.filter((path) => isTop(path) && total !== null && values(path)[0] === total),
    total: total ?? rows,
  };
}

export const BEHAVIOURS: Readonly<Record<string, (shape: Shape, old: World) => Change>> = {
  'count: 0': (shape) => editCounts(shape, () => 0),
  'count: half of the rows': (shape) => editCounts(shape, (total) => Math.floor(total / 2)),
  'count: rows of one page': (shape) => editCounts(shape, (_total, shown) => shown),
  'count: one less': (shape) => editCounts(shape, (total) => total - 1),
  'count: double': (shape) => editCounts(shape, (total) => total * 2),
  'count: one more': (shape) => editCounts(shape, (total) => total + 1),
  'count: missing': (shape) => editCounts(shape, () => undefined),
  'pages: a third of the rows': (shape) =>
    editRows(shape, (rows) => rows.slice(0, rows.length / 3)),
  'pages: 100 rows at most': (shape) => editRows(shape, (rows) => rows.slice(0, 100)),
  'pages: 7 rows less': (shape) => editRows(shape, (rows) => rows.slice(0, -7)),
  'pages: without rows': (shape) => editRows(shape, () => []),
  'pages: the second without rows': (shape) =>
    editRows(shape, (rows, page) => (page === 2 ? [] : rows)),
  'pages: the first for every number': () => ({ hear: hearPage(() => 1) }),
  'pages: numbered from 0': () => ({ hear: hearPage((page) => page + 1) }),
  'pages: one behind': () => ({ hear: hearPage((page) => Math.max(1, page - 1)) }),
  'order: reversed': (shape) => editRows(shape, (rows) => rows.toReversed()),
  'repeats: every row twice': (shape) =>
    editRows(shape, (rows) => rows.flatMap((row) => [row, row])),
  'repeats: the first row in place of all': (shape) =>
    editRows(shape, (rows) => rows.map(() => rows[0])),
  'repeats: the first half twice': (shape) =>
    editRows(shape, (rows) => {
      const half = rows.slice(0, rows.length / 2);
      return [...half, ...half];
    }),
  'area: another place': () => ({ hear: hearElsewhere }),
  'area: another place on the second page': () => ({
    hear: (question, world) => (pageOf(question) === 2 ? hearElsewhere(question, world) : question),
  }),
  'area: all the source has': () => ({ hear: hearEverything }),
  'old: an answer of a month ago': (_shape, old) => ({ from: old }),
  'bytes: cut': () => sendText((text) => text.slice(0, text.length * 0.7)),
  'bytes: cut after a row': (shape) =>
    editRows(shape, (rows) => rows.slice(0, Math.ceil(rows.length * 0.7))),
  'bytes: none': () => sendText(() => ''),
  'bytes: null': () => sendText(() => 'null'),
  'bytes: an empty object': () => sendText(() => '{}'),
  'bytes: an empty list': () => sendText(() => '[]'),
  'status: 200 with a web page': () => sendText(() => WEB_PAGE, 'text/html'),
  'status: 204': () => ({ send: () => answerOf(204, '') }),
  'status: 206': () => ({ send: (answer) => ({ ...answer, status: 206 }) }),
  'status: 301': () => ({ send: () => answerOf(301, WEB_PAGE, { location: '/login' }) }),
  'status: 404': () => ({ send: () => answerOf(404, WEB_PAGE) }),
  'status: 200 for an error': () => sendText(() => '{"error":"internal error","status":500}'),
};

const WEB_PAGE = '<!doctype html><html><head><title>Sign in</title></head><body></body></html>';

/** Texts with some letters replaced by non-ASCII ones, sent in several encodings. */
export const ENCODINGS: Readonly<Record<string, Change['send'] & object>> = {
  'encoding: UTF-8 with a mark': recoded('utf-8', (text) => Buffer.from(`\uFEFF${text}`)),
  'encoding: Latin-1, declared': recoded('iso-8859-1', (text) => Buffer.from(text, 'latin1')),
  'encoding: Latin-1 declared as UTF-8': recoded('utf-8', (text) => Buffer.from(text, 'latin1')),
  'encoding: Latin-1, undeclared': recoded(null, (text) => Buffer.from(text, 'latin1')),
  'encoding: UTF-8 declared as Latin-1': recoded('iso-8859-1', (text) => Buffer.from(text)),
  'encoding: UTF-16, declared': recoded('utf-16le', (text) =>
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
  ),
  'encoding: UTF-16 with a mark': recoded(null, (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
};

/** Puts accents into the texts of addresses that the rows took over as they are. */
export function accent(rows: readonly Row[]): (root: unknown) => void {
  const texts = new Set<string>();
  const gather = (value: unknown): void => {
    if (typeof value === 'string' && WORDS.test(value)) texts.add(value);
    if (isHolder(value)) for (const member of Object.values(value)) gather(member);
  };
  for (const { address } of rows) gather(address);
  const walk = (holder: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'string' && texts.has(value))
        holder[key] = value.replace(/[ae](?=[a-z])/, 'é');
      if (isHolder(value)) walk(value);
    }
  };
  return (root) => {
    if (isHolder(root)) walk(root);
  };
}

const WORDS = /^[A-Z0-9][\w.#-]*( [\w.#&-]+)+$/;

function recoded(charset: string | null, encode: (text: string) => Buffer) {
  const type = `application/json${charset === null ? '' : `; charset=${charset}`}`;
  return (answer: WireAnswer): WireAnswer => ({
    ...answer,
    headers: { 'content-type': type },
    bytes: encode(answer.bytes.toString()),
  });
}

const answerOf = (status: number, text: string, headers = {}): WireAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  bytes: Buffer.from(text),
});

const sendText = (change: (text: string) => string, type = 'application/json'): Change => ({
  send: (answer) => ({
    ...answer,
    headers: { 'content-type': `${type}; charset=utf-8` },
    bytes: Buffer.from(change(answer.bytes.toString())),
  }),
});

const pageOf = ({ at }: Question): number => ('page' in at ? at.page : 1);

const editRows = (
  { lists }: Shape,
  change: (rows: readonly unknown[], page: number) => readonly unknown[],
): Change => ({
  edit: (root, question) => {
    for (const { holder, key } of lists.flatMap((path) => slotsOf(root, path))) {
      const rows = holder[key];
      if (Array.isArray(rows)) holder[key] = change(rows, pageOf(question));
    }
  },
});

const editCounts = (
  { counts, lists }: Shape,
  change: (total: number, shown: number) => number | undefined,
): Change => ({
  edit: (root) => {
    const [list] = lists.flatMap((path) => slotsOf(root, path));
    const rows = list?.holder[list.key];
    for (const { holder, key } of counts.flatMap((path) => slotsOf(root, path))) {
      const made = change(Number(holder[key]), Array.isArray(rows) ? rows.length : 0);
      if (made === undefined) delete holder[key];
      else holder[key] = made;
    }
  },
});

const hearPage =
  (change: (page: number) => number) =>
  (question: Question): Question =>
    'page' in question.at ? { ...question, at: { page: change(question.at.page) } } : question;

const hearElsewhere = (question: Question, world: World): Question => ({
  ...question,
  area: firstAsk({ ...world, area: world.elsewhere }),
});

/** The box of both places and all between them. */
function hearEverything(question: Question, world: World): Question {
  const [here] = world.area.cover;
  const [there] = world.elsewhere.cover;
  if (here === undefined || there === undefined) return question;
  const box = {
    w: Math.min(here.w, there.w),
    s: Math.min(here.s, there.s),
    e: Math.max(here.e, there.e),
    n: Math.max(here.n, there.n),
  };
  if (question.area.by === 'state') return { ...question, area: { by: 'everything' } };
  const area = { test: { by: 'box', box }, cover: [box], exact: true } as const;
  return { ...question, area: askFor({ driver: world.driver, area }, box) };
}
