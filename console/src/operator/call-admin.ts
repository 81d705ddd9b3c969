/**
 * Calls of the operator's listener, with the token in the Authorization header as the commands send
 * it.
 */

/** Longest time for one call, in milliseconds: as long as a command waits. */
const CALL_MS_MAX = 30_000;
/** A ledger check or a report may read a whole ledger. */
const SLOW_CALL_MS_MAX = 2_700_000;
/** What a header can carry. */
const TOKEN = /^[\x21-\x7e]+$/;

export interface AdminAccess {
  readonly token: string;
  /** The name that the audit log gets. */
  readonly operator: string;
}

export interface AdminCall {
  /** Below `admin/`. */
  readonly path: string;
  /** Sent with POST; without it the call is a GET. */
  readonly body?: object;
  readonly isSlow?: true;
  readonly signal?: AbortSignal;
}

/** Why a call has no answer: in words, with the HTTP status; 0 where none came. */
export class AdminError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const NO_ANSWER = 0;
const WRONG_TOKEN = 401;
const WRONG_HOST = 421;

/** Whether the listener rejected the token. */
export const isRejected = (error: AdminError): boolean => error.status === WRONG_TOKEN;

/**
 * Asks the listener; the answer is trusted to be of the type. Throws AdminError, or the reason of
 * the signal.
 */
export async function callAdmin<T>(access: AdminAccess, call: AdminCall): Promise<T> {
  if (!TOKEN.test(access.token)) throw new AdminError(WRONG_TOKEN, TEXTS.token);
  const response = await send(access, call);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  throw new AdminError(response.status, messageOf(response.status, answer));
}

async function send({ token, operator }: AdminAccess, call: AdminCall): Promise<Response> {
  const { path, body, isSlow, signal } = call;
  const late = AbortSignal.timeout(isSlow === true ? SLOW_CALL_MS_MAX : CALL_MS_MAX);
  try {
    // Relative to the page, so that a proxy may serve both below a path.
    return await fetch(new URL(`admin${path}`, document.baseURI), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'rowhouse-operator': encodeURIComponent(operator),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new AdminError(NO_ANSWER, late.aborted ? TEXTS.late : TEXTS.unreachable);
  }
}

const TEXTS = {
  token:
    'This token is wrong. It is in the file admin-token of the data directory, or the value of ROWHOUSE_ADMIN_TOKEN.',
  late: 'The service took too long to answer.',
  unreachable:
    'The service cannot be reached. Is it running, and is the tunnel or proxy to it open?',
} as const;

/** The listener says in words what is wrong; a proxy may not. */
function messageOf(status: number, answer: unknown): string {
  if (status === WRONG_TOKEN) return TEXTS.token;
  const { error } = (answer ?? {}) as { readonly error?: { readonly message?: string } };
  if (error?.message !== undefined) return error.message;
  if (status === WRONG_HOST) return 'The listener does not answer for this host name.';
  return `The response was HTTP ${status} without a reason.`;
}

/** Whatever was thrown, as an error that can be shown. */
export const toAdminError = (cause: unknown): AdminError =>
  cause instanceof AdminError
    ? cause
    : new AdminError(NO_ANSWER, cause instanceof Error ? cause.message : String(cause));
