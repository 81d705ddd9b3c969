// `npm run docs:routes`: writes docs/routes.md from the tables.
import { writeFileSync } from 'node:fs';
import { renderRoutesDoc } from './routes-doc.js';

writeFileSync(new URL('../docs/routes.md', import.meta.url), renderRoutesDoc());
