/**
 * Node 20 for everybody: those who work here, and those who install the package and get no lock
 * file and none of our overrides.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minVersion, satisfies } from 'semver';
import { textOf } from './read-tree.js';

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly engines?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(textOf('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const own = JSON.parse(textOf('package.json')) as {
  readonly engines: { readonly node: string };
  readonly overrides?: Readonly<Record<string, string>>;
};
const OLDEST = minVersion(own.engines.node)?.version ?? '';
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);

test('every locked package runs on the oldest Node that package.json promises', () => {
  assert.match(OLDEST, /^20\./);
  const incompatible = Object.entries(packages)
    .filter(([, { engines }]) => !satisfies(OLDEST, engines?.node ?? '*'))
    .map(([path, { version, engines }]) => `${path}@${version} wants ${engines?.node}`);
  assert.deepEqual(incompatible, [], 'take the last version that runs there');
});

test('no override holds up what is shipped: who installs the package does not get it', () => {
  assert.ok(shipped.length > 50, 'the lock file marks development packages');
  const overridden = Object.keys(own.overrides ?? {});
  assert.deepEqual(
    shipped.map(([path]) => nameOf(path)).filter((name) => overridden.includes(name)),
    [],
  );
});

test('every shipped package gets a version that it asked for', () => {
  const wrong = shipped.flatMap(([path, { dependencies }]) =>
    Object.entries(dependencies ?? {}).flatMap(([name, range]) => {
      const found = resolve(path, name);
      return found !== undefined && satisfies(found, range)
        ? []
        : [`${path} asks for ${name}@${range} and gets ${found}`];
    }),
  );
  assert.deepEqual(wrong, []);
});

/**
 * The version that a package finds, looked up as Node does: its own folder first, then outwards.
 */
function resolve(from: string, name: string): string | undefined {
  const found = packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`];
  if (found !== undefined || from === '') return found?.version;
  const cut = from.lastIndexOf('/node_modules/');
  return resolve(cut === -1 ? '' : from.slice(0, cut), name);
}
