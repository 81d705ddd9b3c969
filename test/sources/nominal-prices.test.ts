/** Deeds for ten dollars are ordinary rows of a county: no check may take them for a loss. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAnswer } from '#collect/checks/check-answer.js';
import { FieldHistory } from '#collect/checks/field-history.js';
import { seenBefore } from '#collect/checks/seen-before.js';
import { isAbsent } from '#domain/parsed-row.js';
import { driverOf } from '#sources/index.js';
import { geography } from '../support/geography.js';

const NOW_MS = Date.parse('2026-11-25T12:00:00Z');
const PAGE = new URL('../../src/sources/open_data/fixtures/sold-page.json', import.meta.url);
const ROWS = 48;
const BOX = { w: -97_900_000, s: 30_100_000, e: -97_600_000, n: 30_400_000 };

for (const every of [5, 2, 1.5]) {
  test(`a page of which ${Math.round(100 / every)} % are nominal sales loses no field`, () => {
    const driver = driverOf('open_data', 'sold');
    assert.ok(driver?.over === 'http');
    const page = JSON.parse(readFileSync(PAGE, 'utf8'));
    const [sale] = page.features;
    page.features = Array.from({ length: ROWS }, (_row, at) => ({
      geometry: { x: -97.77 - at / 1_000, y: 30.24 + at / 1_000 },
      attributes: {
        ...sale.attributes,
        OBJECTID: at,
        SALE_ID: `884200-${at}`,
        SALE_PRICE: at % every < 1 ? 10 : 300_000 + at * 1_000,
        HEATED_AREA: 1_000 + at * 10,
        SITE_ADDRESS: `${100 + at} Oak St`,
      },
    }));
    const question = {
      area: { by: 'box', box: BOX },
      filters: {},
      subfilter: {},
      at: { page: 1 },
      nowMs: NOW_MS,
    } as const;
    const { rows } = driver.read(JSON.stringify(page), question);
    const reads = rows.map((raw) =>
      driver.toRow(raw, { collectedAtMs: NOW_MS, siteBase: 'https://county.example.invalid' }),
    );
    const withheld = reads.filter((read) => 'row' in read && isAbsent(read.row.price_per_sqft));
    assert.ok(withheld.length >= ROWS / 6, 'nominal prices give no price by area');
    const place = { place: '78704', area: '78704', asker: '' };
    const { faults } = checkAnswer(
      {
        source: 'open_data',
        kind: 'sold',
        driver,
        history: seenBefore(new FieldHistory(), '', place),
        geo: geography(),
      } as unknown as Parameters<typeof checkAnswer>[0],
      question,
      rows,
      reads,
    );
    assert.deepEqual([...faults.keys()], []);
  });
}
