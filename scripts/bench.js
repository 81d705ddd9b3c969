// Runs the benchmarks in bench/, each with its baseline: all, or one by `npm run bench -- kill`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const only = process.argv.slice(2);
const files = readdirSync('bench')
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => only.length === 0 || only.some((word) => name.includes(word)))
  .sort();

for (const name of files) {
  console.log(`\n== ${name.replace('.bench.ts', '')}`);
  const { status } = spawnSync(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', '--expose-gc', join('bench', name)],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
