/** Calls of a running service, as a caller and as its operator. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './service.js';

export interface Envelope {
  readonly request_id: string;
  readonly status: 'pending' | 'complete' | 'failed';
  readonly credits: number;
  readonly poll_url: string | null;
  readonly result: object | null;
}
/** One call; null when the answer is no job. */
export async function callJob(url: string, path: string, key: string): Promise<Envelope | null> {
  const answer = await fetch(url + path, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(30_000),
  });
  const envelope = (await answer.json()) as Envelope;
  return envelope.request_id === undefined ? null : envelope;
}

/** One hash for the rows and their notes. */
export function hashOf(envelope: Envelope): string {
  return createHash('sha256').update(JSON.stringify(envelope.result)).digest('hex');
}

/** What the first start wrote beside the database; empty where it is gone. */
export function secretsOf(dataDir: string): readonly string[] {
  const files = ['admin-token', 'secret', 'demo-key'].map((name) => join(dataDir, name));
  return files.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''));
}

/** A call of the operator's listener, with the token of the data directory. */
export async function callAdmin(
  at: Service,
  dataDir: string,
  method: string,
  path: string,
  body?: object,
) {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim();
  const answer = await fetch(`${at.adminUrl}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json() as Promise<any>;
}
