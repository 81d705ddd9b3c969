/** An application in the process of a benchmark, on a place of either engine. */
import { tmpdir } from 'node:os';
import { type OpenApp, openApp, openGeo } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { systemClock, systemIds } from '../../src/system.js';
import { systemLog } from '../../src/system-log.js';
import type { Place } from './fill.js';

/** Opens it with these settings; sources have no address. */
export function openOn(
  place: Place,
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenApp> {
  return openApp(
    readConfig({
      ...settings,
      ROWHOUSE_DATA_DIR: 'dataDir' in place ? place.dataDir : tmpdir(),
      ...('databaseUrl' in place && {
        DATABASE_URL: place.databaseUrl,
        ROWHOUSE_SECRET: 'bench-secret-of-this-run',
      }),
    }),
    {
      clock: systemClock,
      ids: systemIds(systemClock),
      log: systemLog('error', false),
      geo: openGeo(),
    },
    Promise.resolve({}),
  );
}
