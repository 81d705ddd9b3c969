import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointBody } from '#contract/operations/endpoints.js';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';
import { addEndpoint } from '../support/webhooks.js';

const NOT_ALLOWED = [
  'http://hooks.example.com/',
  'https://hooks.example.com:444/',
  'https://user:pass@hooks.example.com/',
  'https://user@hooks.example.com/',
  'ftp://hooks.example.com/',
  'hooks.example.com',
  `https://hooks.example.com/${'a'.repeat(2_048)}`,
  'https://localhost/',
  'https://a.localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0/',
  'https://10.1.2.3/',
  'https://169.254.169.254/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fd00::1]/',
];

export function register(t: () => TestApp): void {
  test('an address that is not https on the public internet is rejected, at creation and later', async () => {
    const { api_key } = await t().account();
    const made = await addEndpoint(t(), api_key, 'https://hooks.example.com:8443/a?b=c');
    const path = `/v1/endpoints/${made.endpoint_id}`;
    for (const url of NOT_ALLOWED) {
      const created = await send(t(), api_key, 'POST', '/v1/endpoints', { url });
      expectApiError(created, 'endpoint_not_allowed', 'url');
      const changed = await send(t(), api_key, 'PATCH', path, { url });
      expectApiError(changed, 'endpoint_not_allowed', 'url');
    }
    const after = (await send(t(), api_key, 'GET', path)).json<EndpointBody>();
    assert.equal(after.url, 'https://hooks.example.com:8443/a?b=c');
  });
}
