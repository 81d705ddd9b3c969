/** What a key may do: every key reads, and by default it does the rest too. */
import type { ResourceId } from './resources.js';

export const KEY_SCOPES = ['read', 'search', 'watches', 'webhooks', 'secrets'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What the operations that change something need; those that read need nothing more than a key. */
const SCOPES_OF_CHANGES: Partial<Record<ResourceId, readonly KeyScope[]>> = {
  create_watch: ['watches'],
  change_watch: ['watches'],
  delete_watch: ['watches'],
  run_watch: ['watches'],
  // The answer has the secret that signs.
  create_endpoint: ['webhooks', 'secrets'],
  change_endpoint: ['webhooks'],
  delete_endpoint: ['webhooks'],
  rotate_secret: ['secrets'],
  test_endpoint: ['webhooks'],
  replay_endpoint: ['webhooks'],
  redeliver_event: ['webhooks'],
};

/** The scopes that an operation needs beside `read`; an operation that changes something and has no row needs all. */
export const scopesOf = (id: ResourceId, method: string): readonly KeyScope[] =>
  method === 'GET' ? [] : (SCOPES_OF_CHANGES[id] ?? KEY_SCOPES);
