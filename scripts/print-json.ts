// JSON as the documents show it.

/** As the formatter breaks lines, so that it has nothing to change. */
const LINE_CHARS_MAX = 100;

/** JSON with small parts on one line. */
export function printJson(value: unknown, indent: string, name = ''): string {
  const line = JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/^\[ | \]$/g, (edge) => edge.trim());
  if (typeof value !== 'object' || value === null) return line;
  const depth = Array.isArray(value) ? 0 : Object.values(value).filter(isFilledObject).length;
  if (depth === 0 && indent.length + name.length + line.length < LINE_CHARS_MAX) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((part: unknown) => printJson(part, deeper))
    : Object.entries(value).map(
        ([key, part]) => `"${key}": ${printJson(part, deeper, `"${key}": `)}`,
      );
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}

const isFilledObject = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && Object.keys(part).length > 0;
