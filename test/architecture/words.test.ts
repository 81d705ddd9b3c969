/**
 * Words that are not written, in code and in what people read. STYLE.md shows those of texts to
 * writers.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { filesOf, placesOf, textOf } from './read-tree.js';

/**
 * Not written anywhere, code and comments included: words of the first version that only its
 * authors knew.
 */
const NOWHERE: Readonly<Record<string, RegExp>> = {
  'request pipeline, step': /\bladders?\b|\brungs?\b/i,
  'fast path': /\bshort way\b/i,
  application: /\b(this|our|the|open|test)[ -]house\b|\bopenHouse\b|\bwalking[ -]house\b/i,
  'module boundary': /\bwalls?\b/i,
  again: /\banew\b/i,
  'validated against': /\bheld against\b/i,
  'returned, shows': /\b(un)?told\b|\btells\b/i,
  'same for': /\blikewise\b/i,
  fix: /\bmends?\b/i,
  'disconnected clients': /\bwhoever has gone\b/i,
  'internal error': /\bfaults? of ours\b|\bour fault\b|\bworld's fault\b/i,
  'best effort': /\bfavours?\b/i,
  'valid, cached': /\bbeliev(e|es|ed)\b/i,
  'timeout, retry budget': /\bpatience/i,
  maintenance: /\bupkeep\b/i,
  cleanup: /\bsweep(s|er|ing)?\b/i,
  'report, checker': /\bverdicts?\b/i,
  'injected failures, seeded bugs': /\bhurts?\b|\bplant(s|ed)\b/i,
  batcher: /\bdesks?\b/i,
  'behaviour settings': /\bhabits?\b/i,
};

/** Where a word means what it says: rows are of houses too, some of which are open on Saturday. */
const PLAIN_THERE: Readonly<Record<string, RegExp>> = {
  application: /^(?:src\/(?:sources|sandbox)|test\/(?:honest|mutations))\//,
};

/**
 * Not written in texts: an example, what to write instead, and what finds it. STYLE.md has the
 * first two.
 */
const IN_TEXTS: readonly (readonly [example: string, write: string, word: RegExp])[] = [
  ['They begin anew', 'They restart', /\banew\b/i],
  ['until an operator is told', 'until an operator corrects it', /\b(?:un)?told\b|\btells\b/i],
  ['goes on where it stood', 'resumes, continues', /\bgo(?:es)? on\b|\bwhere (?:it|they) stood\b/i],
  ['there is none', 'no … exists, none found', /\b(?:is|are|was|were) none\b/i],
  [
    'remarks are no rows',
    'is not a, are not',
    /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|\d)/i,
  ],
  [
    'the last reading',
    'collection, fetch',
    /\breadings\b|\b(?:an?|the|each|every|one|no|last|first|new|failed|complete|whole|shared) reading\b(?! ahead)/i,
  ],
  ['rows are kept', 'stored, cached, retained', /\bkept\b(?![- ]out\b)/i],
  ['the change is noted', 'recorded', /\bnot(?:ed|ing)\b/i],
  ['at most so many', 'at most N, as many', /\bso many\b/i],
  [
    'a cache of its own',
    'its own cache, a separate cache',
    /\bof (?:its|their|his|our) own\b(?! \w+s\b)/i,
  ],
  [
    'the ZIP is asked for',
    'requested, queried',
    /\b(?:is|are|was|were|be|been) asked (?:for|by|of)\b/i,
  ],
  ['a page that nobody read', 'an unread page', /\b(?:that|which) nobody\b/i],
  ["the operator's word", "an operator's correction", /\boperator's word\b/i],
  ['wrong use', 'usage error', /\bwrong use\b/i],
  ['processor time', 'CPU time', /\bprocessor time\b/i],
  ['whoever asks is shown', 'callers see', /\bwhoever (?:asks|reads|wants)\b/i],
  ['held to be dead', 'considered dead', /\b(?:held|taken) (?:to be|for) (?:dead|gone|lost)\b/i],
];

/** This file names the words. */
const EXCEPT = ['test/architecture/words.test.ts'];
const CODE = ['.ts', '.tsx', '.js', '.lua'];

for (const [instead, word] of Object.entries(NOWHERE)) {
  test(`plain words: ${instead}`, () => {
    const found = filesOf(['src', 'test', 'bench', 'scripts', 'console/src'], CODE)
      .filter((path) => !EXCEPT.includes(path) && PLAIN_THERE[instead]?.test(path) !== true)
      .flatMap((path) => placesOf(path, textOf(path), word));
    assert.deepEqual(found, []);
  });
}

interface Text {
  readonly kind: 'document' | 'change' | 'message' | 'console' | 'title';
  readonly at: string;
  readonly text: string;
}

const textsOf = (kind: Text['kind'], path: string, source: string): Text[] => {
  if (path.endsWith('.md'))
    return linesOf(source).map((line) => ({ ...line, kind, at: `${path}:${line.at}` }));
  return stringsOf(path, source, kind === 'title').map(([line, text]) => ({
    kind,
    at: `${path}:${line}`,
    text,
  }));
};

