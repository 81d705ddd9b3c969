/** Recorded answers, if available: none is taken for a barrier. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { barrierIn } from './barriers.js';

const ROOT = resolve(import.meta.dirname, '../..');
const BASE = 'https://up.example/api';
const WORDS = 'px-captcha, captcha-delivery, awswaf.com and challenge.js are words of my remark';

const SAMPLES = process.env.ROWHOUSE_TEST_SAMPLES ?? resolve(ROOT, '../shared/samples');
const RECORDED = [
  'portal_a/for-sale-page.json',
  'portal_a/sold-page.json',
  'portal_b/active-homes.json',
  'portal_b/sold-export.csv',
  'nyc_portal/sales-page.json',
  'auction/search-answer.json',
];
const skip = existsSync(SAMPLES) ? false : 'no recorded pages here; set ROWHOUSE_TEST_SAMPLES';

test('recorded responses are not barriers, even with such words in their texts', { skip }, () => {
  for (const file of RECORDED) {
    const text = readFileSync(join(SAMPLES, file), 'utf8');
    const source = file.split('/')[0] ?? '';
    // Every street, name and remark: all of them contain the words.
    const spoken = file.endsWith('.csv')
      ? text.replaceAll(',', `,${WORDS.replaceAll(',', '')},`)
      : text.replaceAll(/"((?:\w+ ){1,}\w+)"/g, `"$1 ${WORDS}"`);
    assert.ok(spoken.length > text.length, file);
    for (const body of [text, spoken, spoken.slice(0, 60_000)]) {
      assert.equal(barrierIn(source, { status: 200, headers: {}, body }, BASE), null, file);
    }
  }
});
