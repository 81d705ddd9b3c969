/** A client of a server whose answers a test wrote down. */
import { Rowhouse, type RowhouseOptions } from '#client/index.js';
import { type Scripted, type ScriptedServer, scriptedServer } from './scripted-server.js';

export const KEY = 'rh_live_test';
export const ID = '01a1fdfa-5237-7a67-affc-e312d6f48fa6';
export const ZIP = { zip: '78704' } as const;
export const pending = (retryAfter?: string): Scripted => ({
  status: 202,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: {
    request_id: ID,
    status: 'pending',
    credits: 0,
    cached: false,
    poll_url: 'https://elsewhere.example.invalid/take-the-key',
    error: null,
    result: null,
  },
});
export const result = (data: object[] = [], next_cursor: string | null = null) => ({
  source: 'a_new_source',
  query: {},
  count: data.length,
  reported_total: null,
  next_cursor,
  collected_at: '2026-11-21T12:00:00.000Z',
  schema_version: 1,
  completeness: 'complete',
  summary: null,
  data,
  field_notes: [],
});
export const complete = (of: object = result()): Scripted => ({
  body: {
    request_id: ID,
    status: 'complete',
    credits: 1,
    cached: false,
    poll_url: null,
    error: null,
    result: of,
  },
});
export const apiErrorOf = (
  status: number,
  code: string,
  more: object = {},
  headers = {},
): Scripted => ({
  status,
  headers,
  body: { error: { code, message: 'Do something else.', param: null, ...more } },
});

/** Runs the work with a client of a server that gives these answers. */
export async function withAnswers<T>(
  answers: readonly Scripted[],
  work: (client: Rowhouse, server: ScriptedServer) => Promise<T>,
  options: Partial<RowhouseOptions> = {},
): Promise<T> {
  const server = await scriptedServer(answers);
  const client = new Rowhouse({ baseUrl: server.url, apiKey: KEY, ...options });
  return work(client, server).finally(() => server.close());
}
