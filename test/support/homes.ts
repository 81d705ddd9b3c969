/** Homes of a test: rows of a complete search, whose homes are noted. */
import assert from 'node:assert/strict';
import type { HomeBody } from '#contract/operations/homes.js';
import type { Answer, TestApp } from './open-test-app.js';

export interface HomeRow {
  readonly source_id: string;
  readonly address: {
    readonly line1: string;
    readonly unit: string | null;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  };
  readonly extras: { readonly home_id: string };
}

/** Rows with a home_id of a search of one page; there are two at least, each of another home. */
export async function rowsOf(
  t: TestApp,
  key: string,
  path = '/v1/portal_a/listings?zip=78704',
): Promise<readonly [HomeRow, HomeRow, ...HomeRow[]]> {
  const answer = await t.settled(path, key);
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  const { result } = answer.json<{
    result: { data: readonly (HomeRow & { extras: { home_id: string | null } })[] };
  }>();
  const [first, ...others] = result.data.filter(({ extras }) => extras.home_id !== null);
  assert.ok(first !== undefined);
  const [second, ...rest] = others.filter((row) => row.extras.home_id !== first.extras.home_id);
  assert.ok(second !== undefined);
  return [first, second, ...rest];
}

export const homeOf = (t: TestApp, key: string, id: string): Promise<Answer> =>
  t.get(`/v1/homes/${id}`, key);

/** Sources, ids and levels of the members of a home. */
export async function membersOf(t: TestApp, key: string, id: string): Promise<readonly string[]> {
  const answer = await homeOf(t, key, id);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer
    .json<HomeBody>()
    .members.map(({ source, source_id, level }) => `${source} ${source_id} ${level}`);
}
