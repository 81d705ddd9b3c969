// `npm run docs:routes`: writes the parts of pages and of the Python client that are printed.
import { readFileSync, writeFileSync } from 'node:fs';
import { withApiParts, withErrorTexts } from './api-doc.js';
import { pythonFiles } from './python/files.js';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);

for (const [path, print] of [
  ['docs/api.md', withApiParts],
  ['docs/errors.md', withErrorTexts],
] as const)
  writeFileSync(at(path), print(readFileSync(at(path), 'utf8')));
for (const [path, text] of pythonFiles()) writeFileSync(at(path), text);
