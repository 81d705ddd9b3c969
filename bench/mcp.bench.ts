/**
 * The size of typical MCP answers in tokens of a language model (o200k_base), beside the JSON of
 * the same rows over HTTP, which an agent without these tools would read. The sandbox of the
 * default seed, one ZIP with more than a page of homes.
 * Usage: npm run bench -- mcp      (MCP_ZIP, default 78704)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer';
import { Rowhouse } from '#client/index.js';
import { CLIENTS, callTool, type McpClient } from '../test/support/mcp-clients.js';
import { printTable, show } from './support/numbers.js';
import { startService } from './support/service.js';

const ZIP = process.env.MCP_ZIP ?? '78704';
const ROUTE = 'portal_a_listings';
const AREA = { route: ROUTE, zip: ZIP };

const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-mcp-'));
const service = await startService({
  ROWHOUSE_DATA_DIR: dataDir,
  ROWHOUSE_SANDBOX_HOMES: '1000000',
  ROWHOUSE_READ_AHEAD: 'off',
});
const apiKey = /demo key\s+(\S+)/.exec(service.output())?.[1] ?? '';
const connect = CLIENTS['client 2 with 2026-07-28'];
if (connect === undefined) throw new Error('the newest client is gone');
const agent = await connect(`${service.url}/mcp`, { authorization: `Bearer ${apiKey}` });

/** The tools and their arguments, as an agent loads them before its first call. */
const listed = await agent.listTools();
const bare = listed.tools.map((tool) => ({ ...tool, outputSchema: undefined }));
console.log(
  `tools        ${show(countTokens(JSON.stringify(bare)))} tokens for ${listed.tools.length} tools, ${show(countTokens(JSON.stringify(listed.tools)))} with the schemas of answers`,
);
console.log(`instructions ${show(countTokens(agent.getInstructions() ?? ''))} tokens`);

const page = await new Rowhouse({ baseUrl: service.url, apiKey }).portalA.listings({ zip: ZIP });
const rows = page.result.data;
const json = countTokens(JSON.stringify(rows));
const answers = await answersOf(agent);
console.log(
  `baseline     ${show(json)} tokens for ${rows.length} rows as JSON, ${show(json / rows.length)} a row\n`,
);
printTable(
  ['answer', 'rows', 'tokens', 'structured', 'a row', 'JSON of these rows'],
  answers.map(({ name, text, structured, shown }) => {
    const tokens = countTokens(text);
    return [
      name,
      show(shown === 0 ? Number.NaN : shown),
      show(tokens),
      show(countTokens(JSON.stringify(structured))),
      show(shown === 0 ? Number.NaN : tokens / shown),
      show(shown === 0 ? Number.NaN : countTokens(JSON.stringify(rows.slice(0, shown))) / tokens),
    ];
  }),
);
await agent.close();
await service.end('SIGINT');
rmSync(dataDir, { recursive: true, force: true });

interface Answer {
  readonly name: string;
  readonly text: string;
  readonly structured: object;
  /** Rows in it. */
  readonly shown: number;
}

async function answersOf(client: McpClient): Promise<Answer[]> {
  const answers: Answer[] = [];
  const call = async (name: string, tool: string, sent: Record<string, unknown>, csv: boolean) => {
    const answer = await callTool(client, tool, sent);
    if (answer.isError && !name.startsWith('error')) throw new Error(answer.text);
    // The first line of the rows is their header.
    const { text, structured, rows: lines } = answer;
    answers.push({ name, text, structured, shown: csv ? lines.length - 1 : 0 });
  };
  const address = rows.map(({ address: { line1, zip } }) => `${line1}, ${zip}`)[0] ?? '';
  await call('homes of an area, 25 lines', 'find_homes', { kind: 'listings', zip: ZIP }, true);
  await call('search, 10 brief rows', 'search_listings', { ...AREA, limit: 10 }, true);
  await call('search, a page of brief rows', 'search_listings', { ...AREA, limit: 100 }, true);
  await call(
    'search, 10 rows of all columns',
    'search_listings',
    { ...AREA, limit: 10, fields: ['all'] },
    true,
  );
  await call('one home', 'get_home', { address }, false);
  await call('prices of the area', 'summarize_area', { ...AREA, max_credits: 5 }, false);
  await call('sources', 'list_sources', {}, false);
  await call('account', 'account', {}, false);
  await call(
    'error: a place that is none',
    'search_listings',
    { route: ROUTE, zip: '7870' },
    false,
  );
  return answers;
}
