/** Alerts by mail in a test: an application with a mail server, confirmed addresses, runs. */
import assert from 'node:assert/strict';
import type { EndpointBody } from '#contract/operations/endpoints.js';
import { insertEvents } from '#store/events.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { openTestApp, type TestAccount, type TestApp } from './open-test-app.js';
import { send } from './watching.js';
import { addEndpoint } from './webhooks.js';

const SITE = 'https://homes.example.com';
export let server: MailServer;
export let app: TestApp;
/** The application of a test file: call it before its tests. */
export async function openMailing(): Promise<void> {
  server = await startMailServer();
  app = await openTestApp({
    idle: true,
    env: {
      ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      ROWHOUSE_MAIL_FROM: 'alerts@homes.example.com',
      ROWHOUSE_PUBLIC_URL: SITE,
    },
  });
}
export async function closeMailing(): Promise<void> {
  await app.close();
  await server.close();
}

/** The path of a link in a mail. */
export function linkIn(text: string, purpose: 'confirm' | 'unsubscribe'): string {
  const [found] = new RegExp(`${SITE}/mail/${purpose}/[^\\s>]+`).exec(text) ?? [];
  assert.ok(found, text);
  return found.slice(SITE.length);
}

export const follow = (method: 'GET' | 'POST', url: string, payload?: string) =>
  app.server.inject({
    method,
    url,
    ...(payload !== undefined && {
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });

let addresses = 0;
export const newAddress = (): string => {
  addresses += 1;
  return `reader${addresses}@example.com`;
};

export async function confirmed(
  more: { account?: TestAccount; address?: string; types?: string[] } = {},
) {
  server.answer({});
  const { account = await app.account(), address = newAddress(), types } = more;
  const endpoint = await addEndpoint(app, account.api_key, `mailto:${address}`, {
    ...(types !== undefined && { types }),
  });
  const answer = await follow('POST', linkIn(server.lastTo(address).text, 'confirm'));
  assert.equal(answer.statusCode, 200, answer.body);
  const path = `/v1/endpoints/${endpoint.endpoint_id}`;
  const shown = async () => (await send(app, account.api_key, 'GET', path)).json<EndpointBody>();
  const change = async (body: object) => send(app, account.api_key, 'PATCH', path, body);
  return { account, address, endpoint, shown, change };
}

export const mailsTo = (address: string): number =>
  server.mails.filter(({ to }) => to === address).length;

export const homeOf = (nth: number, more: object = {}) => ({
  kind: 'added',
  source_id: `h${nth}`,
  row: {
    source_id: `h${nth}`,
    list_price: { amount: 500_000 + nth, currency: 'USD' },
    address: { line1: `${nth} Oak St`, unit: '', city: 'Austin', state: 'TX', zip: '78704' },
    source_url: `https://portal.example.com/h${nth}`,
  },
  previous: null,
  ...more,
});

/** Writes the events of one run, as the end of a run does. */
export async function logRun({ account_id }: TestAccount, parts: readonly (readonly object[])[]) {
  const run_id = app.app.ids.uuid();
  const events = parts.map((changes, at) => ({
    event_id: app.app.ids.uuid(),
    type: 'watch.changed',
    watch_id: null,
    data: {
      run_id,
      route: 'portal_a_listings',
      query: { zip: '78704' },
      part: at + 1,
      parts: parts.length,
      changes,
    },
  }));
  await insertEvents(app.app.db, account_id, events, new Date(app.clock.nowMs()));
}
