/**
 * What happens when a source changes. Every change of the tables is applied to every member that is read,
 * and to what the source does as a whole; `npm run mutations` prints each case.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGeo } from '../../src/app.js';
import { BEHAVIOURS, ENCODINGS } from './behaviours.js';
import { SILENT } from './ceilings.js';
import { MEMBER_CHANGES } from './changes.js';
import { ROUTES, runCases } from './run-cases.js';

const geo = openGeo();
/** A source with fewer members than this was not understood. */
const MEMBERS_MIN = 10;

for (const { source, kind } of ROUTES) {
  test(`a change of ${source} ${kind} is loud, partial or without effect, but for those counted`, async () => {
    const cases = await runCases(geo, source, kind);
    const members = new Set(cases.map(({ member }) => member));
    assert.ok(members.size > MEMBERS_MIN, `only ${members.size} members are read`);
    const made = new Set(cases.map(({ change }) => change));
    const expected = [MEMBER_CHANGES, BEHAVIOURS, ENCODINGS].flatMap((table) => Object.keys(table));
    const never = expected.filter((change) => !made.has(change) && !change.startsWith('count'));
    assert.deepEqual(never, [], 'every change of the tables applies somewhere');
    const silent = cases.filter(({ outcome }) => outcome === 'silent').length;
    assert.equal(
      silent,
      SILENT[`${source} ${kind}`],
      'the number of silent changes is other than in ceilings.ts: `npm run mutations` names them',
    );
  });
}

test('the counts of silent changes name every source and kind, and no other', () => {
  assert.deepEqual(
    Object.keys(SILENT).sort(),
    ROUTES.map(({ source, kind }) => `${source} ${kind}`).sort(),
  );
});
