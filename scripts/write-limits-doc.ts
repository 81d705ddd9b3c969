// `npm run docs:limits`: writes the table of numeric settings in docs/operating.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { withLimitsTable } from './limits-doc.js';

const OPERATING = new URL('../docs/operating.md', import.meta.url);
writeFileSync(OPERATING, withLimitsTable(readFileSync(OPERATING, 'utf8')));
