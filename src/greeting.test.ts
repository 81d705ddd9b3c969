import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greeting } from './greeting.js';
import type { Running } from './serve.js';

/** The greeting of a start that ran these migrations. */
const greetingOf = (...ran: readonly string[]): string => {
  const backup = { file: 'b', bytes: 1, from: '0001_a', to: '0009_z', restore: 'rowhouse restore' };
  const running = { apiUrl: '', adminUrl: '', sandboxUrl: null, demo: null, isPublicDemo: false };
  return greeting({ ...running, upgrade: { ran, backup }, stop: async () => {} } as Running);
};

test('a start counts the migrations that it ran', () => {
  assert.match(greetingOf('0009_z'), / to 0009_z \(1 migration\)\.\n/);
  assert.match(greetingOf('0008_y', '0009_z'), / to 0009_z \(2 migrations\)\.\n/);
});
