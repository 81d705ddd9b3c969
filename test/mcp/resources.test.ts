/** Resources: short pages about the sources, the fields and the tools, for every client. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer';
import { LISTING_FIELDS, SOLD_FIELDS } from '#contract/fields.js';
import { SOURCES } from '#contract/sources.js';
import { toolList } from '#mcp/serve.js';
import { usageOf } from '../support/expect.js';
import { CLIENTS, callTool } from '../support/mcp-clients.js';
import { sharedApp } from '../support/open-test-app.js';

/** What each may cost in the context of a conversation, and the list of them. */
const TOKENS_MAX = 2_500;
const GUIDE_TOKENS_MAX = 800;
const LIST_TOKENS_MAX = 900;

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let url: string;
before(async () => {
  url = `${await t.server.listen({ host: '127.0.0.1', port: 0 })}/mcp`;
});

for (const [name, connect] of Object.entries(CLIENTS)) {
  test(`${name}: lists and reads every resource, within its bound, for free`, async () => {
    const account = await t.account();
    const client = await connect(url, { authorization: `Bearer ${account.api_key}` });
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    assert.deepEqual(uris, [
      'rowhouse://guide',
      'rowhouse://sources',
      'rowhouse://fields',
      ...SOURCES.map((source) => `rowhouse://fields/${source}`),
    ]);
    assert.ok(countTokens(JSON.stringify(resources)) < LIST_TOKENS_MAX);
    const texts: string[] = [];
    for (const uri of uris) {
      const { contents } = (await client.readResource({ uri })) as {
        contents: { uri: string; text: string }[];
      };
      assert.equal(contents.length, 1);
      assert.equal(contents[0]?.uri, uri);
      const text = contents[0]?.text ?? '';
      const most = uri === 'rowhouse://guide' ? GUIDE_TOKENS_MAX : TOKENS_MAX;
      assert.ok(text.length > 50 && countTokens(text) < most, `${uri}: ${countTokens(text)}`);
      texts.push(text);
    }
    const [guide = '', sources = '', fields = ''] = texts;
    for (const { name: tool } of toolList()) {
      if (tool !== 'account' && tool !== 'list_sources' && tool !== 'end_watch')
        assert.ok(guide.includes(tool), tool);
    }
    const { facts } = await callTool(client, 'list_sources');
    assert.deepEqual(JSON.parse(sources), facts);
    for (const field of [...LISTING_FIELDS, ...SOLD_FIELDS])
      assert.ok(fields.includes(field.meaning));
    assert.equal((await usageOf(t, account)).credits_captured, 0);
    await client.close();
  });

  test(`${name}: an unknown resource is an error of the protocol`, async () => {
    const { api_key } = await t.account();
    const client = await connect(url, { authorization: `Bearer ${api_key}` });
    for (const uri of ['rowhouse://nothing', 'rowhouse://constructor', 'file:///etc/passwd']) {
      await assert.rejects(client.readResource({ uri }), /not found/i);
    }
    await client.close();
  });
}
