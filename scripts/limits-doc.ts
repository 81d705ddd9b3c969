// The table of numeric settings in docs/operating.md, printed from src/base/limits.ts.
import { LIMITS } from '../src/base/limits.js';

const BEGIN = '<!-- Printed by `npm run docs:limits` from src/base/limits.ts. Do not edit. -->';
const END = '<!-- End of the printed table. -->';

/** The names end in the units: _S, _MS, _BYTES. */
const UNIT = /, in (seconds|milliseconds|bytes)\b/;

/** The document with its table printed again; throws when the markers are not there, once each. */
export function withLimitsTable(document: string): string {
  const [before, rest, ...moreBegins] = document.split(BEGIN);
  const [, after, ...moreEnds] = (rest ?? '').split(END);
  if (before === undefined || after === undefined || moreBegins.length + moreEnds.length > 0) {
    throw new Error(`docs/operating.md must hold "${BEGIN}" and "${END}", once and in this order.`);
  }
  return `${before}${BEGIN}\n\n${limitsTable()}\n\n${END}${after}`;
}

function limitsTable(): string {
  const rows = Object.entries(LIMITS).map(([name, { value, min, max, meaning, changedWhen }]) => [
    `\`ROWHOUSE_${name}\``,
    `${value} (${min}–${max})`,
    meaning.replace(UNIT, ''),
    changedWhen,
  ]);
  const head = ['setting', 'default (range)', 'meaning', 'change it when'];
  // Aligned as the formatter aligns tables.
  const widths = head.map((_name, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n');
}
