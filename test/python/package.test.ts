/** The Python package: what is printed, its version, its types, and the wheel that pip installs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pythonFiles } from '../../scripts/python/files.js';
import { ROOT, textOf } from '../architecture/read-tree.js';
import { findPython, type Python } from '../support/python.js';

const PACKAGE = join(ROOT, 'clients/python');
const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };

const folderOf = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-python-package-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** What a program prints; `path` is where it finds packages. */
const printed = (
  python: Python | null,
  cwd: string,
  path: string,
  args: readonly string[],
): string =>
  execFileSync(python?.path ?? assert.fail(), args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1', MYPYPATH: path },
  });

test('the printed files are what the tables print: run `npm run docs:routes`', () => {
  const stale = [...pythonFiles()].filter(([path, text]) => textOf(path) !== text);
  assert.deepEqual(
    stale.map(([path]) => path),
    [],
    'run `npm run docs:routes` and commit them',
  );
});

test('the synchronous client has no word of the asynchronous one', () => {
  for (const file of ['_client.py', '_rowhouse.py'])
    assert.doesNotMatch(textOf(`clients/python/src/rowhouse/${file}`), /\basync|\bawait|Async/);
});

test('the package has the licence of the repository', () => {
  assert.equal(textOf('clients/python/LICENSE'), textOf('LICENSE'));
});

const python = findPython();
test('the package is plain Python 3.9, and all of its types can be read', {
  skip: python === null && 'no Python 3.9 or newer: install python3 to run this test',
}, () => {
  const program = `
import ast, pathlib, typing
import rowhouse
for file in pathlib.Path(rowhouse.__file__).parent.glob("*.py"):
    ast.parse(file.read_text(), feature_version=(3, 9))
row = typing.get_type_hints(rowhouse.PortalAListingsRow)
print(sorted(row)[:3], row["list_price"], typing.get_type_hints(row["extras"])["zestimate"])
named = [*rowhouse.rows.__all__, *rowhouse.answers.__all__]
print(sum(len(typing.get_type_hints(getattr(rowhouse.rows, name, None) or getattr(rowhouse.answers, name))) > 0 for name in named) == len(named))
print(typing.get_type_hints(rowhouse.answers.PriceCut)["from"])
`;
  const stdout = printed(python, ROOT, join(PACKAGE, 'src'), ['-c', program]);
  assert.match(stdout, /^\['address', 'agent_name', 'baths'\] .*Money.* .*Money/);
  assert.match(stdout, /^True\n<class 'rowhouse\.rows\.Money'>$/m);
});

const builder = findPython('hatchling.build');
test('the wheel has the version of package.json, the types, and both clients', {
  skip: builder === null && 'no Python with hatchling: install python3-hatchling to run this test',
}, (t) => {
  const folder = folderOf(t);
  cpSync(PACKAGE, join(folder, 'source'), { recursive: true });
  const build = 'import hatchling.build as b; b.build_wheel(".."); b.build_sdist("..")';
  printed(builder, join(folder, 'source'), '', ['-c', build]);
  const built = readdirSync(folder).filter((name) => name.startsWith('rowhouse-'));
  const wheel = `rowhouse-${version}-py3-none-any.whl`;
  assert.deepEqual(built.sort(), [wheel, `rowhouse-${version}.tar.gz`]);
  const program = `
import importlib.metadata, zipfile
import rowhouse
names = zipfile.ZipFile("${wheel}").namelist()
print("rowhouse/py.typed" in names, any(name.endswith("/LICENSE") for name in names))
print(sorted({name.split("/")[0] for name in names}))
meta = importlib.metadata.metadata("rowhouse")
print(meta["Version"] == rowhouse.__version__, sorted(meta.get_all("Provides-Extra")))
print(meta.get_payload().splitlines()[0], [n for n in meta.get_all("Requires-Dist") if "extra" not in n])
print(rowhouse.Rowhouse("http://127.0.0.1", "key").portal_a_sold(zip="78704"))
`;
  assert.deepEqual(printed(builder, folder, wheel, ['-c', program]).trim().split('\n'), [
    'True True',
    `['rowhouse', 'rowhouse-${version}.dist-info']`,
    "True ['async', 'geopandas', 'pandas']",
    '# rowhouse []',
    "Search('/portal_a/sold', {'zip': '78704'})",
  ]);
});

