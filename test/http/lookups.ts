import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  envelopeOf,
  expectHeaders,
  expectSoundLedger,
  freshSearch,
  resultOf,
  usageOf,
} from '../support/expect.js';
import type { TestAccount, TestApp } from '../support/open-test-app.js';

export const HOME = '/v1/portal_a/home';

export interface SeenHome {
  readonly source_id: string;
  readonly source_url: string;
  readonly address: {
    line1: string;
    unit: string | null;
    city: string;
    state: string;
    zip: string;
  };
}

/** Homes of a page that everybody may know, with their whole addresses. */
export async function seenHomes(t: TestApp, account: TestAccount): Promise<SeenHome[]> {
  const page = resultOf(await t.settled(freshSearch(), account.api_key));
  const homes = page.data as unknown as SeenHome[];
  return homes.filter(({ address }) => address.line1 !== '');
}

export const textOf = ({ address }: SeenHome): string => {
  const { line1, unit, city, state, zip } = address;
  return `${line1}${unit === null ? '' : ` ${unit}`}, ${city}, ${state} ${zip}`;
};

const lookup = (t: TestApp, account: TestAccount, by: string, value: string) =>
  t.settled(`${HOME}?${new URLSearchParams({ [by]: value })}`, account.api_key);

export function register(t: () => TestApp): void {
  test('a home is found by its address, its url and its id: one row, one credit each', async () => {
    const account = await t().account();
    const [home] = await seenHomes(t(), account);
    assert.ok(home !== undefined);
    const before = (await usageOf(t(), account)).credits_captured;
    for (const [by, value] of [
      ['address', textOf(home)],
      ['url', home.source_url],
      ['source_id', home.source_id],
    ] as const) {
      const answer = await lookup(t(), account, by, value);
      assert.equal(answer.statusCode, 200, answer.body);
      expectHeaders(answer, 'after the key');
      const { source, query, count, next_cursor, summary, completeness, data } = resultOf(answer);
      assert.deepEqual([source, count, next_cursor, summary], ['portal_a', 1, null, null]);
      assert.deepEqual([query, completeness], [{ [by]: value }, 'complete']);
      assert.equal(data[0]?.source_id, home.source_id);
      assert.equal(envelopeOf(answer).credits, 1);
    }
    assert.equal((await usageOf(t(), account)).credits_captured, before + 3);
    await expectSoundLedger(t());
  });

  test('an address compares in other words, and equal questions come from the cache', async () => {
    const account = await t().account();
    const [home] = (await seenHomes(t(), account)).filter(({ address }) =>
      address.line1.endsWith(' St'),
    );
    assert.ok(home !== undefined, 'a street among the homes');
    const { line1, city, zip } = home.address;
    const words = `${line1.replace(/ St$/, ' STREET')}${home.address.unit ?? ''}, ${zip}`;
    if (home.address.unit === null) {
      assert.equal(
        resultOf(await lookup(t(), account, 'address', words)).data[0]?.source_id,
        home.source_id,
      );
      const again = await lookup(t(), account, 'address', words.toLowerCase());
      assert.equal(envelopeOf(again).cached, true);
    }
    const whole = await lookup(t(), account, 'address', `${textOf(home)}, USA`);
    assert.equal(resultOf(whole).data[0]?.source_id, home.source_id);
    assert.ok(city.length > 0);
  });

  test('a lookup is a job like any other: 202, Idempotency-Key, coalescing', async () => {
    const [one, two] = [await t().account(), await t().account()];
    const [, home] = await seenHomes(t(), one);
    assert.ok(home !== undefined);
    await t().hold();
    const path = `${HOME}?${new URLSearchParams({ url: home.source_url })}`;
    const headers = { 'idempotency-key': 'look' };
    const first = await t().get(path, one.api_key, headers);
    assert.equal(first.statusCode, 202);
    const again = await t().get(path, one.api_key, headers);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    const other = await t().get(path, two.api_key);
    assert.match(String(other.headers['cache-status']), /collapsed/);
    t().release();
    const done = await t().settled(path, one.api_key, headers);
    assert.equal(envelopeOf(done).request_id, envelopeOf(first).request_id);
  });
}
