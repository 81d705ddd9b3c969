/** The code of the Python guide and of the package's page, run against a service. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { codeBlocks } from '../support/code-blocks.js';
import { findPython, pythonFolder, runPython } from '../support/python.js';
import { MANY_HOMES, type ServiceHere, settingsOf, startHere } from '../support/run-rowhouse.js';

const folder = pythonFolder();
const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-python-data-'));
let service: ServiceHere;
before(async () => {
  service = await startHere({ ...settingsOf(dataDir), ...MANY_HOMES });
});
after(async () => {
  await service.interrupt();
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
});

/** The modules that a block needs, by what it calls. */
const NEEDS = [
  ['AsyncRowhouse', 'httpx'],
  ['to_pandas', 'pandas'],
  ['to_geopandas', 'geopandas'],
] as const;

const SHOWN: Readonly<Record<string, readonly (readonly RegExp[])[]>> = {
  'docs/python.md': [
    [/^\d+ rows, 1 credit, cached: (True|False)$/m, /^\d+ \w.* \d+/m],
    [/^100 rows, complete$/m, /^\d{4}-\d\d-\d\d \{'amount': \d+/m],
    [/^\[True, True, True\]$/m, /^\d{4}-\d\d-\d\d \d+$/m],
    [/^200 homes, complete$/m, /'datetime64\[\w+\]', .*'Int64', .*'string'/, /^condo +\d+/m],
    [/^EPSG:4326 True$/im, /^[1-9]\d* homes in a box$/m],
    [/^unsupported_or_invalid_query beds_min 422$/m, /^no such home$/m],
    [/^same job: True$/m, /^left: \d+$/m],
    [/^homes\.csv True$/m, /^homes\.geojson True$/m, /^homes\.parquet True$/m],
    [/^True on several sources$/m, /^\[\('sold', 'portal_[ab]'\)\]$/m, /^list,home_id/m],
    [/^active \['watch\.started'\]$/m, /^\d+ \w+/m],
  ],
  'clients/python/README.md': [
    [/^\d+ \w.*\{'amount': \d+/m],
    [/^condo +\d+/m],
    [/^\d+ rows, complete\n\d+ rows, complete$/m],
  ],
};

for (const [page, shown] of Object.entries(SHOWN)) {
  const blocks = codeBlocks(page, 'python');
  for (const [at, code] of blocks.entries()) {
    const modules = NEEDS.filter(([call]) => code.includes(call)).map(([, module]) => module);
    const python = findPython(...modules);
    const skip =
      python === null && `no Python 3.9 or newer with ${modules.join(' and ')} to run this block`;
    test(`block ${at + 1} of ${page} runs as it is`, { skip }, async () => {
      assert.equal(blocks.length, shown.length);
      const {
        code: exit,
        stdout,
        stderr,
      } = await runPython(python ?? assert.fail(), folder, code, {
        ROWHOUSE_BASE_URL: service.apiUrl,
        ROWHOUSE_API_KEY: service.demoKey,
      });
      assert.equal(exit, 0, `${stderr}\n${stdout}`);
      for (const line of shown[at] ?? assert.fail('a block without a check'))
        assert.match(stdout, line);
    });
  }
}