const checker = findPython('mypy');
const RIGHT = `
import asyncio
from typing import List, Optional
from rowhouse import PORTAL_A_SOLD, AsyncRowhouse, Page, PortalASoldRow, Rowhouse
from rowhouse.answers import HomeLine

rowhouse = Rowhouse("http://127.0.0.1", "key")
page: Page[PortalASoldRow] = rowhouse.search(PORTAL_A_SOLD, zip="78704")
ratios: List[Optional[float]] = [row["sale_to_list_ratio"] for row in page.rows]
price = next(rowhouse.portal_a_listings(zip="78704", property_type=["condo"]).rows())["list_price"]
amount: float = price["amount"] if price else 0.0
homes: List[HomeLine] = list(rowhouse.iter_homes("listings", zip="78704"))
rowhouse.change_watch("w", max_credits_per_run=None)

async def main() -> None:
    async with AsyncRowhouse() as rowhouse:
        async for row in rowhouse.portal_a_sold(zip="78704", sold_within_days=30).rows():
            print(row["sold_date"])
        print((await rowhouse.account())["balance"]["available"])

asyncio.run(main())
`;
/** Each line has a mistake, and what the checker must say of it. */
const WRONG = [
  ['rowhouse.portal_a_listings(zip="78704", beds=2)', 'Unexpected keyword argument "beds"'],
  ['rowhouse.portal_a_sold(sold_within_days=8)', 'incompatible type "Literal[8]"'],
  ['rowhouse.portal_a_listings(property_type=["castle"])', 'incompatible type'],
  ['rowhouse.account()["balanse"]', 'has no key "balanse"'],
  ['next(rowhouse.portal_b_sold().rows())["rent_monthly"]', 'has no key "rent_monthly"'],
  ['rowhouse.home_history("portal_c", "1")', 'incompatible type "Literal[\'portal_c\']"'],
] as const;

test('the package passes mypy --strict, and callers learn of a wrong input or field', {
  skip: checker === null && 'no Python with mypy: install mypy to run this test',
}, (t) => {
  const folder = folderOf(t);
  const source = join(PACKAGE, 'src');
  const mypy = ['-m', 'mypy', '--cache-dir', join(folder, 'cache')];
  const config = ['--config-file', join(PACKAGE, 'pyproject.toml')];
  const whole = printed(checker, folder, source, [...mypy, ...config, '-p', 'rowhouse']);
  assert.match(whole, /^Success: no issues found in \d+ source files$/m);
  writeFileSync(join(folder, 'right.py'), RIGHT);
  assert.match(
    printed(checker, folder, source, [...mypy, ...config, 'right.py']),
    /^Success: no issues found in 1 source file$/m,
  );
  const lines = WRONG.map(([line]) => line);
  const start = 'from rowhouse import Rowhouse\nrowhouse = Rowhouse("http://127.0.0.1", "key")';
  writeFileSync(join(folder, 'wrong.py'), [start, ...lines].join('\n'));
  const check = `import sys; from mypy.api import run; print(run(sys.argv[1:])[0])`;
  const args = [...mypy.slice(2), ...config, 'wrong.py'];
  const said = printed(checker, folder, source, ['-c', check, ...args]);
  for (const [nth, [, expected]] of WRONG.entries())
    assert.ok(
      said
        .split('\n')
        .some((line) => line.startsWith(`wrong.py:${nth + 3}:`) && line.includes(expected)),
      `${expected}\n${said}`,
    );
});
