// Python code as text: docstrings and parameters, in lines of at most 100 columns.

const LINE_CHARS_MAX = 100;

/** A docstring: one line where it fits, else paragraphs of wrapped lines. */
export function docstring(paragraphs: readonly string[], indent: string): string {
  const [first = '', ...others] = paragraphs.map(plainText).filter((text) => text !== '');
  const line = `${indent}"""${first}"""`;
  if (others.length === 0 && line.length <= LINE_CHARS_MAX) return line;
  const texts = [`"""${first}`, ...others].map((text) => wrapped(text, indent));
  return `${texts.join('\n\n')}\n${indent}"""`;
}

/** A text for each parameter, as editors read it. */
export function argumentTexts(texts: Readonly<Record<string, string>>, indent: string): string {
  const lines = Object.entries(texts).map(([name, text]) =>
    wrapped(`${name}: ${plainText(text)}`, `${indent}    `, '    '),
  );
  return lines.length === 0 ? '' : `${indent}Args:\n${lines.join('\n')}`;
}

/** One line, and nothing that ends or escapes a docstring. */
export const plainText = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/\s+/g, ' ').trim();

function wrapped(text: string, indent: string, more = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const isFirst = line.trim() === '';
    if (!isFirst && line.length + 1 + word.length > LINE_CHARS_MAX) {
      lines.push(line);
      line = `${indent}${more}${word}`;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

/** Brackets around items: on one line where they fit, else an item a line. */
export function bracketed(
  before: string,
  items: readonly string[],
  after: string,
  indent: string,
): string {
  const line = `${indent}${before}${items.join(', ')}${after}`;
  if (line.length <= LINE_CHARS_MAX) return line;
  return `${indent}${before}\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}${after}`;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
export const isKeyword = (name: string): boolean => KEYWORDS.has(name);
/** A name of the wire as a Python name: `from` is `from_` (PEP 8). */
export const pythonName = (name: string): string => (isKeyword(name) ? `${name}_` : name);

/** `price_cut` as `PriceCut`. */
export const className = (id: string): string =>
  id.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
