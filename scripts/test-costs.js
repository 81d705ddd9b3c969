// Prints what the tests cost by group, from the file that ROWHOUSE_TEST_COSTS named for a run.
import { readFileSync } from 'node:fs';
import { BROWSER } from './test-groups.js';

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error(
    'usage: node scripts/test-costs.js FILE (made by ROWHOUSE_TEST_COSTS=FILE npm test)',
  );
  process.exit(2);
}

const groups = new Map();
for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
  const [seconds, ...name] = line.split(' ');
  const group = groupOf(name.join(' '));
  const { runs, sum } = groups.get(group) ?? { runs: 0, sum: 0 };
  groups.set(group, { runs: runs + 1, sum: sum + Number(seconds) });
}
const rows = [...groups]
  .sort(([, a], [, b]) => b.sum - a.sum)
  .map(([group, { runs, sum }]) => [group, String(runs), sum.toFixed(0)]);
const all = [...groups.values()].reduce((total, { sum }) => total + sum, 0);
print([['group', 'files', 'seconds'], ...rows, ['all', '', all.toFixed(0)]]);

/** Files by their folder, those of the code by `src/store` and the rest of it. */
function groupOf(file) {
  if (file === '(start)') return 'starts of processes';
  if (file === '(end)') return 'what files share, such as the browser';
  if (BROWSER.test(file)) return 'pages in a browser';
  const [top, folder, ...below] = file.split('/');
  if (top === 'src') return folder === 'store' ? 'src/store' : 'src, but the store';
  return below.length === 0 ? 'test' : `test/${folder}`;
}

function print([head, ...lines]) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log([line(head), '| --- | ---: | ---: |', ...lines.map(line)].join('\n'));
}
