// Which documents the site at /docs has, and the page around each.
import { readFileSync } from 'node:fs';
import { withApiParts } from '../api-doc.js';
import { referencePages } from './reference.js';

export interface Entry {
  /** Path below docs/, without `.md`; `README` of the folder itself is the first page. */
  readonly name: string;
  readonly title: string;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const entry = (name: string, title: string): Entry => ({ name, title });

/** The page of conventions, from which the API reference starts. */
const CONVENTIONS = 'api';
/** The pages of the API reference that are printed from the OpenAPI document. */
const REFERENCE = referencePages();
export const isPrinted = (name: string): boolean => REFERENCE.some((one) => one.name === name);

/** The text of a page. */
export function markdownOf(name: string): string {
  const page = REFERENCE.find((one) => one.name === name);
  if (page !== undefined) return page.markdown;
  const text = readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
  return name === CONVENTIONS ? withApiParts(text, true) : text;
}

export const GROUPS: readonly Group[] = [
  {
    title: 'API reference',
    entries: [
      entry(CONVENTIONS, 'Conventions'),
      ...REFERENCE.map(({ name, title }) => entry(name, title)),
      entry('errors', 'Errors'),
    ],
  },
  {
    title: 'Subjects',
    entries: [
      entry('homes', 'One home'),
      entry('area-homes', 'Homes of an area'),
      entry('statistics', 'Statistics'),
      entry('comparables', 'Comparable sales'),
      entry('lookups', 'Lookups of many homes'),
      entry('snapshots', 'Snapshots'),
      entry('sql', 'SQL'),
      entry('layers', 'Layers for maps'),
      entry('watches', 'Watches and events'),
      entry('webhooks', 'Webhooks'),
      entry('mail', 'Alerts by mail'),
      entry('sources', 'Sources'),
    ],
  },
  {
    title: 'Clients',
    entries: [
      entry('client', 'TypeScript'),
      entry('python', 'Python'),
      entry('command-line', 'Command line'),
      entry('mcp', 'Agents (MCP)'),
      entry('console', 'Console'),
    ],
  },
  {
    title: 'Guides',
    entries: [
      entry('guides/README', 'All guides'),
      entry('guides/pagination', 'Pagination'),
      entry('guides/waiting', 'Waiting and retries'),
      entry('guides/limits', 'Limits and credits'),
      entry('guides/webhooks', 'Verify a webhook'),
      entry('guides/comps', 'Comps for an address'),
      entry('guides/daily-csv', 'A daily CSV'),
      entry('guides/pandas', 'pandas'),
      entry('guides/duckdb', 'DuckDB'),
      entry('guides/sql', 'SQL'),
      entry('guides/qgis', 'QGIS'),
    ],
  },
  {
    title: 'Operating',
    entries: [
      entry('operating', 'Settings and operation'),
      entry('upgrades', 'Upgrades'),
      entry('kubernetes', 'Kubernetes'),
      entry('records', 'Importing files'),
      entry('open-data', 'Open data'),
      entry('demo', 'Public demo'),
      entry('lifecycle', 'Life of a request'),
      entry('performance', 'Performance'),
      entry('edges', 'One installation reads for others'),
      entry('scale', 'Scale'),
      entry('benchmark', 'Benchmark'),
    ],
  },
];

export const ENTRIES: readonly Entry[] = [
  entry('README', 'Documentation'),
  ...GROUPS.flatMap(({ entries }) => entries),
];

/** The address of a page. */
export const hrefOf = (name: string): string => `/docs/${name}`.replace(/\/README$/, '') || '/docs';

/** The file of a page below dist/docs/site. */
export const fileOf = (name: string): string =>
  `${hrefOf(name).replace(/^\/docs\/?/, '') || 'index'}.html`;

/** Where a file of the repository is that the site does not have. */
const REPOSITORY = 'https://github.com/rowhouse/rowhouse/blob/main/';

/** The address that a link of a document has on the site. */
export function linkOf(from: string, target: string): string {
  if (/^(https?:|mailto:|#|\/docs\/)/.test(target)) return target;
  const [path = '', place] = target.split('#');
  const file = new URL(path, `http://x/docs/${from}.md`).pathname.slice(1);
  const hash = place === undefined ? '' : `#${place}`;
  const name = /^docs\/(.*)\.md$/.exec(file)?.[1];
  const isHere = name !== undefined && ENTRIES.some((one) => one.name === name);
  return isHere ? `${hrefOf(name)}${hash}` : `${REPOSITORY}${file}${hash}`;
}

export interface Heading {
  readonly depth: number;
  readonly id: string;
  /** HTML of the heading, without links. */
  readonly html: string;
}

/** Header parts that only a service with a console has; without one the server drops them. */
export const CONSOLE_LINK = '<a class="to-console" href="/">Console</a>';

const MARK =
  '<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1f5f5b"/><path d="M5 25V14l4.5-4 4.5 4v11zM14 25V11l4.5-4 4.5 4v14zM23 25V15l2-1.8 2 1.8v10z" fill="#fff" fill-opacity=".94"/><path d="M8 18h3v7H8zM17 15h3v3h-3zM17 20h3v5h-3z" fill="#1f5f5b"/></svg>';

/** A whole page: header with search, list of documents, the text, its table of contents. */
export function pageOf(
  { name, title }: Entry,
  body: string,
  headings: readonly Heading[],
  version: string,
): string {
  const asset = (file: string) => `/docs/${file}?v=${version}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === 'Documentation' ? '' : `${title} · `}Rowhouse documentation</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${asset('site.css')}">
<script src="${asset('first.js')}"></script>
<script type="module" src="${asset('site.js')}"></script></head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header class="top">
<a class="brand" href="/docs">${MARK}<span>Rowhouse</span> <span class="sub">documentation</span></a>
<search><form role="search">
<input type="search" name="q" aria-label="Search the documentation" aria-controls="found" placeholder="Search" autocomplete="off" spellcheck="false"><kbd>/</kbd>
<div id="found" class="found" hidden><p role="status"></p><ol></ol></div>
</form></search>
<nav aria-label="Rowhouse">${CONSOLE_LINK}<a href="/docs/reference">Try calls</a><a class="to-pages" href="#pages">Pages</a></nav>
<button type="button" class="theme">Theme: system</button>
</header>
<div class="columns">
<main id="text" tabindex="-1">
${withFoldedToc(body, headings)}
</main>
<nav id="pages" class="pages" aria-label="Documents">${GROUPS.map((group) => groupOf(group, name)).join('')}</nav>
${tocOf(headings)}
</div>
</body></html>
`;
}

const groupOf = ({ title, entries }: Group, here: string): string =>
  `<h2>${title}</h2><ul>${entries
    .map((one) => {
      const current = one.name === here ? ' aria-current="page"' : '';
      return `<li><a href="${hrefOf(one.name)}"${current}>${one.title}</a></li>`;
    })
    .join('')}</ul>`;

function tocOf(headings: readonly Heading[]): string {
  const items = tocItems(headings);
  if (items === '') return '<div class="toc"></div>';
  return `<nav class="toc" aria-label="On this page"><h2>On this page</h2>${items}</nav>`;
}

/** The same below the title, folded, where there is no room beside the text. */
function withFoldedToc(body: string, headings: readonly Heading[]): string {
  const items = tocItems(headings);
  const folded = `<details class="folded"><summary>On this page</summary>${items}</details>`;
  return items === '' ? body : body.replace('</h1>', `</h1>\n${folded}`);
}

/** Headings of the second and third level; none where there is only one. */
function tocItems(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ depth, id, html }) => `<li class="depth-${depth}"><a href="#${id}">${html}</a></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}
