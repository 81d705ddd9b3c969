// The page of operations: what each does, and code in three languages, from the OpenAPI document.
import { openApiDocument } from '#contract/openapi/document.js';
import { codeBlock, escapeHtml, type Rendered, render, type Section } from './render.js';
import type { Heading } from './site.js';
import { type Call, snippetsOf } from './snippets.js';

export interface Operation extends Call {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
}

/** Every operation, in the order of the OpenAPI document. */
export const operations = (): Operation[] =>
  Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Described>>).map(([method, one]) => ({
      id: one.operationId,
      method: method.toUpperCase(),
      path,
      tag: one.tags[0] ?? '',
      summary: one.summary,
      description: one.description ?? '',
    })),
  );

/** Variables that every snippet uses. */
export const SETUP = {
  curl: 'export ROWHOUSE_BASE_URL=http://127.0.0.1:8080\nexport ROWHOUSE_API_KEY=YOUR_KEY',
  TypeScript: `import { Rowhouse } from 'rowhouse/client';

const rowhouse = new Rowhouse({
  baseUrl: process.env.ROWHOUSE_BASE_URL ?? '',
  apiKey: process.env.ROWHOUSE_API_KEY ?? '',
});`,
  Python: `import os
import secrets
import urllib.request

from rowhouse import Rowhouse

rowhouse = Rowhouse(os.environ["ROWHOUSE_BASE_URL"], os.environ["ROWHOUSE_API_KEY"])
key = secrets.token_hex(16)`,
} as const;

export function renderOperations(): Rendered {
  const all = operations();
  const headings: Heading[] = [
    { depth: 1, id: 'operations-with-code', html: 'Operations with code' },
  ];
  const sections: Section[] = [
    { id: 'operations-with-code', heading: 'Operations with code', text: 'curl TypeScript Python' },
  ];
  const parts = [
    '<h1 id="operations-with-code">Operations with code</h1>',
    render(
      'operations',
      'Every operation as code. Inputs, errors and answers are in [routes](routes.md), the rules in [the interface](interface.md). The code goes on from these lines:',
    ).html,
    tabs(Object.entries(SETUP).map(([language, code]) => ({ language, code }))),
  ];
  for (const tag of new Set(all.map((one) => one.tag))) {
    const id = tag.toLowerCase();
    headings.push({ depth: 2, id, html: escapeHtml(tag) });
    parts.push(`<h2 id="${id}">${escapeHtml(tag)}</h2>`);
    for (const one of all.filter((other) => other.tag === tag)) {
      headings.push({ depth: 3, id: one.id, html: escapeHtml(one.summary) });
      sections.push({
        id: one.id,
        heading: one.summary,
        text: `${one.method} ${one.path} ${one.description}`,
      });
      parts.push(operation(one));
    }
  }
  return { html: parts.join('\n'), headings, sections };
}

function operation(one: Operation): string {
  const tryHref = `/docs/reference#?route=${one.method.toLowerCase()}-${one.path.replaceAll(/[{}]/g, '-')}`;
  return `<section class="operation"><h3 id="${one.id}">${escapeHtml(one.summary)}</h3>
<p class="call"><code><b>${one.method}</b> ${escapeHtml(one.path)}</code> <a href="${escapeHtml(tryHref)}">Try it</a></p>
${render('operations', one.description).html}
${tabs(snippetsOf(one))}</section>`;
}

/** The same in several languages; the script of the site shows one of them. */
const tabs = (snippets: readonly { readonly language: string; readonly code: string }[]): string =>
  `<div class="languages"><div class="tabs" role="group" aria-label="Language">${snippets
    .map(({ language }) => `<button type="button">${language}</button>`)
    .join('')}</div>${snippets
    .map(
      ({ language, code }) =>
        `<div data-in="${language}"><p class="language">${language}</p>${codeBlock(language, code)}</div>`,
    )
    .join('')}</div>`;
