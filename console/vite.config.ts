/**
 * How the console is bundled: into dist/console, every file but index.html and docs/page.js under a
 * digest of itself.
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
      { find: /^#(contract\/.+)\.js$/, replacement: here('../src/$1.ts') },
    ],
  },
  build: {
    outDir: here('../dist/console'),
    emptyOutDir: true,
    // The bundle holds other people's code, so it comes with their licences.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    // Everything is a file of its own: the security policy allows no inline script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The script of the API reference keeps its name: the page at /docs is not made by this build.
      input: { index: here('index.html'), 'docs/page': here('src/docs/page.ts') },
      output: {
        entryFileNames: ({ name }) =>
          name === 'docs/page' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
    chunkSizeWarningLimit: 1_500,
  },
});
