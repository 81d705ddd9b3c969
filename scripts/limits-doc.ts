// The table of numeric settings in docs/operating.md, printed from src/base/limits.ts.
import { LIMITS } from '../src/base/limits.js';
import { printTable } from './print-table.js';
import { withPart } from './printed-part.js';

const BEGIN = '<!-- Printed by `npm run docs:limits` from src/base/limits.ts. Do not edit. -->';
const END = '<!-- End of the printed table. -->';

/** The names end in the units: _S, _MS, _BYTES. */
const UNIT = /, in (seconds|milliseconds|bytes)\b/;

/** The document with its table printed again; throws when the markers are not there, once each. */
export const withLimitsTable = (document: string): string =>
  withPart(document, BEGIN, END, limitsTable());

const limitsTable = (): string =>
  printTable([
    ['setting', 'default (range)', 'meaning', 'change it when'],
    ...Object.entries(LIMITS).map(([name, { value, min, max, meaning, changedWhen }]) => [
      `\`ROWHOUSE_${name}\``,
      `${value} (${min}–${max})`,
      meaning.replace(UNIT, ''),
      changedWhen,
    ]),
  ]);
