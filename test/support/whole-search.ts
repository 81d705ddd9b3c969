/** A search of the sandbox's homes read to its end, and what that cost its source. */
import assert from 'node:assert/strict';
import type { Answer, TestApp } from './open-test-app.js';

export interface SeenRow {
  readonly source_id: string;
  readonly location: { readonly lat: number; readonly lng: number } | null;
}

/** How many requests the sandbox has had for a source. */
export async function requestsTo(app: TestApp, source: string): Promise<number> {
  const answer = await fetch(`${app.sandbox.url}/__sandbox/stats`);
  const { sources } = (await answer.json()) as {
    sources: Readonly<Record<string, { readonly requests: number }>>;
  };
  return sources[source]?.requests ?? assert.fail(`the sandbox counts no requests for ${source}`);
}

/** The answers to a search and to each further page of it, in order; each must be complete. */
export async function* pagesOf(app: TestApp, path: string, key: string) {
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer: Answer = await app.settled(path + (cursor && `&cursor=${cursor}`), key);
    const envelope = answer.json();
    assert.equal(envelope.status, 'complete', answer.body);
    yield envelope;
    cursor = envelope.result.next_cursor;
  }
}

/** The rows of all pages, each complete; their ids in order, and the requests to the source. */
export async function wholeSearch(app: TestApp, source: string, query: string, kind = 'listings') {
  const { api_key } = await app.account();
  const began = await requestsTo(app, source);
  const rows: SeenRow[] = [];
  for await (const { result } of pagesOf(app, `/v1/${source}/${kind}?${query}`, api_key)) {
    assert.equal(result.completeness, 'complete');
    rows.push(...result.data);
  }
  const ids = rows.map(({ source_id }) => source_id).sort();
  return { rows, ids, requests: (await requestsTo(app, source)) - began };
}
