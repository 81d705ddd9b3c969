import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '#contract/errors.js';
import { withApiParts, withErrorTexts } from '../../scripts/api-doc.js';
import { textOf } from './read-tree.js';

const STALE = 'differs from the tables: run `npm run docs:routes` and commit it';

test('the tables of docs/api.md are those of the contract', () => {
  const text = textOf('docs/api.md');
  assert.ok(text === withApiParts(text), `docs/api.md ${STALE}`);
  const changed = text.replace('| `GET /v1/portal_a/sold` ', '| `GET /v1/portal_a/bought` ');
  assert.notEqual(changed, text);
  assert.equal(withApiParts(changed), text);
});

test('docs/errors.md has the status and the message of every error', () => {
  const text = textOf('docs/errors.md');
  assert.ok(text === withErrorTexts(text), `docs/errors.md ${STALE}`);
  const printed = text.match(/^## \w+\n\n\*\*\d+\.\*\* \S/gm) ?? [];
  assert.equal(printed.length, Object.keys(ERRORS).length);
});
