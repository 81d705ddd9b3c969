/** A question to a source as tests ask it, and the error that a bad answer ends in. */
import assert from 'node:assert/strict';
import type { Box } from '#domain/box.js';
import { type Question, SourceError, type SourceErrorKind } from '#sources/driver.js';

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

/** Reading throws the source's failure of a kind, with a message like this. */
export const expectSourceError = (
  read: () => unknown,
  kind: SourceErrorKind,
  message: RegExp,
): void =>
  assert.throws(read, (error) =>
    error instanceof SourceError && error.kind === kind && message.test(error.message)
      ? true
      : assert.fail(String(error)),
  );
