/** Cursors: of the page before, changed, of other searches, and none. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { editedText, oddText, written } from './arbitraries.js';
import type { Fuzzer, OpenFuzzer } from './fuzzer.js';
import { CANARY_MARK, type FuzzWorld, openWorld } from './world.js';

interface Call {
  /** The search whose cursor is sent, and the one that it is sent with. */
  readonly of: number;
  readonly to: number;
  /** Null: as it was given. */
  readonly changed: string | null;
}

const SEARCHES = [
  '/v1/portal_a/listings?zip=78704',
  '/v1/portal_a/listings?zip=78704&beds_min=2',
  '/v1/portal_a/sold?zip=78704',
  '/v1/auction/listings?bbox=-97.86,30.14,-97.68,30.30',
  '/v1/nyc_portal/listings?zip=10025',
  '/v1/mls/listings?zip=78704',
];

export const CURSORS: Fuzzer = {
  name: 'cursors',
  about: 'cursors, given and changed',
  share: 6,
  open: async (options): Promise<OpenFuzzer<Call>> => {
    const world = await openWorld(options);
    const headers = { authorization: `Bearer ${world.account.api_key}`, host: 'localhost' };
    const pages: { readonly path: string; readonly cursor: string }[] = [];
    for (const path of SEARCHES) {
      const page = await world.settle(await world.ask({ target: path, headers }));
      const { result } = page.json<{ result: { next_cursor: string | null } | null }>();
      if (typeof result?.next_cursor === 'string') pages.push({ path, cursor: result.next_cursor });
    }
    assert.ok(pages.length > 3, 'most searches have a second page');
    return {
      cases: call(pages.map(({ cursor }) => cursor)),
      check: (input) => check(world, headers, pages, input),
      checkAll: world.checkCharges,
      close: world.close,
    };
  },
};

const call = (cursors: readonly string[]): fc.Arbitrary<Call> =>
  fc.nat({ max: cursors.length - 1 }).chain((of) =>
    fc.record({
      of: fc.constant(of),
      to: fc.oneof(
        { weight: 5, arbitrary: fc.constant(of) },
        { weight: 1, arbitrary: fc.nat({ max: cursors.length - 1 }) },
      ),
      changed: fc.oneof(
        { weight: 8, arbitrary: changedBytes(cursors[of] ?? '') },
        { weight: 5, arbitrary: editedText(cursors[of] ?? '') },
        { weight: 2, arbitrary: oddText() },
        { weight: 1, arbitrary: fc.constantFrom(null, CANARY_MARK, '(long)') },
      ),
    }),
  );

/** The same length with one bit flipped: an incomplete signature check would accept it. */
const changedBytes = (cursor: string): fc.Arbitrary<string> => {
  const bytes = Buffer.from(cursor, 'base64url');
  return fc.nat({ max: bytes.length * 8 - 1 }).map((bit) => {
    const copy = Buffer.from(bytes);
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return copy.toString('base64url');
  });
};

async function check(
  world: FuzzWorld,
  headers: Readonly<Record<string, string>>,
  pages: readonly { readonly path: string; readonly cursor: string }[],
  { of, to, changed }: Call,
): Promise<void> {
  const given = pages[of];
  const asked = pages[to];
  assert.ok(given !== undefined && asked !== undefined);
  const cursor = changed === null ? given.cursor : written(changed).slice(0, 3_000);
  const sent = encodeURIComponent(cursor.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
  const target = `${asked.path}&cursor=${sent}`;
  const answer = await world.ask({ target, headers });
  if (cursor === asked.cursor) {
    const settled = await world.settle(answer);
    assert.equal(settled.json<{ status: string }>().status, 'complete', settled.body.slice(0, 200));
    return;
  }
  const { code, param } = answer.json<{ error: { code: string; param: string | null } }>().error;
  if (code === 'uri_too_long') assert.equal(target.length > 2_048, true);
  else if (cursor === '') assert.equal(code, 'unsupported_or_invalid_query');
  else assert.equal(code, 'invalid_cursor', target.slice(0, 300));
  assert.equal(param, code === 'uri_too_long' ? null : 'cursor');
}
