import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLimitsTable } from '../../scripts/limits-doc.js';
import { textOf } from './read-tree.js';

const STALE = 'its table differs from src/base/limits.ts: run `npm run docs:limits` and commit it';

test('the limits in docs/operating.md are those of src/base/limits.ts', () => {
  const text = textOf('docs/operating.md');
  assert.ok(text === withLimitsTable(text), `docs/operating.md: ${STALE}`);
});

test('a changed table and missing markers are noticed', () => {
  const text = textOf('docs/operating.md');
  const changed = text.replace(/(`ROWHOUSE_LEASE_S` *\| )/, '$19');
  assert.notEqual(changed, text);
  assert.equal(withLimitsTable(changed), text);
  assert.throws(() => withLimitsTable(text.replace('<!-- Printed', '<!-- Typed')), /must hold/);
  assert.throws(() => withLimitsTable(`${text}${text}`), /must hold/);
});

test('every setting says when an operator would set or change it', () => {
  const [, settings = ''] = textOf('docs/operating.md').split('## Settings\n');
  const rows = settings.split('### Shares')[0]?.match(/^\| `.+(?= \|$)/gm) ?? [];
  assert.ok(rows.length > 60);
  for (const row of rows) {
    const [setting, , , when = ''] = row.split(' | ');
    assert.ok(when.trim().length > 7, `${setting}: docs/operating.md does not say when it is set`);
  }
});
