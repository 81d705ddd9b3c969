/**
 * Authorization at a source that issues tokens: OAuth 2.0 client credentials (RFC 6749, 4.4). A
 * token is requested once, however many requests wait for it, and again shortly before it expires
 * or when the source answers 401.
 */
import { Pool } from 'undici';
import type { Clock } from '#base/clock.js';
import { SourceError } from '#sources/driver.js';

export interface ClientCredentials {
  readonly token_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly scope?: string;
}

export interface Authorization {
  /** The `authorization` header to send; empty if the source issues no tokens. */
  header(source: string): Promise<Readonly<Record<string, string>>>;
  /** After a 401 for a request with these headers: true when another token can be requested. */
  rejected(sent: Readonly<Record<string, string>>): Promise<boolean>;
  close(): Promise<void>;
}

/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000;
/** The lifetime of a token whose response names none. */
const LIFETIME_DEFAULT_S = 300;
const ANSWER_BYTES_MAX = 65_536;

const NONE: Authorization = {
  header: async () => ({}),
  rejected: async () => false,
  close: async () => undefined,
};

/** Opens the authorization of one source; `null` if it takes static headers or none. */
export function openAuthorization(
  credentials: ClientCredentials | null,
  clock: Pick<Clock, 'nowMs'>,
  timeoutS: number,
): Authorization {
  if (credentials === null) return NONE;
  const pool = new Pool(new URL(credentials.token_url).origin, {
    connections: 1,
    headersTimeout: timeoutS * 1000,
    bodyTimeout: timeoutS * 1000,
  });
  // The current token, or the pending request for one.
  let current: Promise<Token> | null = null;
  const renew = (source: string): Promise<Token> => {
    const asked = askForToken(pool, credentials, source, clock.nowMs());
    current = asked;
    // A failure rejects everyone waiting for it; the next request tries again.
    asked.catch(() => {
      if (current === asked) current = null;
    });
    return asked;
  };
  return {
    header: async (source) => {
      const asked = current ?? renew(source);
      const token = await asked;
      if (clock.nowMs() < token.usableUntilMs) return { authorization: token.header };
      // The first request that finds it expired renews it.
      const { header } = await (current === asked ? renew(source) : (current ?? renew(source)));
      return { authorization: header };
    },
    rejected: async (sent) => {
      if (sent.authorization === undefined) return false;
      const asked = current;
      const token = await asked?.catch(() => null);
      // If another request renewed it meanwhile, that token is used.
      if (token?.header === sent.authorization && current === asked) current = null;
      return true;
    },
    close: () => pool.destroy(),
  };
}

interface Token {
  readonly header: string;
  readonly usableUntilMs: number;
}

async function askForToken(
  pool: Pool,
  { token_url, client_id, client_secret, scope }: ClientCredentials,
  source: string,
  nowMs: number,
): Promise<Token> {
  const { pathname, search } = new URL(token_url);
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
  const basic = [client_id, client_secret].map(encodeURIComponent).join(':');
  const failed = (why: string) => new SourceError('refused', `${source} issued no token: ${why}.`);
  const answer = await pool
    .request({
      method: 'POST',
      path: pathname + search,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
      },
      body: form.toString(),
    })
    .catch(() => {
      throw new SourceError('down', `The token address of ${source} cannot be reached.`);
    });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw failed(`HTTP ${answer.statusCode}`);
  if (text.length > ANSWER_BYTES_MAX) throw failed('the response is too long');
  return tokenIn(text, nowMs, failed);
}

function tokenIn(text: string, nowMs: number, failed: (why: string) => SourceError): Token {
  const answer = jsonObject(text);
  const { access_token, token_type, expires_in } = answer;
  if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token)) {
    throw failed('the response has no access_token');
  }
  const isBearer = typeof token_type !== 'string' || token_type.toLowerCase() === 'bearer';
  if (!isBearer) {
    throw failed('it is not a bearer token');
  }
  const lifetimeS = Number(expires_in ?? LIFETIME_DEFAULT_S);
  const usableMs = Math.max(0, (Number.isFinite(lifetimeS) ? lifetimeS : 0) * 1000 - EARLY_MS);
  return { header: `Bearer ${access_token}`, usableUntilMs: nowMs + usableMs };
}

function jsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
