/**
 * Makes dist/docs/site: the documents as pages, their search index, one style and two scripts.
 *
 *     node --conditions=source --import tsx scripts/build-docs.ts
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { build } from 'vite';
import { render } from './docs/render.js';
import { ENTRIES, fileOf, GROUPS, hrefOf, markdownOf, pageOf } from './docs/site.js';

const OUT = 'dist/docs/site';
/** Where the service has the documents as Markdown. */
const MARKDOWN = '/docs';
const HEAD = `# Rowhouse

> Property listings of every source as one typed row, over HTTP: an area is answered from the cache (200) or with a job
> to poll (202). Each call has a key in the Authorization header; a finished search costs one credit a page.

The whole interface as OpenAPI 3.1 is at /v1/openapi.json. Agents connect to /mcp.`;

rmSync(OUT, { recursive: true, force: true });
const style = await builtStyle();
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
  const markdown = markdownOf(entry.name);
  const { html, headings, sections } = render(entry.name, markdown);
  write(fileOf(entry.name), pageOf(entry, html, headings, version));
  write(`${entry.name}.md`, markdown);
  return sections.map((section) => ({ href: hrefOf(entry.name), page: entry.title, ...section }));
});
write('search.json', JSON.stringify(found));
write('llms.txt', listForModels());

/** The documents as Markdown, with what each is about: https://llmstxt.org. */
function listForModels(): string {
  const groups = GROUPS.map(({ title, entries }) => {
    const lines = entries.map(
      (one) => `- [${one.title}](${MARKDOWN}/${one.name}.md): ${aboutOf(one.name)}`,
    );
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `${[HEAD, ...groups].join('\n\n')}\n`;
}

/** The first sentence below a document's title, without marks. */
function aboutOf(name: string): string {
  const [, ...parts] = markdownOf(name).split(/\n{2,}/);
  const text = parts.find((part) => /^[A-Z`[]/.test(part)) ?? '';
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ');
  return (/^.*?[.:?](?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/:$/, '.');
}

/** The one style of the documents, as the browsers of the console read it. */
async function builtStyle(): Promise<string> {
  const built = await build({
    configFile: 'console/vite.config.ts',
    mode: 'docs',
    logLevel: 'warn',
    build: { write: false },
  });
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const file = files.find(({ fileName }) => fileName.endsWith('.css'));
  if (file?.type !== 'asset') throw new Error('The build of the styles made no file.');
  return String(file.source);
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(OUT, name)), { recursive: true });
  writeFileSync(join(OUT, name), text);
}
