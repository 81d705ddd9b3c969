import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderRoutesDoc } from '../../scripts/routes-doc.js';
import { textOf } from './read-tree.js';

test('docs/routes.md is what the tables print: run `npm run docs:routes` after changing them', () => {
  assert.ok(
    textOf('docs/routes.md') === renderRoutesDoc(),
    'docs/routes.md differs from the tables: run `npm run docs:routes` and commit it',
  );
});
