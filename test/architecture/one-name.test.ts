import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedFiles, textOf } from './read-tree.js';

/**
 * A source and a portal of the sandbox have the same parts as the others of their kind, under the
 * same names.
 */
const ROLE = /^src\/(sources|sandbox)\/[^/]+\//;

test('no two exported types share a name, but for the parts that every source or portal has', () => {
  const declared = shippedFiles().flatMap((path) =>
    [...textOf(path).matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name = '']) => ({
      name,
      of: ROLE.exec(path)?.[1] ?? path,
    })),
  );
  assert.ok(declared.length > 500, `types found: ${declared.length}`);
  const owners = new Map<string, Set<string>>();
  for (const { name, of } of declared) owners.set(name, (owners.get(name) ?? new Set()).add(of));
  const shared = [...owners].filter(([, of]) => of.size > 1).map(([name, of]) => [name, ...of]);
  assert.deepEqual(shared, [], 'one thing, one name: say of the second what it is the … of');
});
