/** The free pages about an account and about the sources, as the service writes them. */
import { BASE_PATH } from '#contract/envelope.js';
import { SOURCES_PATH } from '#contract/routes.js';
import { getJson } from './call.js';

export interface UsageEntry {
  readonly date: string;
  readonly route: string;
  readonly path: string;
  readonly complete: number;
  readonly failed: number;
  readonly pending: number;
  readonly credits: number;
}

export interface Account {
  readonly account_id: string;
  readonly name: string;
  readonly status: string;
  readonly balance: {
    readonly plan: number;
    readonly extra: number;
    readonly reserved: number;
    readonly available: number;
  };
  readonly plan: {
    readonly credits_per_month: number;
    readonly period: string;
    readonly resets_at: string;
  };
  readonly limits: { readonly calls_per_minute: number; readonly pending_searches: number };
  readonly usage: readonly UsageEntry[];
}

export interface RouteHealth {
  readonly route: string;
  readonly path: string;
  readonly readings: number;
  readonly success_rate: number | null;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly last_error: string | null;
  readonly median_ms: number | null;
  readonly rows_read: number;
  readonly fill_rates: Readonly<Record<string, number>>;
}

export interface SourceHealth {
  readonly source: string;
  readonly configured: boolean;
  readonly circuit: {
    readonly state: string;
    readonly failures_in_a_row: number;
    readonly open_until: string | null;
  };
  readonly routes: readonly RouteHealth[];
}

/** Balance, plan, limits and usage of the key's account. */
export async function readAccount(key: string, signal?: AbortSignal): Promise<Account> {
  const { body } = await getJson(`${BASE_PATH}/account`, { key, signal });
  return body as Account;
}

/** Health of every source. */
export async function readSources(key: string, signal: AbortSignal): Promise<SourceHealth[]> {
  const { body } = await getJson(`${BASE_PATH}${SOURCES_PATH}`, { key, signal });
  return (body as { sources: SourceHealth[] }).sources;
}

export interface ConsoleConfig {
  readonly demo_key: string | null;
  readonly tiles_url: string | null;
  readonly version: string;
}

/** What this service tells its console before anybody has named a key. */
export async function readConfig(): Promise<ConsoleConfig> {
  const { body } = await getJson('/console-config.json', { key: null });
  return body as ConsoleConfig;
}
