/**
 * An agent without a model: each question is a script that calls tools, and reads nothing but their
 * answers. What it answers is compared with the truth of the sandbox.
 */
import { countTokens } from 'gpt-tokenizer';
import { usageOf } from '../../support/expect.js';
import { CLIENTS, callTool, type McpClient, type ToolText } from '../../support/mcp-clients.js';
import type { TestAccount } from '../../support/open-test-app.js';
import type { World } from './world.js';

/** No question needs more. */
const CALLS_MAX = 8;

/** An answer, and what it has to be; `truth` is left out where the sandbox does not know it. */
export interface Outcome {
  readonly answer: unknown;
  readonly truth?: unknown;
}

export interface Question {
  /** As a user would put it to an agent. */
  readonly ask: string;
  readonly run: (agent: Asker, world: World) => Promise<Outcome>;
}

/** A row of a table by its columns. */
export type Cells = Readonly<Record<string, string | number | boolean | null>>;

export interface Measured extends Outcome {
  readonly ask: string;
  readonly calls: readonly string[];
  readonly credits: number;
  readonly tokens: number;
}

/** Puts questions with an account of its own each, so that none pays for another. */
export async function measure(world: World, { ask, run }: Question): Promise<Measured> {
  const account = await world.app.account();
  const connect = CLIENTS['client 2 with 2026-07-28'];
  if (connect === undefined) throw new Error('the newest client is gone');
  const client = await connect(world.url, { authorization: `Bearer ${account.api_key}` });
  const asker = new Asker(client, account);
  const outcome = await run(asker, world);
  await client.close();
  const { credits_captured: credits } = await usageOf(world.app, account);
  return { ask, ...outcome, calls: asker.calls, credits, tokens: asker.tokens };
}

export class Asker {
  readonly calls: string[] = [];
  readonly account: TestAccount;
  readonly #client: McpClient;
  tokens = 0;

  constructor(client: McpClient, account: TestAccount) {
    this.#client = client;
    this.account = account;
  }

  /** Calls a tool; throws what it answers with an error. */
  readonly call = async (tool: string, sent: Record<string, unknown> = {}): Promise<ToolText> => {
    const answer = await this.attempt(tool, sent);
    if (answer.isError) throw new Error(answer.text);
    return answer;
  };

  /** The same for a script that has a client's method. */
  readonly raw = async (name: string, sent: Record<string, unknown>): Promise<object> => {
    const { text, structured, isError } = await this.attempt(name, sent);
    return { content: [{ type: 'text', text }], structuredContent: structured, isError };
  };

  readonly attempt = async (tool: string, sent: Record<string, unknown>): Promise<ToolText> => {
    if (this.calls.length >= CALLS_MAX) throw new Error(`no answer in ${CALLS_MAX} calls`);
    this.calls.push(tool);
    const answer = await callTool(this.#client, tool, sent);
    this.tokens += countTokens(answer.text);
    return answer;
  };

  /** All pages of a search; few rows of each are shown where they are only to be read. */
  readonly searchAll = async (
    sent: Record<string, unknown>,
    limit = 100,
  ): Promise<readonly Cells[]> => {
    let page = await this.call('search_listings', { ...sent, limit });
    const rows = [...cellsOf(page)];
    while (String(page.facts.next).includes('next_page')) {
      const { job_id } = page.facts;
      page = await this.call('get_job', { job_id, next_page: true, limit });
      rows.push(...cellsOf(page));
    }
    return rows;
  };

  /** Homes of an area; a source that was not read and shows it is searched first. */
  readonly findAll = async (sent: Record<string, unknown>, source: string): Promise<ToolText> => {
    const found = await this.call('find_homes', sent);
    const missing = (found.facts.not_read ?? []) as readonly { source: string; route: string }[];
    const route = missing.find((one) => one.source === source)?.route;
    if (route === undefined) return found;
    await this.searchAll({ route, zip: sent.zip }, 1);
    return this.call('find_homes', sent);
  };

  readonly read = async (uri: string): Promise<string> => {
    this.calls.push(uri);
    const { contents } = (await this.#client.readResource({ uri })) as {
      readonly contents: readonly { readonly text: string }[];
    };
    const text = contents.map((one) => one.text).join('\n');
    this.tokens += countTokens(text);
    return text;
  };
}

/** The table of an answer. */
export function cellsOf({ structured }: ToolText): readonly Cells[] {
  const { columns = [], data = [] } = structured as {
    readonly columns?: readonly string[];
    readonly data?: readonly Cells[string][][];
  };
  return data.map((values) =>
    Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])),
  );
}

/** The middle of some amounts, as quartiles are computed everywhere here: between two, halfway. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export const sortedIds = (rows: readonly { readonly id: string }[]): readonly string[] =>
  rows.map(({ id }) => id).sort();
