/**
 * Bundles the console into dist/console, and in the mode "operator" the operator's page into
 * dist/operator: two builds, since the public listener serves all of the first and callers load
 * nothing of the second. Every file but index.html, operator.html and docs/page.js has a content
 * hash in its name.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Bundle {
  readonly base: string;
  readonly outDir: string;
  readonly input: Readonly<Record<string, string>>;
}

const CONSOLE = {
  base: '/',
  outDir: here('../dist/console'),
  // The page at /docs/reference, which is not part of this build, loads this script by its name.
  input: { index: here('index.html'), 'docs/page': here('src/docs/page.ts') },
};
/** Addresses are relative: a proxy of the operator may serve it below a path. */
const OPERATOR = {
  base: './',
  outDir: here('../dist/operator'),
  input: { operator: here('operator.html') },
};

/** The styles of the documents, for the same browsers: `scripts/build-docs.ts` takes the output. */
const DOCS = {
  base: '/',
  outDir: here('../dist/docs'),
  input: { tokens: here('src/styles/tokens.css'), docs: here('src/styles/docs.css') },
};

/** The script of the reference stays alone. */
const NOT_DOCS = /^(?!.*\/console\/src\/docs\/)/;

const configOf = ({ base, outDir, input }: Bundle): UserConfig => ({
  root: here('.'),
  base,
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^#data\/(.+)$/, replacement: here('../dist/console-data/$1') },
      { find: /^#((?:client|contract)\/.+)\.js$/, replacement: here('../src/$1.ts') },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    // The bundle contains third-party code, so it comes with the licences.
    license: { fileName: 'licenses.md' },
    // Of the styles too: light-dark() becomes variables, which the map reads as one colour.
    target: 'es2022',
    // The security policy allows no inline script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input,
      output: {
        entryFileNames: ({ name }) =>
          name === 'docs/page' ? '[name].js' : 'assets/[name]-[hash].js',
        // The first view is one file, also what later parts share with it: several pack worse.
        codeSplitting: { groups: [{ name: 'first-view', tags: ['$initial'], test: NOT_DOCS }] },
      },
    },
    chunkSizeWarningLimit: 1_500,
  },
});

const OF_MODE: Readonly<Record<string, Bundle>> = { operator: OPERATOR, docs: DOCS };

export default defineConfig(({ mode }) => configOf(OF_MODE[mode] ?? CONSOLE));
