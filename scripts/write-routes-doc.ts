// `npm run docs:routes`: writes the pages and Python client parts that are printed from the tables.
import { writeFileSync } from 'node:fs';
import { renderFieldsDoc } from './fields-doc.js';
import { pythonFiles } from './python/files.js';
import { renderRoutesDoc } from './routes-doc.js';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);

writeFileSync(at('docs/routes.md'), renderRoutesDoc());
writeFileSync(at('docs/fields.md'), renderFieldsDoc());
for (const [path, text] of pythonFiles()) writeFileSync(at(path), text);
