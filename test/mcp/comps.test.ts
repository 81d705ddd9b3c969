/** An agent's task from end to end, and its transcript in docs/mcp.md. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer';
import { expectSoundLedger, usageOf } from '../support/expect.js';
import { CLIENTS, callTool } from '../support/mcp-clients.js';
import { sharedApp } from '../support/open-test-app.js';
import { findComps, transcriptOf } from './comps.js';

const DOCUMENT = fileURLToPath(new URL('../../docs/mcp.md', import.meta.url));
const BLOCK =
  /(<!-- Printed by test\/mcp\/comps\.test\.ts\. Do not edit\. -->\n\n```text\n)[\s\S]*?(\n```)/;

const t = sharedApp({
  limits: { READ_AHEAD: 0 },
  sandbox: { places: [{ zip: '78704', homes: 400 }] },
});
let url: string;
before(async () => {
  url = `${await t.server.listen({ host: '127.0.0.1', port: 0 })}/mcp`;
});

/** A single family home for sale with a street line, the same one each time. */
async function someAddress(connect: NonNullable<(typeof CLIENTS)[string]>): Promise<string> {
  const { api_key } = await t.account();
  const client = await connect(url, { authorization: `Bearer ${api_key}` });
  const { rows } = await callTool(client, 'search_listings', {
    route: 'portal_a_listings',
    zip: '78704',
    property_type: ['single_family'],
    sqft_min: 1500,
    sqft_max: 2500,
    limit: 100,
    fields: ['address.line1', 'address.zip'],
  });
  await client.close();
  const lines = rows.slice(1).map((row) => row.split(',').slice(1));
  const [line, zip] = lines.filter(([street]) => street !== '').sort()[0] ?? [];
  return `${line}, ${zip}`;
}

for (const [name, connect] of Object.entries(CLIENTS)) {
  test(`${name}: comps for an address in at most five calls`, async () => {
    const address = await someAddress(connect);
    const account = await t.account();
    const client = await connect(url, { authorization: `Bearer ${account.api_key}` });
    const found = await findComps(client, address, 'portal_b_sold');
    assert.equal(found.comps.length, 5, transcriptOf(found));
    assert.ok(found.steps.length <= 5);
    assert.ok(found.comps.every((row) => Number(row['sale_price.amount']) > 0));
    assert.equal(found.credits, (await usageOf(t, account)).credits_captured);
    const again = await findComps(client, address, 'portal_b_sold');
    assert.deepEqual(again.comps, found.comps);
    assert.equal(again.credits, 0, 'the same task again costs nothing for ten minutes');
    assert.equal((await usageOf(t, account)).credits_captured, found.credits);
    const tokens = countTokens(found.steps.map(({ text }) => text).join('\n'));
    if (process.env.ROWHOUSE_TEST_WRITE_DOCS !== undefined) console.error(`${tokens} tokens`);
    assert.ok(tokens < 8_000, `${tokens} tokens for the task`);
    await client.close();
    await expectSoundLedger(t);
    if (name === 'client 2 with 2026-07-28') expectPrinted(transcriptOf(found));
  });
}

/** The transcript of docs/mcp.md is this one; ROWHOUSE_TEST_WRITE_DOCS writes it. */
function expectPrinted(transcript: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const printed = text.replace(
    BLOCK,
    (_all, start: string, end: string) => start + transcript + end,
  );
  assert.match(text, BLOCK);
  if (process.env.ROWHOUSE_TEST_WRITE_DOCS !== undefined) writeFileSync(DOCUMENT, printed);
  else assert.equal(text, printed, 'run this file with ROWHOUSE_TEST_WRITE_DOCS=1');
}
