/** The client against the application: one home over all sources, by its id and by its address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerOf, captured, failing } from '../support/call-app.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a home is read by the home_id of a row and by its address, for no credit', async () => {
    const account = await t().account();
    const client = callerOf(t(), account);
    const { result } = await client.search('/portal_a/listings', { zip: '78704' });
    const row = result.data.find(({ extras }) => extras.home_id !== null) ?? assert.fail();
    const charged = await captured(t(), account);
    const home = await client.home(row.extras.home_id ?? assert.fail());
    assert.deepEqual(
      [home.home_id, home.meta.status, home.meta.calls],
      [row.extras.home_id, 200, 1],
    );
    const member = home.members.find(({ source_id }) => source_id === row.source_id);
    assert.deepEqual([member?.source, member?.level], ['portal_a', 'address']);
    const state = home.observed.find(({ source_id }) => source_id === row.source_id);
    assert.deepEqual([state?.price, state?.ended_by], [row.list_price, null]);
    const csv = await client.homeFile(home.home_id, 'csv');
    assert.match(csv, new RegExp(`^list,home_id,.+\\r\\nmember,${home.home_id},`));
    const [line = ''] = (await client.homeFile(home.home_id, 'ndjson')).split('\n');
    assert.equal(JSON.parse(line).list, 'member');
    const { homes, unknown, meta } = await client.homeMembers([home.home_id]);
    assert.deepEqual([homes[0]?.members, unknown, meta.status], [home.members, [], 200]);
    const { line1, unit, city, state: usState, zip } = row.address;
    const street = [line1, ...(unit === null ? [] : [`Unit ${unit}`])].join(' ');
    const { meta: _here, ...byAddress } = await client.homeAt(
      `${street}, ${city}, ${usState} ${zip}`,
    );
    const { meta: _there, ...byId } = home;
    assert.deepEqual(byAddress, byId);
    assert.equal(await captured(t(), account), charged);
  });

  test('comparables of a home and of its facts are read for no credit', async () => {
    const account = await t().account();
    const client = callerOf(t(), account);
    const { result } = await client.search('/portal_a/listings', { zip: '78704' });
    const id = result.data[0]?.extras.home_id ?? assert.fail();
    const charged = await captured(t(), account);
    const rent = await client.homeComparables(id, { kind: 'rent' });
    assert.deepEqual([rent.kind, rent.subject.home_id, rent.meta.status], ['rent', id, 200]);
    const sale = await client.comparables({ lat: 30.25, lng: -97.76, living_area_sqft: 900 });
    assert.deepEqual([sale.kind, sale.estimate_reason], ['sale', 'not_disclosed']);
    assert.equal(await captured(t(), account), charged);
  });

  test('an unknown home, and an address without a number, are errors of the contract', async () => {
    const client = callerOf(t(), await t().account());
    const none = await failing(client.home('00000000-0000-8000-8000-000000000000'));
    assert.deepEqual([none.code, none.status], ['home_not_found', 404]);
    assert.equal((await failing(client.home('../account'))).code, 'not_found');
    const wrong = await failing(client.homeAt('Austin, TX'));
    assert.deepEqual([wrong.code, wrong.param], ['unsupported_or_invalid_query', 'address']);
  });
}
