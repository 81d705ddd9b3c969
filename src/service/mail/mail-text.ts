/** A mail as lines of text and as simple HTML: the same content, with everything escaped. */
import { oneLine } from '#contract/one-line.js';

/** One line of a mail: its text and, where it leads somewhere, the address. */
export interface MailLine {
  readonly text: string;
  readonly link?: string;
  readonly isItem?: boolean;
}

/** Longest text of a line and of a subject; a source's text may have any length. */
const LINE_CHARS_MAX = 300;
const SUBJECT_CHARS_MAX = 150;
const LINK_CHARS_MAX = 500;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const clipped = (text: string, max: number): string => {
  const line = oneLine(text).trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
};

/** A subject is one line, so it cannot begin another header. */
export const subjectOf = (text: string): string => clipped(text, SUBJECT_CHARS_MAX);

/** A link that a mail may have: http or https, and not too long; undefined for any other. */
export function safeLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LINK_CHARS_MAX || !URL.canParse(value)) {
    return undefined;
  }
  const { protocol, href } = new URL(value);
  return ['http:', 'https:'].includes(protocol) ? href : undefined;
}

/** Both forms of a mail. */
export function writeLines(lines: readonly MailLine[]): {
  readonly text: string;
  readonly html: string;
} {
  const shown = lines.map((line) => ({ ...line, text: clipped(line.text, LINE_CHARS_MAX) }));
  const text = shown.map(({ text: said, link, isItem = false }) =>
    [isItem ? `- ${said}` : said, ...(link === undefined ? [] : [`  ${link}`])].join('\n'),
  );
  const html = shown.map(({ text: said, link }) => {
    const escaped = escapeHtml(said);
    return `<p>${link === undefined ? escaped : `<a href="${escapeHtml(link)}">${escaped}</a>`}</p>`;
  });
  return {
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${html.join('\n')}</body></html>`,
  };
}
