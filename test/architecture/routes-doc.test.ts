import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderFieldsDoc } from '../../scripts/fields-doc.js';
import { renderRoutesDoc } from '../../scripts/routes-doc.js';
import { textOf } from './read-tree.js';

test('docs/routes.md is what the tables print: run `npm run docs:routes` after changing them', () => {
  assert.ok(
    textOf('docs/routes.md') === renderRoutesDoc(),
    'docs/routes.md differs from the tables: run `npm run docs:routes` and commit it',
  );
});

test('docs/fields.md is what the field tables print: run `npm run docs:routes` after changing them', () => {
  assert.ok(
    textOf('docs/fields.md') === renderFieldsDoc(),
    'docs/fields.md differs from the tables: run `npm run docs:routes` and commit it',
  );
});
