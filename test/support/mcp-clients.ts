/** The official MCP clients: the newest, in both protocols, and the previous generation's. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expectStructured } from './mcp-structured.js';

type Listed = { listChanged?: boolean | undefined } | undefined;

/** What the tests need of a client of either generation. */
export interface McpClient {
  listTools(): Promise<{ tools: object[] }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(sent: { uri: string }): Promise<{ contents: object[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
  getServerVersion(): { name: string; version: string } | undefined;
  getInstructions(): string | undefined;
  getServerCapabilities(): { tools?: Listed; resources?: Listed } | undefined;
  close(): Promise<void>;
}

type Connect = (url: string, headers: Readonly<Record<string, string>>) => Promise<McpClient>;

const INFO = { name: 'rowhouse-tests', version: '1.0.0' };

const newest =
  (mode: 'legacy' | 'auto'): Connect =>
  async (url, headers) => {
    const client = new Client(INFO, mode === 'auto' ? { versionNegotiation: { mode } } : {});
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    return client;
  };

/** A name for each client, and how it connects. */
export const CLIENTS: Readonly<Record<string, Connect>> = {
  'client 2 by default': newest('legacy'),
  'client 2 with 2026-07-28': newest('auto'),
  'sdk 1': async (url, headers) => {
    const client = new FirstClient(INFO);
    // Its types and those of exactOptionalPropertyTypes do not meet.
    const transport = new FirstTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport as Parameters<FirstClient['connect']>[0]);
    return client as McpClient;
  },
};

/** Members of the facts of some tool; others are read by their names. */
export interface Facts extends Readonly<Record<string, unknown>> {
  readonly status?: string;
  readonly total?: number | null;
  readonly completeness?: string;
  readonly credits?: number;
  readonly repeat?: string;
  readonly job_id?: string;
  readonly rows?: string;
  readonly next?: string;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly param?: string;
    readonly retry_after_s?: number;
  };
}

/** An answer of a tool: the line of facts, the rows behind it, or the error. */
export interface ToolText {
  readonly isError: boolean;
  readonly text: string;
  readonly facts: Facts;
  readonly rows: readonly string[];
  readonly structured: Readonly<Record<string, unknown>>;
}

/** Calls a tool and takes its one text apart, which says the same as its structured content. */
export async function callTool(
  client: Pick<McpClient, 'callTool'>,
  name: string,
  sent: Record<string, unknown> = {},
): Promise<ToolText> {
  const answer = (await client.callTool({ name, arguments: sent })) as {
    readonly isError?: boolean;
    readonly content: readonly { readonly type: string; readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  };
  const text = answer.content.map((part) => part.text).join('\n');
  const [first = '', ...rows] = text.split('\n');
  if (answer.isError !== true) expectStructured(name, text, answer.structuredContent);
  return {
    isError: answer.isError === true,
    text,
    facts: JSON.parse(first) as Facts,
    rows,
    structured: answer.structuredContent ?? {},
  };
}
