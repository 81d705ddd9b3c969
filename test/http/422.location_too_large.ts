import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxOfEdges, squareMiles } from '#domain/box.js';
import { expectApiError, expectNothingStored, ROUTE } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  // Half a degree of latitude at Austin; the widths lie just below and above 2,500 square miles.
  const edges = (east: number) => ({ west: -98, south: 30, east, north: 30.5 });
  const inside = edges(-98 + 1.2);
  const beyond = edges(-98 + 1.22);

  test('the two boxes of the next test lie on the two sides of R1’s 2,500 square miles', () => {
    assert.ok(squareMiles(boxOfEdges(inside)) < 2_500);
    assert.ok(squareMiles(boxOfEdges(beyond)) > 2_500);
  });

  test('a bbox beyond the bound of the route answers 422, one just inside passes', async () => {
    const account = await t().account();
    const ask = ({ west, south, east, north }: typeof inside) =>
      t().get(`${ROUTE}?bbox=${west},${south},${east},${north}`, account.api_key);
    await expectNothingStored(t(), account, async () => {
      const message = expectApiError(await ask(beyond), 'location_too_large', 'bbox');
      assert.match(message, /2500/);
    });
    assert.equal((await ask(inside)).statusCode, 202);
  });

  test('a named place always passes, however large', async () => {
    const { api_key } = await t().account();
    for (const query of ['city=Houston&state=TX', 'lat=30.2&lng=-97.7&radius_mi=10'])
      assert.equal((await t().get(`${ROUTE}?${query}`, api_key)).statusCode, 202);
  });
}
