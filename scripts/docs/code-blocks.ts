// Code of the documents as HTML: coloured, folded, or in tabs of languages.
import { createRequire } from 'node:module';
import type { Token, Tokens } from 'marked';

/** Its types would bring those of browsers into every file. */
const require = createRequire(import.meta.url);
const highlight = require('highlight.js') as {
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
};

export const LANGUAGE_TABS = 'languages';
const TABS: readonly unknown[] = ['curl', 'TypeScript', 'Python'];
export const isTab = (token: Token | undefined): boolean =>
  token?.type === 'code' && TABS.includes(token.lang);

/** The same program in several languages, block after block, as one token. */
export function withTabs(tokens: readonly Token[]): Token[] {
  const together: Token[] = [];
  for (const token of tokens) {
    const last = together.at(-1);
    if (last?.type === LANGUAGE_TABS && token.type === 'space') continue;
    if (!isTab(token)) together.push(token);
    else if (last?.type === LANGUAGE_TABS) last.tokens?.push(token);
    else together.push({ type: LANGUAGE_TABS, raw: '', tokens: [token] });
  }
  return together;
}

/** The script of the site shows one of them. */
export function tabs(blocks: readonly Token[]): string {
  const codes = blocks as readonly Tokens.Code[];
  const buttons = codes.map(({ lang }) => `<button type="button">${lang}</button>`).join('');
  const shown = codes.map(
    ({ lang = '', text }) =>
      `<div data-in="${lang}"><p class="language">${lang}</p>${codeBlock(lang, text)}</div>`,
  );
  return `<div class="languages"><div class="tabs" role="group" aria-label="Language">${buttons}</div>${shown.join('')}</div>`;
}

/** A block of code; one with a title behind its language is folded below it. */
export function foldedBlock(info: string, text: string): string {
  const [, language = '', title] = /^(\S*)(?: (.*))?$/.exec(info) ?? [];
  const block = codeBlock(language, text);
  if (title === undefined) return block;
  return `<details class="example"><summary>${escapeHtml(title)}</summary>${block}</details>\n`;
}

const codeBlock = (language: string, text: string): string =>
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
