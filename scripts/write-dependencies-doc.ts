// `npm run docs:dependencies`: writes DEPENDENCIES.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { dependenciesPage } from './dependencies-doc.js';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const textOf = (path: string): string => readFileSync(at(path), 'utf8');
writeFileSync(
  at('DEPENDENCIES.md'),
  dependenciesPage(textOf('package-lock.json'), textOf('scripts/held-back.json')),
);
