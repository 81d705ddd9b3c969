// Packs the Helm chart: `node scripts/pack-chart.js FILE.tgz`. `helm package` writes the time of
// the day into the file; here the same files give the same bytes, and their time is
// SOURCE_DATE_EPOCH.
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'tar';

const CHARTS = fileURLToPath(new URL('../deploy/helm', import.meta.url));
const MS = 1000;
const FILE_MODE = 0o644;

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node scripts/pack-chart.js FILE.tgz');
  process.exit(2);
}
const files = readdirSync(join(CHARTS, 'rowhouse'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(CHARTS.length + 1))
  .sort();
const mtime = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * MS);
mkdirSync(dirname(resolve(file)), { recursive: true });
/** Whatever the umask of the checkout was. */
const onWriteEntry = (entry) => {
  if (entry.stat !== undefined) entry.stat.mode = FILE_MODE;
};
create(
  {
    file: resolve(file),
    cwd: CHARTS,
    gzip: true,
    portable: true,
    sync: true,
    mtime,
    onWriteEntry,
  },
  files,
);
