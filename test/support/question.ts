/** A question to a source as tests ask it: the first page of a box, by default. */
import type { Box } from '#domain/box.js';
import type { Question } from '#sources/driver.js';

const GLOBE: Box = { w: -180_000_000, s: -90_000_000, e: 180_000_000, n: 90_000_000 };

/** The first page of the whole globe, with some of it replaced. */
export const questionOf = (changes: Partial<Question> = {}): Question => ({
  area: { by: 'box', box: GLOBE },
  filters: {},
  subfilter: {},
  at: { page: 1 },
  nowMs: Date.parse('2026-11-21T12:00:00Z'),
  ...changes,
});
