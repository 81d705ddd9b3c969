// The printed files of the Python client, from the tables of the service and the OpenAPI document.
import { readFileSync } from 'node:fs';
import { printTypes } from './answers.js';
import { printCalls } from './calls.js';
import { printRoutes, printRows } from './rows.js';
import { withoutAsync } from './without-async.js';

const PACKAGE = 'clients/python/src/rowhouse';
const ROOT = new URL('../../', import.meta.url);
const PRINTED = '# Printed by `npm run docs:routes`. Do not edit.\n';

/** Every printed file by its path, as it is now. */
export function pythonFiles(): ReadonlyMap<string, string> {
  const { code: calls, types } = printCalls();
  const client = readFileSync(new URL(`${PACKAGE}/_async_client.py`, ROOT), 'utf8');
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    readonly version: string;
  };
  const files = {
    '_version.py': `__version__ = "${version}"\n`,
    'rows.py': printRows(),
    'routes.py': printRoutes(),
    ...printTypes(types),
    '_async_rowhouse.py': calls,
    '_rowhouse.py': withoutAsync(calls),
    '_client.py': withoutAsync(client.replace(/\n\n`_client\.py` is printed[\s\S]*?(?=""")/, '')),
  };
  return new Map(
    Object.entries(files).map(([name, text]) => [`${PACKAGE}/${name}`, `${PRINTED}${text}`]),
  );
}
