/** Settings of alerts by mail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config.js';

const REST = {
  ROWHOUSE_MAIL_FROM: 'alerts@example.com',
  ROWHOUSE_PUBLIC_URL: 'https://homes.example.com',
};
const read = (url: string) => readConfig({ ...REST, ROWHOUSE_SMTP_URL: url }).mail;

test('TLS is required unless the server is on loopback or the address says ?insecure', () => {
  const tls = (url: string) => [read(url)?.tls, read(url)?.port];
  assert.deepEqual(tls('smtps://u:p%40ss@mail.example.com'), ['always', 465]);
  assert.deepEqual(tls('smtp://mail.example.com'), ['upgrade', 587]);
  assert.deepEqual(tls('smtp://mail.example.com:25?insecure'), ['never', 25]);
  assert.deepEqual(tls('smtp://127.0.0.1:1025'), ['never', 1025]);
  assert.deepEqual(tls('smtp://127.0.0.1.example.com'), ['upgrade', 587]);
  assert.deepEqual(read('smtps://u:p%40ss@mail.example.com')?.auth, {
    user: 'u',
    password: 'p@ss',
  });
});

test('a wrong or incomplete setting stops the start, and no message shows the password', () => {
  for (const url of [
    'https://u:hidden@mail.example.com',
    'smtp://u:hidden@mail.example.com/path',
    'smtp://u:hidden@mail.example.com?tls=no',
    'smtp://u:hidden%zz@mail.example.com',
  ]) {
    assert.throws(
      () => read(url),
      ({ message }: Error) =>
        message.includes('ROWHOUSE_SMTP_URL must be') && !message.includes('hidden'),
      url,
    );
  }
  const from = (text: string) => readConfig({ ...REST, ROWHOUSE_MAIL_FROM: text });
  assert.throws(() => from('a@example.com'), /Alerts by mail need ROWHOUSE_SMTP_URL/);
  const env = { ...REST, ROWHOUSE_SMTP_URL: 'smtps://mail.example.com' };
  assert.throws(
    () => readConfig({ ...env, ROWHOUSE_MAIL_FROM: 'Alerts <a@example.com>' }),
    /must be one address/,
  );
  assert.throws(
    () => readConfig({ ...env, ROWHOUSE_PUBLIC_URL: 'homes.example.com' }),
    /ROWHOUSE_PUBLIC_URL must be/,
  );
});
