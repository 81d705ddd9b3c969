/**
 * The client for webhook endpoints, separate from the one for sources: URLs come from callers, so
 * each address is checked when it is dialled (docs/webhooks.md).
 */
import { lookup } from 'node:dns';
import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { openTurns, type Turns } from '#base/turns.js';
import {
  CONNECT_MS,
  NOT_PUBLIC,
  publicConnector,
  type Resolve,
} from '#collect/upstream/public-connector.js';
import { wrongWithUrl } from './endpoint-url.js';

const USER_AGENT = 'rowhouse-webhooks/0.1';
const KEEP_ALIVE_MS = 10_000;
/**
 * Concurrent DNS lookups, one per account. A name whose servers do not answer occupies one of the
 * process's four threads, which files and compression need too, for as long as the system tries.
 */
const LOOKUPS_MAX = 2;
/** Accounts whose connections stay open for their next delivery. */
const ACCOUNTS_MAX = 256;
/** Responses are read this far, so that their connection can be reused, and discarded. */
const ANSWER_BYTES_MAX = 1_024;
const ANSWER_MS_MAX = 1_000;
const HEADER_BYTES_MAX = 8_192;

/** The response: a status, or why there is none. */
export type PostAnswer =
  | { readonly code: number; readonly retryAfter: string | undefined }
  | { readonly error: string };

export interface WebhookClient {
  /** Why nothing may be sent to an address; undefined when it may. */
  wrongWith(url: string): string | undefined;
  /** Sends one body; never rejects. No delivery waits for the connection of another. */
  post(
    to: PostTarget,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<PostAnswer>;
  close(): Promise<void>;
}

export interface PostTarget {
  readonly account_id: string;
  readonly url: string;
}

export interface WebhookClientOptions {
  /** Whether the operator allows private addresses, http and every port. */
  readonly isPrivateAllowed: boolean;
  readonly timeoutS: number;
  /** Resolves a name; the system's resolver when omitted. */
  readonly resolve?: Resolve;
}

const NOTHING_SENT = 'This is a demo: it sends no webhooks and no mail.';

/** Sends nothing to anybody. */
export const NO_WEBHOOKS: WebhookClient = {
  wrongWith: () => NOTHING_SENT,
  post: async () => ({ error: NOTHING_SENT }),
  close: async () => undefined,
};

/** Opens the client of webhook endpoints. */
export function openWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { isPrivateAllowed, timeoutS } = options;
  const timeoutMs = timeoutS * 1000;
  const turns = openTurns(LOOKUPS_MAX, 1);
  const openAgent = (account_id: string) => {
    const resolve = lookupInTurn(turns, account_id, options.resolve ?? lookup);
    return new Agent({
      connect: isPrivateAllowed
        ? buildConnector({ timeout: CONNECT_MS, lookup: resolve })
        : publicConnector(resolve),
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
    });
  };
  const opened = new Set<Agent>();
  const agents = new LRUCache<string, Agent>({
    max: ACCOUNTS_MAX,
    memoMethod: (account_id) => {
      const agent = openAgent(account_id);
      opened.add(agent);
      return agent;
    },
    // Requests in flight end first.
    dispose: (agent) => void agent.close().finally(() => opened.delete(agent)),
  });
  const wrongWith = (url: string) => wrongWithUrl(url, isPrivateAllowed);
  return {
    wrongWith,
    post: async ({ account_id, url }, headers, body) => {
      // The setting may have changed since the endpoint was created.
      const error = wrongWith(url);
      if (error !== undefined) return { error };
      return send(agents.memo(account_id), url, headers, body, timeoutMs);
    },
    close: async () => {
      await Promise.all([...opened].map((agent) => agent.destroy()));
    },
  };
}

async function send(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<PostAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { origin, pathname, search } = new URL(url);
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, 'content-type': 'application/json', ...headers },
      body,
      signal: timeout,
    });
    await drop(answer.body);
    const after = answer.headers['retry-after'];
    return { code: answer.statusCode, retryAfter: Array.isArray(after) ? after[0] : after };
  } catch (error) {
    return { error: timeout.aborted ? 'It did not answer in time.' : whyBroken(error) };
  }
}

/** The status has been read: it does not matter how the rest of the response ends. */
async function drop(body: Dispatcher.ResponseData['body']): Promise<void> {
  const late = AbortSignal.timeout(ANSWER_MS_MAX);
  late.addEventListener('abort', () => body.destroy(), { once: true });
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      if (bytes > ANSWER_BYTES_MAX) break;
    }
  } catch {
    body.destroy();
  }
}

/** The lookups of one account: each waits for its turn as long as its connection would. */
const lookupInTurn =
  (turns: Turns, account_id: string, resolve: Resolve): Resolve =>
  (hostname, options, callback) => {
    void turns.take(account_id, AbortSignal.timeout(CONNECT_MS)).then((leave) => {
      if (leave === null) callback(new Error('no turn'), []);
      else
        resolve(hostname, options, (...found) => {
          leave();
          callback(...found);
        });
    });
  };

const WHY: Readonly<Record<string, string>> = {
  NOT_PUBLIC,
  UND_ERR_CONNECT_TIMEOUT: 'It could not be reached in time.',
  UND_ERR_HEADERS_TIMEOUT: 'It did not answer in time.',
  ECONNREFUSED: 'It refused the connection.',
  ENOTFOUND: 'Its name has no address.',
  EAI_AGAIN: 'Its name could not be looked up.',
  EHOSTUNREACH: 'It cannot be reached.',
  ENETUNREACH: 'It cannot be reached.',
};

/** Why there is no response, in our own words: the network's message may reveal internal names. */
function whyBroken(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(ERR_TLS|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_SSL)/.test(code)) {
    return 'Its TLS certificate is not valid.';
  }
  return WHY[code] ?? 'The connection broke.';
}
