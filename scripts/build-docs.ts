/**
 * Makes dist/docs/site: the documents as pages, their search index, one style and two scripts.
 *
 *     node --conditions=source --import tsx scripts/build-docs.ts
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { renderOperations } from './docs/operations.js';
import { render } from './docs/render.js';
import { ENTRIES, fileOf, hrefOf, OPERATIONS, pageOf } from './docs/site.js';

const OUT = 'dist/docs/site';

rmSync(OUT, { recursive: true, force: true });
const style = ['tokens', 'docs']
  .map((name) => readFileSync(`console/src/styles/${name}.css`, 'utf8'))
  .join('\n');
const [first, script] = ['first', 'site'].map(
  (name) =>
    ts.transpileModule(readFileSync(`console/src/docs/${name}.ts`, 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    }).outputText,
) as [string, string];
// A page names the version of its style and script, so that a new page never loads a cached one.
const version = createHash('sha256')
  .update(style + first + script)
  .digest('hex')
  .slice(0, 12);
write('site.css', style);
// The browser waits for this one, which is no module.
write('first.js', ['{', first, '}'].join('\n'));
write('site.js', script);
cpSync('docs/images', join(OUT, 'images'), { recursive: true });

const found = ENTRIES.flatMap((entry) => {
  const { html, headings, sections } =
    entry.name === OPERATIONS.name
      ? renderOperations()
      : render(entry.name, readFileSync(`docs/${entry.name}.md`, 'utf8'));
  write(fileOf(entry.name), pageOf(entry, html, headings, version));
  return sections.map((section) => ({ href: hrefOf(entry.name), page: entry.title, ...section }));
});
write('search.json', JSON.stringify(found));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(OUT, name)), { recursive: true });
  writeFileSync(join(OUT, name), text);
}
