import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorBody } from '#contract/envelope.js';
import { envelopeOf, resultOf, usageOf } from '../support/expect.js';
import { openTestApp } from '../support/open-test-app.js';
import { HOME, type SeenHome } from './lookups.js';

/** An application of its own: its synthetic data has a tower, whose units share one street line. */
export function register(): void {
  test('an address of several homes names up to 5 candidates; one of them is found by its id', async () => {
    const app = await openTestApp({
      sandbox: { places: [{ zip: '78701', homes: 5 }], towers: [{ zip: '78701', homes: 8 }] },
    });
    const t = () => app;
    const account = await t().account();
    const page = await t().settled('/v1/portal_a/listings?zip=78701', account.api_key);
    const homes = (resultOf(page).data as unknown as SeenHome[]).filter(
      ({ address }) => address.line1 !== '',
    );
    const streets = group(homes);
    const shared = [...streets].find(([, units]) => units.length > 1);
    assert.ok(shared !== undefined, 'the sandbox has a street line with several units');
    const [line1, units] = shared;
    const address = `${line1}, ${units[0]?.address.zip}`;
    const path = `${HOME}?${new URLSearchParams({ address })}`;
    const captured = (await usageOf(t(), account)).credits_captured;
    const answer = await t().settled(path, account.api_key);
    const { status, credits, error } = envelopeOf(answer);
    assert.deepEqual(
      [status, credits, error?.code],
      ['failed', 0, 'address_ambiguous'],
      answer.body,
    );
    assert.equal((await usageOf(t(), account)).credits_captured, captured);
    const candidates = (error as unknown as ErrorBody).candidates ?? [];
    assert.ok(candidates.length >= 2 && candidates.length <= 5);
    for (const candidate of candidates) {
      assert.deepEqual(Object.keys(candidate), ['address', 'source_id', 'source_url']);
      assert.ok(candidate.address.includes(String(line1)));
    }
    const { request_id } = envelopeOf(answer);
    const rows = await t().get(`/v1/jobs/${request_id}/rows.ndjson`, account.api_key);
    assert.equal(rows.statusCode, 422);
    assert.deepEqual(rows.json<{ error: ErrorBody }>().error.candidates, candidates);
    const chosen = await t().settled(
      `${HOME}?source_id=${candidates[0]?.source_id}`,
      account.api_key,
    );
    assert.equal(envelopeOf(chosen).result?.data[0]?.source_id, candidates[0]?.source_id);
    await app.close();
  });
}

function group(homes: readonly SeenHome[]): Map<string, SeenHome[]> {
  const streets = new Map<string, SeenHome[]>();
  for (const home of homes) {
    const units = streets.get(home.address.line1) ?? [];
    streets.set(home.address.line1, [...units, home]);
  }
  return streets;
}
