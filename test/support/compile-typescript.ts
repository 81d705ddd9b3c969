import { execFile } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-tree.js';

/** The compiler that users have today, and the last one before it was rewritten. */
export const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');
export const OLDER_TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const OPTIONS = {
  strict: true,
  target: 'es2023',
  module: 'nodenext',
  noEmit: true,
  types: ['node'],
};

/** The compiler's errors in these files of a folder with the client; empty if there are none. */
export function compileTypeScript(folder: string, files: readonly string[]): Promise<string> {
  for (const name of ['@types', 'undici-types']) {
    const link = join(folder, 'node_modules', name);
    if (!existsSync(link)) symlinkSync(join(ROOT, 'node_modules', name), link);
  }
  const config = JSON.stringify({ compilerOptions: OPTIONS, files });
  writeFileSync(join(folder, 'tsconfig.json'), config);
  return new Promise((resolve) => {
    execFile(process.execPath, [TSC, '-p', folder], (_error, stdout) => resolve(stdout));
  });
}
