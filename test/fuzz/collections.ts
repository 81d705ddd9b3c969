/** Whole collections from a source with corrupted answers: they fail, or their page is sound. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { CollectedPage } from '#collect/pages/page.js';
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS } from '#contract/field.js';
import { rowFields } from '#contract/fields.js';
import { NOTE_REASONS } from '#contract/values.js';
import { SourceError } from '#sources/driver.js';
import { collectChanged, type WireAnswer } from '../mutations/collect-changed.js';
import { ROUTES } from '../mutations/run-cases.js';
import { openWorld, type World } from '../mutations/world.js';
import { checkFields } from '../support/check-fields.js';
import { geography } from '../support/geography.js';
import { editedBytes, editedJson, oddText, written } from './arbitraries.js';
import { Canary, type Fuzzer, type OpenFuzzer } from './fuzzer.js';

interface Change {
  readonly world: number;
  /** The first answer, changed, or every answer. */
  readonly isEvery: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in place of the source's own; null for its own. */
  readonly body: Buffer | null;
}

const ROWS = 24;

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': ['text/html', 'application/json; charset=utf-16', 'text/csv; charset=x', ''],
  'content-encoding': ['gzip', 'br', 'deflate', 'identity', 'x'],
  'retry-after': ['0', '-1', '99999999999', 'soon'],
  'content-length': ['5'],
};

const change = (bodies: readonly { readonly prefix: string; readonly json: string }[]) =>
  fc.nat({ max: bodies.length - 1 }).chain((world): fc.Arbitrary<Change> => {
    const { prefix, json } = bodies[world] ?? { prefix: '', json: '{}' };
    const text = Buffer.from(prefix + json);
    return fc.record({
      world: fc.constant(world),
      isEvery: fc.boolean(),
      status: fc.oneof(
        { weight: 9, arbitrary: fc.constant(200) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            100,
            204,
            206,
            301,
            304,
            400,
            401,
            403,
            404,
            429,
            500,
            503,
            999,
          ),
        },
      ),
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom(...Object.keys(HEADERS))
            .chain((name) =>
              fc
                .oneof(fc.constantFrom(...(HEADERS[name] ?? [''])), oddText())
                .map((value) => ({ [name]: value })),
            ),
        },
      ),
      body: fc.oneof(
        {
          weight: 8,
          arbitrary: editedJson(JSON.parse(json)).map((value) =>
            Buffer.from(prefix + written(JSON.stringify(value) ?? '')),
          ),
        },
        { weight: 2, arbitrary: editedBytes(text) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    });
  });

export const COLLECTIONS: Fuzzer = {
  name: 'collections',
  about: 'whole collections from sources whose answers are changed',
  share: 2,
  open: async ({ canary }): Promise<OpenFuzzer<Change>> => {
    const geo = geography();
    const worlds: World[] = [];
    const bodies: { prefix: string; json: string }[] = [];
    for (const { source, kind } of ROUTES) {
      const world = await openWorld({ geo, source, kind, rows: ROWS });
      assert.ok(world !== null);
      worlds.push(world);
      bodies.push(await firstBody(world));
    }
    return {
      cases: change(bodies),
      check: async (input) => {
        const world = worlds[input.world];
        assert.ok(world !== undefined);
        const page = await collected(world, input);
        if (canary && page !== null && page.rows.length % 3 === 0) throw new Canary('by three');
        if (page !== null) checkPage(world, page);
      },
      close: async () => undefined,
    };
  },
};

/** The first answer of a collection. */
async function firstBody(world: World): Promise<{ prefix: string; json: string }> {
  let first: { prefix: string; json: string } | undefined;
  const watched: World = {
    ...world,
    answer: async (request) => {
      const answer = await world.answer(request);
      first ??= answer;
      return answer;
    },
  };
  await collectChanged(watched, {});
  assert.ok(first !== undefined);
  return first;
}

/** The page, or null where the source is said to have failed. */
async function collected(
  world: World,
  { isEvery, status, headers, body }: Change,
): Promise<CollectedPage | null> {
  let answers = 0;
  const send = (answer: WireAnswer): WireAnswer => {
    answers += 1;
    if (answers > 1 && !isEvery) return answer;
    return { status, headers: { ...answer.headers, ...headers }, bytes: body ?? answer.bytes };
  };
  try {
    return await collectChanged(world, { send });
  } catch (error) {
    if (error instanceof SourceError) {
      assert.doesNotMatch(error.message, /node_modules|\.[jt]s:\d/);
      return null;
    }
    throw error;
  }
}

function checkPage({ source, kind }: World, page: CollectedPage): void {
  assert.match(page.completeness, /^(?:complete|partial)$/);
  assert.equal(
    new Set(page.rows.map(({ source_id }) => source_id)).size,
    page.rows.length,
    'a row twice',
  );
  for (const row of page.rows) {
    checkFields('', { ...row }, rowFields(kind));
    checkFields('address.', { ...row.address }, ADDRESS_FIELDS);
    checkFields('extras.', { ...row.extras }, extrasFields(source, kind));
  }
  for (const { reason, detail } of page.field_notes) {
    assert.ok(reason in NOTE_REASONS && (detail ?? '').length <= 80, `${reason} ${detail}`);
  }
  if (page.completeness === 'partial') {
    assert.ok(
      page.field_notes.some(({ field }) => field === 'data'),
      'a partial page says why',
    );
  }
  const bytes = JSON.stringify(page).length;
  assert.ok(bytes < PAGE_BYTES_MAX, `${bytes} bytes`);
}

const PAGE_BYTES_MAX = 16 * 1024 * 1024;
