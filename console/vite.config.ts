/**
 * Bundles the console into dist/console. Every file but index.html and docs/page.js has a content hash in
 * its name.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^#data\/(.+)$/, replacement: here('../dist/console-data/$1') },
      { find: /^#((?:client|contract)\/.+)\.js$/, replacement: here('../src/$1.ts') },
    ],
  },
  build: {
    outDir: here('../dist/console'),
    emptyOutDir: true,
    // The bundle contains third-party code, so it comes with the licences.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    // The security policy allows no inline script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The page at /docs/reference, which is not part of this build, loads this script by its name.
      input: { index: here('index.html'), 'docs/page': here('src/docs/page.ts') },
      output: {
        entryFileNames: ({ name }) =>
          name === 'docs/page' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
    chunkSizeWarningLimit: 1_500,
  },
});
