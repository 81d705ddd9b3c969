// The settings that the chart in deploy/helm takes in its values, as values.schema.json lists them:
// a misspelt name is rejected before a pod starts with it.
import { LIMITS } from '../src/base/limits.js';
import { SETTINGS } from '../src/config.js';

/** The chart sets them itself: its ports, its volumes and its probes go by them. */
const OF_CHART = [
  'HOST',
  'PORT',
  'DATABASE_URL',
  'ROWHOUSE_ADMIN_PORT',
  'ROWHOUSE_DATA_DIR',
  'ROWHOUSE_DEMO',
  'ROWHOUSE_DRAIN_S',
  'ROWHOUSE_METRICS_ADDRESS',
  'ROWHOUSE_ROLE',
];
/** Of commands, not of the service. */
const OF_COMMANDS = ['ROWHOUSE_API_KEY', 'ROWHOUSE_BASE_URL', 'ROWHOUSE_OPERATOR'];
/** They hold keys, tokens or passwords: a Secret has them. */
const SECRET =
  /^ROWHOUSE_(SECRET|ADMIN_TOKEN|SMTP_URL|OPEN_SET_TOKENS|UPSTREAM_\w+_(HEADERS|OAUTH|FEEDS))$/;
/** It may hold a key in front of an @, and is rejected with one. */
const ADDRESS = /^ROWHOUSE_UPSTREAM_(?!\w+_(OPTIONS|RATE_PER_S|CONCURRENCY|TIMEOUT_S)$)/;

const LEFT_OUT = new Set([...OF_CHART, ...OF_COMMANDS]);

/** Whether the chart takes a setting in its values. */
export const isOfValues = (name: string): boolean => !LEFT_OUT.has(name) && !SECRET.test(name);

/** The schema of each setting of the values, by its name. */
export function chartSettings(): Record<string, object> {
  const ranges = new Map<string, { readonly min: number; readonly max: number }>(
    Object.entries(LIMITS).map(([name, limit]) => [`ROWHOUSE_${name}`, limit]),
  );
  const names = [...SETTINGS].filter(isOfValues);
  return Object.fromEntries(
    names.sort().map((name) => {
      const range = ranges.get(name);
      if (range !== undefined) {
        return [name, { type: 'integer', minimum: range.min, maximum: range.max }];
      }
      return [name, { $ref: `#/definitions/${ADDRESS.test(name) ? 'address' : 'setting'}` }];
    }),
  );
}

/** The schema of the chart's values with the settings of this version. */
export function withSettings(schema: string): string {
  const read = JSON.parse(schema) as {
    readonly properties: { readonly settings: { properties: Record<string, object> } };
  };
  read.properties.settings.properties = chartSettings();
  return `${JSON.stringify(read, null, 2)}\n`;
}
