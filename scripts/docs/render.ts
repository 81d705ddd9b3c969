// Renders the repository's Markdown as HTML for the site at /docs. Raw HTML in it stops the build.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Marked, type Token, type Tokens } from 'marked';
import { type Heading, linkOf } from './site.js';

/** Its types would bring those of browsers into every file. */
const require = createRequire(import.meta.url);
const highlight = require('highlight.js') as {
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
};

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
  /** The plain text under each heading, for the search; the first has the page's title. */
  readonly sections: readonly Section[];
}

export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** Renders a document; `name` is its path below docs/, without `.md`. */
export function render(name: string, markdown: string): Rendered {
  const headings: Heading[] = [];
  const nameOnce = uniqueIds();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const id = nameOnce(plainOf(tokens));
        const html = this.parser.parseInline(tokens);
        headings.push({ depth, id, html: html.replace(/<\/?a\b[^>]*>/g, '') });
        const anchor =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`;
        return `<h${depth} id="${id}">${html}${anchor}</h${depth}>\n`;
      },
      code: ({ text, lang }) => codeBlock(lang ?? '', text),
      link({ href, tokens }) {
        const to = linkOf(name, href);
        const away = to.startsWith('http') ? ' rel="noreferrer"' : '';
        return `<a href="${escapeHtml(to)}"${away}>${this.parser.parseInline(tokens)}</a>`;
      },
      image: ({ href, text }) => {
        const { width, height } = sizeOf(href);
        return `<img src="/docs/${escapeHtml(href)}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((row) => cells(row, 'td')).join('\n');
        return `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead>\n<tbody>${body}</tbody></table></div>\n`;
      },
      html: ({ text }) => {
        if (/^<!--[\s\S]*-->\s*$/.test(text)) return '';
        throw new TypeError(`${name} has HTML of its own: ${text}`);
      },
    },
  });
  const tokens = marked.lexer(markdown);
  return { html: marked.parser(tokens), headings, sections: sectionsOf(tokens) };
}

/** Width and height of a picture in docs/ (the IHDR of a PNG), to reserve its place. */
function sizeOf(href: string): { width: number; height: number } {
  const bytes = readFileSync(new URL(`../../docs/${href}`, import.meta.url));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** A block of code; a program that has another language beside it is one of its tabs. */
export const codeBlock = (language: string, text: string): string =>
  `<pre tabindex="0"${language === '' ? '' : ` data-language="${escapeHtml(language)}"`}><code>${coloured(language, text)}</code></pre>\n`;

/** The languages of the documents that are coloured, by what the documents call them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'bash',
  curl: 'bash',
  TypeScript: 'typescript',
  ts: 'typescript',
  js: 'typescript',
  Python: 'python',
  python: 'python',
  json: 'json',
  sql: 'sql',
  yaml: 'yaml',
};

/** Code as HTML: its parts in elements of classes, which the style colours. */
function coloured(language: string, text: string): string {
  const known = LANGUAGES[language];
  if (known === undefined) return escapeHtml(text);
  return highlight.highlight(text, { language: known }).value;
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** Ids as GitHub makes them, so that the links of the documents lead there too. */
function uniqueIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
    const times = used.get(id) ?? 0;
    used.set(id, times + 1);
    return times === 0 ? id : `${id}-${times}`;
  };
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const nameOnce = uniqueIds();
  const sections: { id: string; heading: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainOf((token as Tokens.Heading).tokens);
      sections.push({ id: nameOnce(heading), heading, text: '' });
      continue;
    }
    const section = sections.at(-1);
    if (section !== undefined) section.text += `${plainOf([token])} `;
  }
  return sections.map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }));
}

/** The text of tokens without their marks. */
function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'html') return '';
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .map((row) => row.map((cell) => plainOf(cell.tokens)).join(' '))
          .join(' ');
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => plainOf(item.tokens)).join(' ');
      const inner = (token as { tokens?: readonly Token[] }).tokens;
      if (inner !== undefined) return plainOf(inner) + (token.type === 'paragraph' ? ' ' : '');
      return (token as { text?: string }).text ?? '';
    })
    .join('');
}
