/** The free pages about an account and about the sources, as the service writes them. */
import type { AccountBody, SourcesBody } from '#contract/answers.js';
import { BASE_PATH } from '#contract/envelope.js';
import { SOURCES_PATH } from '#contract/routes.js';
import { getJson } from './call.js';

/** Balance, plan, limits and usage of the key's account. */
export async function readAccount(key: string, signal?: AbortSignal): Promise<AccountBody> {
  const { body } = await getJson(`${BASE_PATH}/account`, { key, signal });
  return body as AccountBody;
}

/** Health of every source. */
export async function readSources(
  key: string,
  signal: AbortSignal,
): Promise<SourcesBody['sources']> {
  const { body } = await getJson(`${BASE_PATH}${SOURCES_PATH}`, { key, signal });
  return (body as SourcesBody).sources;
}

export interface ConsoleConfig {
  readonly demo_key: string | null;
  readonly tiles_url: string | null;
  /** Whether the rows come from the built-in sandbox. */
  readonly sandbox: boolean;
  readonly version: string;
}

/** What this service tells its console before anybody has named a key. */
export async function readConfig(): Promise<ConsoleConfig> {
  const { body } = await getJson('/console-config.json', { key: null });
  return body as ConsoleConfig;
}
