/**
 * Conditions of an Esri layer: comparisons joined by AND, as standardized queries allow on every
 * server.
 */

export type Attributes = Readonly<Record<string, string | number | null>>;

export interface LayerComparison {
  readonly column: string;
  readonly sign: string;
  readonly value: string | number;
}

const COMPARED =
  /^\s*(\w+)\s*(>=|<=|<>|>|<|=|LIKE)\s*(?:(TIMESTAMP\s+)?'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?))\s*$/i;

/** The comparisons of a condition; null where it is none. */
export function comparisonsIn(where: string): readonly LayerComparison[] | null {
  const text = withoutBrackets(where.trim());
  if (text === '1=1') return [];
  const parts = partsIn(text);
  if (parts === null) return null;
  if (parts.length > 1 || text !== where.trim()) {
    const read = parts.map(comparisonsIn);
    return read.includes(null) ? null : read.flatMap((some) => some ?? []);
  }
  const [, column, sign, time, quoted, number] = COMPARED.exec(text) ?? [];
  if (column === undefined || sign === undefined) return null;
  const value = quoted === undefined ? Number(number) : quoted.replaceAll("''", "'");
  // A date is answered as milliseconds, and asked for as a time in UTC.
  const compared = time === undefined ? value : Date.parse(`${String(value).replace(' ', 'T')}Z`);
  return Number.isNaN(compared) ? null : [{ column, sign: sign.toUpperCase(), value: compared }];
}

/** A condition that is in brackets as a whole, without them. */
function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth === 0 && at < text.length - 1) return text;
  }
  return text.slice(1, -1).trim();
}

/** What stands between the ANDs outside brackets; null where brackets are left open. */
function partsIn(text: string): readonly string[] | null {
  const parts = [''];
  let depth = 0;
  for (const word of text.split(/(\s+AND\s+|[()])/i)) {
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (depth === 0 && /^\s+AND\s+$/i.test(word)) parts.push('');
    else parts[parts.length - 1] += word;
  }
  return depth === 0 ? parts : null;
}

/** Whether a comparison holds. Nothing is above, below or like an empty value. */
export function holds({ column, sign, value }: LayerComparison, row: Attributes): boolean {
  const own = row[column] ?? null;
  if (own === null) return false;
  if (sign === 'LIKE') {
    const text = String(value);
    return text.endsWith('%') ? String(own).startsWith(text.slice(0, -1)) : String(own) === text;
  }
  const order = own < value ? -1 : own > value ? 1 : 0;
  const signs: Readonly<Record<string, boolean>> = {
    '=': order === 0,
    '<>': order !== 0,
    '>': order > 0,
    '<': order < 0,
    '>=': order >= 0,
    '<=': order <= 0,
  };
  return signs[sign] === true;
}
