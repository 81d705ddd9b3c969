/** The settings that point a service at the benchmark: its sources are the current question's. */
import { UPSTREAM_SOURCES } from '#contract/sources.js';

export const settingsFor = (url: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    UPSTREAM_SOURCES.map((source) => [
      `ROWHOUSE_UPSTREAM_${source.toUpperCase()}`,
      `${url}/current/${source}`,
    ]),
  ),
  ROWHOUSE_UPSTREAM_PORTAL_A_PLACES: `${url}/current/portal_a`,
  ROWHOUSE_UPSTREAM_MLS_OPTIONS: '{"top":"1000"}',
});
