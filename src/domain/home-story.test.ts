import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { homeMember } from '../../test/support/home-member.js';
import type { Observation, Report } from './home.js';
import { homeStory } from './home-story.js';

const day = (date: string): Date => new Date(`${date}T12:00:00Z`);
const MEMBER = homeMember({ source: 'portal_b', kind: 'sold', source_id: 'sale' });
const SALE: Report = {
  source: 'portal_b',
  source_id: 'sale',
  event: 'sold',
  date: '2026-10-18',
  price_cents: 44_123_400,
  disclosure: 'public_record',
};

test('a sale is compared with the asking price that was seen last, with four decimals', () => {
  const asked = (source: string, from: string, to: string, dollars: number): Observation => ({
    source,
    kind: 'listings',
    source_id: '1',
    from_at: day(from),
    to_at: day(to),
    status: 'for_sale',
    price_cents: dollars * 100,
    list_date: null,
    ended_by: 'changed',
  });
  const seen = [
    asked('portal_a', '2026-08-01', '2026-10-10', 450_000),
    asked('mls', '2026-09-01', '2026-09-02', 500_000),
  ];
  const match = { members: [{ member: MEMBER, level: 'address' as const }], possible: [] };
  const { derived } = homeStory(MEMBER.home_id, match, seen, [SALE], (origin) => origin);
  assert.deepEqual(
    derived.map((one) => [one.list_source, one.list_price, one.list_seen, one.sale_to_list_ratio]),
    [['portal_a', usd(450_000), '2026-10-10T12:00:00.000Z', 0.9805]],
  );
});
