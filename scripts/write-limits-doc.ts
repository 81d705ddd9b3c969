// `npm run docs:limits`: writes the table of numeric settings in docs/operating.md, and the
// settings that the values of deploy/helm may have.
import { readFileSync, writeFileSync } from 'node:fs';
import { withSettings } from './chart-settings.js';
import { withLimitsTable } from './limits-doc.js';

const OPERATING = new URL('../docs/operating.md', import.meta.url);
writeFileSync(OPERATING, withLimitsTable(readFileSync(OPERATING, 'utf8')));

const VALUES = new URL('../deploy/helm/rowhouse/values.schema.json', import.meta.url);
writeFileSync(VALUES, withSettings(readFileSync(VALUES, 'utf8')));
