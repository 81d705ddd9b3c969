// Moves the entries of changes/ into CHANGELOG.md under the version of package.json, and removes
// their files. An entry is one file: a bucket, a colon and the change, in its readers' words
// (`Interface: …`).
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUCKETS, readEntry } from './changes.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const log = readFileSync('CHANGELOG.md', 'utf8');
if (log.includes(`## ${version}\n`)) {
  console.error(`CHANGELOG.md has ${version} already: raise the version in package.json first.`);
  process.exit(1);
}
const files = readdirSync('changes').filter((name) => name.endsWith('.md'));
if (files.length === 0) {
  console.error('changes/ is empty: nothing to release.');
  process.exit(1);
}
const entries = files
  .sort()
  .map((name) => readEntry(name, readFileSync(join('changes', name), 'utf8')));
const sections = BUCKETS.flatMap((bucket) => {
  const lines = entries.filter((entry) => entry.bucket === bucket).map(({ text }) => `- ${text}`);
  return lines.length === 0 ? [] : [`### ${bucket}\n\n${lines.join('\n')}\n`];
});
const at = log.indexOf('## ');
writeFileSync(
  'CHANGELOG.md',
  `${log.slice(0, at)}## ${version}\n\n${sections.join('\n')}\n${log.slice(at)}`,
);
for (const name of files) rmSync(join('changes', name));
console.log(`${entries.length} changes are under ${version} in CHANGELOG.md.`);
