/** Calls of the operator's listener of a test application. */
import { ADMIN_TOKEN, type TestApp } from './open-test-app.js';

export type Ask = ReturnType<typeof asking>;

/** Asks with the token, or sends the text of a file: the status and the JSON of the answer. */
export const asking =
  (t: TestApp) =>
  async (method: 'GET' | 'POST', path: string, body?: unknown, headers: object = {}) => {
    const isFile = typeof body === 'string';
    const answer = await t.admin.inject({
      method,
      url: `/admin${path}`,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...headers,
        ...(body !== undefined && {
          'content-type': isFile ? 'application/x-rowhouse-import' : 'application/json',
        }),
      },
      ...(body !== undefined && { payload: isFile ? body : JSON.stringify(body) }),
    });
    return { status: answer.statusCode, json: answer.json() };
  };
