/** An agent with a new account per test: an application's tools, called by the newest client. */
import assert from 'node:assert/strict';
import { usageOf } from './expect.js';
import { CLIENTS, callTool, type McpClient, type ToolText } from './mcp-clients.js';
import { openTestApp, type TestAccount, type TestApp } from './open-test-app.js';

export const ROUTE = 'portal_a_listings';

/** The application, and whoever calls its tools; `fresh` makes it another account. */
export class Agent {
  #app: TestApp | undefined;
  #url = '';
  #account: TestAccount | undefined;
  #client: McpClient | undefined;
  #searches = 0;

  async open(): Promise<TestApp> {
    this.#app = await openTestApp({
      limits: { READ_AHEAD: 0 },
      sandbox: {
        places: [
          { zip: '78704', homes: 260 },
          { zip: '78701', homes: 30 },
        ],
      },
    });
    this.#url = `${await this.#app.server.listen({ host: '127.0.0.1', port: 0 })}/mcp`;
    return this.#app;
  }

  /** A new account with a client of its own, at work from now on. */
  async fresh(settings: Parameters<TestApp['account']>[0] = {}): Promise<TestAccount> {
    this.#account = await this.#t().account(settings);
    this.#client = await this.connect(this.#account);
    return this.#account;
  }

  async connect({ api_key }: TestAccount): Promise<McpClient> {
    const open = CLIENTS['client 2 with 2026-07-28'];
    assert.ok(open !== undefined);
    return open(this.#url, { authorization: `Bearer ${api_key}` });
  }

  readonly call = (name: string, sent: Record<string, unknown> = {}): Promise<ToolText> => {
    assert.ok(this.#client !== undefined, 'fresh comes first');
    return callTool(this.#client, name, sent);
  };

  /** A search that no test before it has made: its bound excludes no home. */
  readonly search = (more: Record<string, unknown> = {}): Record<string, unknown> => {
    this.#searches += 1;
    return { route: ROUTE, zip: '78704', max_price: 900_000_000 + this.#searches, ...more };
  };

  readonly charged = async (): Promise<number> => {
    assert.ok(this.#account !== undefined, 'fresh comes first');
    return (await usageOf(this.#t(), this.#account)).credits_captured;
  };

  #t(): TestApp {
    assert.ok(this.#app !== undefined, 'open comes first');
    return this.#app;
  }
}

/** An answer that is no error. */
export function ok(answer: ToolText): ToolText {
  assert.equal(answer.isError, false, answer.text);
  return answer;
}

/** The error of an answer, which has no rows. */
export function errorOf(answer: ToolText) {
  assert.equal(answer.isError, true, answer.text);
  assert.ok(answer.facts.error !== undefined);
  assert.deepEqual(answer.rows, [], 'an error has no rows');
  return answer.facts.error;
}
