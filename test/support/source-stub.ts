/** A client of sources that answers pages as a test wants them, and nothing else. */
import assert from 'node:assert/strict';
import type { SourceClient } from '#collect/upstream/source-client.js';

/** Every source has an address and one feed of its own name; places, tables and feeds that are kept are not asked. */
export const sourceStub = (
  read: SourceClient['read'],
  more: Partial<SourceClient> = {},
): SourceClient => ({
  read,
  replica: () => null,
  askFeed: () => assert.fail('no feed is kept here'),
  addressOf: () => undefined,
  findsPlaces: () => false,
  ask: () => assert.fail('no places are asked for'),
  table: () => assert.fail('no table is asked for'),
  configured: () => true,
  feeds: (source) => [source],
  pace: async () => null,
  isSandbox: () => false,
  origin: (source) => source,
  siteBase: () => 'https://source.example.invalid',
  publicPage: (_source, page) => page,
  watched: () => assert.fail('no request is watched'),
  close: async () => undefined,
  ...more,
});
