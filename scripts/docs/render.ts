// Renders the repository's Markdown as HTML for the site at /docs. Raw HTML in it stops the build.
import { readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml, foldedBlock, isTab, LANGUAGE_TABS, tabs, withTabs } from './code-blocks.js';
import { type Heading, linkOf } from './site.js';

/** Places of the pages that the reference replaced, by the heading that is now about the same. */
const FORMER_IDS: Readonly<Record<string, readonly string[]>> = {
  'api#operations': ['searches-and-lookups', 'other-routes', 'watches-and-events', 'examples'],
  'api#errors': ['api-errors'],
};

/** Tables whose rows are blocks on a phone, by their first column, and the columns named there. */
const STACKED: ReadonlySet<string> = new Set(['parameter', 'member', 'field', 'status', 'call']);
const LABELLED: ReadonlySet<string> = new Set(['unit', 'null']);

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
    extensions: [{ name: LANGUAGE_TABS, renderer: (token) => tabs(token.tokens ?? []) }],
    renderer: {
      heading({ tokens, depth }) {
        const id = nameOnce(plainOf(tokens));
        const html = withoutId(this.parser.parseInline(tokens));
        headings.push({ depth, id, html: html.replace(/<\/?a\b[^>]*>/g, '') });
        const anchor =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`;
        const before = (FORMER_IDS[`${name}#${id}`] ?? []).map(
          (one) => `<span id="${one}"></span>`,
        );
        return `${before.join('')}<h${depth} id="${id}">${html}${anchor}</h${depth}>\n`;
      },
      code: ({ text, lang = '' }) => foldedBlock(lang, text),
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
        return tableOf(token, (tokens) => this.parser.parseInline(tokens));
      },
      html: ({ text }) => {
        if (/^<!--[\s\S]*-->\s*$/.test(text)) return '';
        throw new TypeError(`${name} has HTML of its own: ${text}`);
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const html = marked.parser(withTabs(tokens));
  return { html, headings, sections: sectionsOf(tokens) };
}

function tableOf({ header, rows }: Tokens.Table, print: (tokens: Token[]) => string): string {
  const names = header.map(({ text }) => text);
  const isStacked = STACKED.has(names[0] ?? '');
  const label = (name = '') => (isStacked && LABELLED.has(name) ? ` data-label="${name}"` : '');
  const lines = rows.map((row) => {
    const cells = row.map(({ tokens }, at) => `<td${label(names[at])}>${print(tokens)}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  const head = header.map(({ tokens }) => `<th>${print(tokens)}</th>`).join('');
  return `<div class="table" role="group" aria-label="Table" tabindex="0"><table${isStacked ? ' class="stacked"' : ''}><thead><tr>${head}</tr></thead>\n<tbody>${lines.join('\n')}</tbody></table></div>\n`;
}

/** Width and height of a picture in docs/ (the IHDR of a PNG), to reserve its place. */
function sizeOf(href: string): { width: number; height: number } {
  const bytes = readFileSync(new URL(`../../docs/${href}`, import.meta.url));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The id that a printed heading has at its end. */
const GIVEN_ID = / \{#([\w-]+)\}$/;
const withoutId = (text: string): string => text.replace(GIVEN_ID, '');

/** Ids as GitHub makes them, so that the links of the documents lead there too. */
function uniqueIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const [, given] = GIVEN_ID.exec(text) ?? [];
    if (given !== undefined) return given;
    const id = text
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
    const times = used.get(id) ?? 0;
    used.set(id, times + 1);
    return times === 0 ? id : `${id}-${times}`;
  };
}

/** Examples and errors of an operation: they would be found for every name in them. */
const isRepeated = (token: Token): boolean =>
  (token.type === 'code' && token.lang?.includes(' ') === true) ||
  (token.type === 'table' && (token as Tokens.Table).header[1]?.text === 'code');

function sectionsOf(tokens: readonly Token[]): Section[] {
  const nameOnce = uniqueIds();
  const sections: { id: string; heading: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainOf((token as Tokens.Heading).tokens);
      sections.push({ id: nameOnce(heading), heading: withoutId(heading), text: '' });
      continue;
    }
    if (isTab(token) || isRepeated(token)) continue;
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
