import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Patient } from './doctor-patient.js';
import { checkClock } from './doctor-store.js';

const AT = Date.parse('2026-11-26T12:00:00Z');

/** What is said of a server whose clock is ahead of this host's by so many seconds. */
async function clockOf(aheadS: number): Promise<string> {
  const server = { now_ms: AT + aheadS * 1_000 };
  const look = { facts: { migrations: [], server, contents: null }, where: 'a server', atMs: AT };
  const [said] = await checkClock({ store: async () => look } as unknown as Patient);
  return `${said?.result}: ${said?.message}`;
}

test('a difference from the clock of PostgreSQL is a warning from 5 seconds on, a fault from a minute on', async () => {
  assert.match(await clockOf(4), /^ok: /);
  assert.match(
    await clockOf(-30),
    /^warning: the clock of this host is 30 s ahead of the clock of PostgreSQL\. Set whichever is wrong by NTP\.$/,
  );
  assert.match(
    await clockOf(90),
    /^fault: the clock of this host is 90 s behind the clock of PostgreSQL: .*Set whichever is wrong by NTP/,
  );
});
