/** Every fuzzer; together they have a hundred shares. */
import { ADMIN } from './admin.js';
import { BODIES_SENT } from './bodies.js';
import { COLLECTIONS } from './collections.js';
import { CURSORS } from './cursors.js';
import type { Fuzzer } from './fuzzer.js';
import { HEADERS } from './headers.js';
import { IMPORTS } from './imports.js';
import { MCP } from './mcp.js';
import { QUERIES } from './queries.js';
import { TRANSFERS } from './transfers.js';
import { UPSTREAMS } from './upstreams.js';
import { WEBHOOKS } from './webhooks.js';

export const FUZZERS: readonly Fuzzer[] = [
  QUERIES,
  HEADERS,
  CURSORS,
  BODIES_SENT,
  MCP,
  ADMIN,
  IMPORTS,
  WEBHOOKS,
  UPSTREAMS,
  COLLECTIONS,
  TRANSFERS,
];