/**
 * The lines of a document, without code and names, and without the table of STYLE.md that has the
 * words.
 */
function linesOf(source: string): { readonly at: number; readonly text: string }[] {
  const blank = (part: string) => part.replace(/[^\n]/g, '');
  return source
    .replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, blank)
    .replace(/^\| write [\s\S]*?(?:\n\n|$(?![\s\S]))/m, blank)
    .split('\n')
    .map((text, index) => ({ at: index + 1, text }));
}

/**
 * The titles of tests in a file, or else its strings of two words and more: messages, descriptions,
 * texts of JSX.
 */
function stringsOf(path: string, source: string, titles: boolean): (readonly [number, string])[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found: (readonly [number, string])[] = [];
  const visit = (node: ts.Node): void => {
    const text = wordsOf(node);
    const isWanted = titles
      ? isTitle(node)
      : text !== null && /\w\s+\w/.test(text) && !SQL.test(text);
    if (text !== null && isWanted) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push([line + 1, text.replace(/\s+/g, ' ')]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const SQL = /\b(?:select|insert into|update|delete from|with)\b[\s\S]*\b(?:from|set|values|as)\b/;

function wordsOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/**
 * Whether a node is the first argument of test(), describe() and the like, also as a member:
 * `t.test()`.
 */
const isTitle = ({ parent, pos }: ts.Node): boolean =>
  parent !== undefined &&
  ts.isCallExpression(parent) &&
  parent.arguments[0]?.pos === pos &&
  /^(?:\w+\.)?(?:test|it|describe|suite)(?:\.\w+)?$/.test(parent.expression.getText());

const SOURCES: Readonly<Record<Text['kind'], () => string[]>> = {
  document: () =>
    filesOf(['docs', '.'], ['.md']).filter((path) => !/^changes\/|fixtures\//.test(path)),
  change: () => filesOf(['changes'], ['.md']),
  message: () => filesOf(['src'], ['.ts']).filter((path) => !path.endsWith('.test.ts')),
  console: () =>
    filesOf(['console/src'], ['.ts', '.tsx']).filter((path) => !path.endsWith('.test.ts')),
  title: () => filesOf(['test', 'src', 'console/src'], ['.ts']),
};
const TEXTS = (Object.keys(SOURCES) as Text['kind'][]).flatMap((kind) =>
  [...new Set(SOURCES[kind]())]
    .filter((path) => !EXCEPT.includes(path))
    .flatMap((path) => textsOf(kind, path, textOf(path))),
);

const BANNED = [
  ...IN_TEXTS.map(([, write, word]) => [write, word] as const),
  ...Object.entries(NOWHERE).filter(([write]) => write !== 'application'),
];

/** The texts that hold a word, with what to write instead. */
const wordsIn = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ at, text }) => {
    const write = BANNED.find(([, word]) => word.test(text))?.[0];
    return write === undefined ? [] : [`${at}: write "${write}": ${text.trim()}`];
  });

test('documents, changes, messages, console texts and test titles are written in plain words', () => {
  assert.deepEqual(wordsIn(TEXTS), []);
});

test('the guard reads all kinds of text', () => {
  const counts = Object.fromEntries(
    Object.keys(SOURCES).map((kind) => [kind, TEXTS.filter((one) => one.kind === kind).length]),
  );
  const least = { document: 3_000, change: 20, message: 2_000, console: 500, title: 1_500 };
  for (const [kind, count] of Object.entries(least)) {
    assert.ok((counts[kind] ?? 0) > count, `${kind}: ${counts[kind]}`);
  }
});

test('each phrase is found wherever it may be planted, and what is written instead is not', () => {
  const places: readonly (readonly [Text['kind'], string, (phrase: string) => string])[] = [
    ['document', 'a.md', (phrase) => `# Title\n\nThe page: ${phrase}.\n`],
    ['change', 'b.md', (phrase) => `Interface: ${phrase}\n`],
    ['message', 'c.ts', (phrase) => `throw new CliError(\`\${name}: ${phrase}.\`);`],
    ['console', 'd.tsx', (phrase) => `const a = <p>It says {name}: ${phrase}.</p>;`],
    ['title', 'e.ts', (phrase) => `t.test("${phrase} here", () => {});`],
  ];
  for (const [example, write] of IN_TEXTS) {
    for (const [kind, path, around] of places) {
      const found = wordsIn(textsOf(kind, path, around(example)));
      assert.ok(found.length > 0, `${example} in a ${kind}`);
      assert.deepEqual(wordsIn(textsOf(kind, path, around(write))), [], write);
    }
  }
});

test('STYLE.md names the words that are not written in texts', () => {
  const rows = [...textOf('STYLE.md').matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, ...cells]) => cells,
  );
  const from = rows.findIndex(([first]) => first === 'write');
  assert.ok(from >= 0, 'a table | write | instead of |');
  assert.deepEqual(
    rows.slice(from + 2),
    IN_TEXTS.map(([example, write]) => [write, example]),
  );
});
