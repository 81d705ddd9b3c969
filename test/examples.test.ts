/** Examples of the documents and console on later days: the sandbox's homes change daily. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { LOOKUP_ROUTES } from '#contract/routes.js';
import { operations } from '../scripts/docs/operations.js';
import { snippetsOf } from '../scripts/docs/snippets.js';
import { filesOf, textOf } from './architecture/read-tree.js';
import { codeBlocks } from './support/code-blocks.js';
import { sharedApp } from './support/open-test-app.js';

/** Days between the moments: today, a month later, a year and five years later. */
const STEPS = [0, 30, 335, 1_460];
/** What a page says whose homes, ids and prices are those of one day. */
const VARIES =
  /The homes of the\s+sandbox\s+change every day|the homes of the sandbox change every day/;
const ADDRESS = /\d+ [A-Z]\w+ (?:\w+ )*\w+, Austin, TX(?: \d{5})?/g;
/** As portal_a has them. */
const SOURCE_ID = /\b436\d{9}\b/g;

const t = sharedApp({
  sandbox: {
    places: [
      { zip: '78701', homes: 30 },
      { zip: '78704', homes: 60 },
    ],
    // As in the sandbox of a first start.
    towers: [{ zip: '78701', homes: 900 }],
  },
});
let key: string;
before(async () => {
  key = (await t.account()).api_key;
});

interface Example {
  readonly from: string;
  readonly param: 'address' | 'source_id';
  readonly value: string;
}

/** The addresses and ids of a text; one of an error is found nowhere. */
function examplesIn(from: string, text: string): Example[] {
  const found = (param: Example['param'], values: readonly string[]) =>
    [...new Set(values)].map((value) => ({ from, param, value }));
  return [
    ...found('address', text.match(ADDRESS) ?? []),
    ...found('source_id', text.match(SOURCE_ID) ?? []),
  ].filter(({ value }) => !value.includes('Nowhere'));
}

const PAGES = [...filesOf(['docs'], ['.md']), 'README.md'].filter(
  (path) => !path.includes('decisions/'),
);
const EXAMPLES: readonly Example[] = [
  ...PAGES.filter((path) => !VARIES.test(textOf(path))).flatMap((path) =>
    examplesIn(path, textOf(path)),
  ),
  // The placeholders of the console, and the OpenAPI document.
  ...LOOKUP_ROUTES.flatMap(({ id, param_examples }) =>
    examplesIn(id, Object.values(param_examples).join('\n')),
  ),
  ...operations().flatMap((one) =>
    snippetsOf(one).flatMap(({ code }) => examplesIn(one.id, decodeURIComponent(code))),
  ),
];

test('an address or id in the documents and placeholders is a home on any day', async () => {
  assert.ok(EXAMPLES.length >= 8, `${EXAMPLES.length} examples`);
  const asked = new Map(EXAMPLES.map((one) => [`${one.param}=${one.value}`, one]));
  for (const days of STEPS) {
    t.clock.advance(days * DAY_MS);
    for (const { from, param, value } of asked.values()) {
      const query = new URLSearchParams({ [param]: value });
      const answer = (await t.settled(`/v1/portal_a/home?${query}`, key)).json();
      const at = `${from}: ${value}, ${new Date(t.clock.nowMs()).toISOString()}`;
      assert.equal(answer.status, 'complete', `${at}: ${JSON.stringify(answer.error)}`);
      const [home] = answer.result.data;
      assert.equal(home.source_id, '436465921149', at);
      assert.equal(home.extras.home_id, '56f687a0-3791-8082-b59b-2e9fbb383d0c', at);
    }
  }
});

/** The type of each member, where the shown value has some: of the first element of an array. */
function typesLike(shown: unknown, real: unknown): unknown {
  if (Array.isArray(shown)) return [typesLike(shown[0], Array.isArray(real) ? real[0] : real)];
  if (typeof shown !== 'object' || shown === null) return real === undefined ? 'none' : 'some';
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      typesLike(value, (real as Record<string, unknown> | undefined)?.[name]),
    ]),
  );
}

test('the search of the README has the members that it shows on any day, and the README says what differs', async () => {
  assert.match(textOf('README.md'), VARIES);
  const [pending = '', shown = ''] = codeBlocks('README.md', 'json');
  for (const days of STEPS) {
    t.clock.advance(days * DAY_MS);
    const first = await t.get('/v1/portal_a/listings?zip=78704', key);
    assert.equal(first.statusCode, 202);
    assert.deepEqual(Object.keys(first.json()), Object.keys(JSON.parse(pending)));
    const { result } = (await t.settled(`${first.json().poll_url}?wait=20`, key)).json();
    const wanted = JSON.parse(shown);
    assert.deepEqual(typesLike(wanted, result), typesLike(wanted, wanted));
    for (const name of ['source', 'query', 'completeness', 'next_cursor'])
      assert.deepEqual(result[name], wanted[name], name);
    const notes = result.field_notes.map((note: object) => JSON.stringify(note));
    assert.ok(notes.includes(JSON.stringify(wanted.field_notes[0])));
  }
});
