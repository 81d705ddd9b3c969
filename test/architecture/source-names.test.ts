import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import { SOURCES } from '#contract/sources.js';
import { codeOf, filesOf, placesOf, shippedFiles } from './read-tree.js';

/** Where the sources are listed; the rest of the code reads the lists. */
const LISTS = ['src/sources/index.ts', 'src/sources/manifests.ts', 'src/sandbox/portals.ts'];

/** The files of the sources themselves. */
const ownFolder = new RegExp(`^src/(sources|sandbox)/(${SOURCES.join('|')})/`);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Every way in which code asks for a source: its name, its routes, a comparison with it. */
function namingOf(source: string): RegExp {
  const words = source.split('_');
  const camel = words.map((word, at) => (at === 0 ? word : capital(word))).join('');
  // A name of one word is a word of the language too, so only a use as a name counts.
  const spellings =
    words.length === 1
      ? [`([!=]==|case)\\s*'${source}'`, `source:\\s*'${source}'`, `\\b${source}[[.]`]
      : [
          source,
          source.toUpperCase(),
          words.join('-'),
          `\\b${camel}(?![a-z])`,
          `${words.map(capital).join('')}(?![a-z])`,
        ];
  const routes = [...SEARCH_ROUTES, ...LOOKUP_ROUTES]
    .filter((route) => route.source === source)
    .flatMap(({ id, path }) => [`\\b${id}\\b`, `${path.slice(1)}\\b`]);
  return new RegExp([...spellings, ...routes].join('|'));
}

function namesIn(files: readonly string[]): string[] {
  const namings = SOURCES.map(namingOf);
  return files.flatMap((path) => {
    const code = codeOf(path);
    return namings.flatMap((naming) => placesOf(path, code, naming));
  });
}

test('no code outside the folder of a source and the lists of sources asks for a source by name', () => {
  const files = shippedFiles().filter((path) => !ownFolder.test(path) && !LISTS.includes(path));
  assert.ok(files.length > 200);
  assert.deepEqual(namesIn(files), [], 'read it off the manifest of the source');
});

test('no code of the console asks for a source by name', () => {
  const files = filesOf(['console/src'], ['.ts', '.tsx']);
  assert.ok(files.length > 30);
  assert.deepEqual(namesIn(files), [], 'read it off the manifest of the source');
});

test('the lists name every source, so the search for names finds what it looks for', () => {
  for (const source of SOURCES.filter((name) => name.includes('_'))) {
    for (const list of LISTS) {
      assert.ok(placesOf(list, codeOf(list), namingOf(source)).length > 0, `${list}: ${source}`);
    }
  }
});
