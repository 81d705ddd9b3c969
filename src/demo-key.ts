/** The demo account's key: one person at this machine tries the service on synthetic data. */
import { hashApiKey } from '#domain/api-key.js';
import { endKey, newApiKey } from '#service/accounts/keys.js';
import { createAccount } from '#service/accounts/manage.js';
import { hasAccounts } from '#store/accounts.js';
import { findKeyByHash } from '#store/keys.js';
import type { OpenApp } from './app.js';
import { DEMO_KEY_FILE, ensureDataFile, readDataFile, removeDataFile } from './data-files.js';

const DEMO_CREDITS = 10_000;

export interface DemoKey {
  readonly key: string;
  /** Whether this start created it; a new key is printed. */
  readonly isNew: boolean;
}

/**
 * The first start of an embedded store creates a demo account. Its key is in its file before
 * the account is stored, so the next start completes one that was interrupted between the two. If
 * `isTrial` is false (real data, or not on loopback), no key is made and an earlier one is revoked.
 */
export async function demoKey(
  app: OpenApp,
  dataDir: string,
  isTrial: boolean,
): Promise<DemoKey | null> {
  if (!app.embedded) return null;
  const known = readDataFile(dataDir, DEMO_KEY_FILE);
  if (!isTrial) {
    if (known !== null) await retire(app, dataDir, known);
    return null;
  }
  if (await hasAccounts(app.db)) return known === null ? null : { key: known, isNew: false };
  const key = ensureDataFile(dataDir, DEMO_KEY_FILE, () => newApiKey(app));
  await createAccount(app, { name: 'demo', extra_credits: DEMO_CREDITS }, { apiKey: key });
  return { key, isNew: true };
}

async function retire(app: OpenApp, dataDir: string, key: string): Promise<void> {
  const found = await findKeyByHash(app.db, hashApiKey(key));
  if (found !== undefined) await endKey(app, found.key_id);
  removeDataFile(dataDir, DEMO_KEY_FILE);
  app.log.warn({ file: DEMO_KEY_FILE }, 'the demo key was revoked: create an account with a key');
}

/** Opens the console with the key, in the URL fragment, which no browser sends to a server. */
export const consoleLink = (apiUrl: string, key: string): string => `${apiUrl}/#demo-key=${key}`;
