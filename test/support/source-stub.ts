/** A client of sources that answers pages as a test wants them, and nothing else. */
import assert from 'node:assert/strict';
import type { SourceClient } from '#collect/upstream/source-client.js';

/** Every source is configured, with a feed of its name; requests for places or tables fail. */
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
  isCore: () => false,
  isSandbox: () => false,
  origin: (source) => source,
  siteBase: () => 'https://source.example.invalid',
  publicPage: (_source, page) => page,
  watched: () => assert.fail('no request is watched'),
  close: async () => undefined,
  ...more,
});
