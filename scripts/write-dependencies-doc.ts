// `npm run docs:dependencies`: writes DEPENDENCIES.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { dependenciesPage } from './dependencies-doc.js';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
writeFileSync(
  at('DEPENDENCIES.md'),
  dependenciesPage(readFileSync(at('package-lock.json'), 'utf8')),
);
