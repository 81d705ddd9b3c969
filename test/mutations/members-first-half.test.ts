/**
 * A source changes a member of its rows: every change of the table, for every member that is read, of the
 * first half of the sources and kinds. `npm run mutations` prints each case.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENT } from './ceilings.js';
import { checkMembers } from './check-members.js';
import { ROUTES } from './run-cases.js';

checkMembers(ROUTES.slice(0, ROUTES.length / 2));

test('the counts of silent changes name every source and kind, and no other', () => {
  assert.deepEqual(
    Object.keys(SILENT).sort(),
    ROUTES.map(({ source, kind }) => `${source} ${kind}`).sort(),
  );
});
