export interface AdminRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A command that cannot continue: a one-line message, exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

const TIMEOUT_MS = 30_000;

/** Asks the admin listener; throws CliError with what went wrong and what to do. */
export async function callAdmin(
  url: string,
  token: string | null,
  request: AdminRequest,
): Promise<Record<string, unknown>> {
  if (token === null) {
    throw new CliError(
      'No admin token: set ROWHOUSE_ADMIN_TOKEN, or ROWHOUSE_DATA_DIR to the data directory of the running service.',
    );
  }
  const answer = await fetch(`${url.replace(/\/$/, '')}/admin${request.path}`, {
    method: request.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? {}) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new CliError(
      `No service answers at ${url}. Start it with "rowhouse serve", or name it with --admin-url.`,
    );
  });
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (answer.ok) return body;
  const error = body.error as { message?: string } | undefined;
  throw new CliError(error?.message ?? `The admin listener answered ${answer.status}.`);
}
