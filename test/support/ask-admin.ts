/** Calls of the operator's listener of a test application. */
import { ADMIN_TOKEN, type TestApp } from './open-test-app.js';

export type Ask = ReturnType<typeof asking>;

/** Asks with the token: the status and the JSON of the answer. */
export const asking =
  (t: TestApp) =>
  async (method: 'GET' | 'POST', path: string, body?: unknown, headers: object = {}) => {
    const answer = await t.admin.inject({
      method,
      url: `/admin${path}`,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, json: answer.json() };
  };
