/** The rows of the operator's commands: what an operator gives is what is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_COMMANDS } from './admin-commands.js';

/** Options that the command line obeys by itself. */
const OF_THE_COMMAND = ['usage all', 'jobs list limit', 'audit limit', 'ledger check archives'];

test('every option that an operator gives is in the request', () => {
  for (const { name, arguments: words = [], options = [], request } of ADMIN_COMMANDS) {
    const given = options.map((option) => {
      return [option.attributeName(), `value-of-${option.name()}`] as const;
    });
    const sent = JSON.stringify(
      request(
        words.map((word) => word.name()),
        Object.fromEntries(given.filter(([member]) => member !== 'all')),
      ),
    );
    const unsent = options
      .map((option) => option.name())
      .filter((option) => !sent.includes(`value-of-${option}`));
    assert.deepEqual(
      unsent.filter((option) => !OF_THE_COMMAND.includes(`${name} ${option}`)),
      [],
      `${name}: ${sent}`,
    );
  }
});

test('a ledger check with a folder says when no month is archived, so that none was verified', async () => {
  const check = ADMIN_COMMANDS.find(({ name }) => name === 'ledger check');
  const nothing = { files: 0, rows: 0, violations: [] };
  const warned = async (months: readonly object[]) => {
    const parts = { ask: async () => ({ months }), checkArchives: async () => nothing };
    return (await check?.more?.({ violations: [] }, { archives: 'folder' }, parts))?.warning;
  };
  assert.match(String(await warned([])), /no file was verified/);
  assert.equal(await warned([{ month: '2026-09' }]), undefined);
});
