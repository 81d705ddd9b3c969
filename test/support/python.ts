/** Python code of the documents and of the tests, run beside the client. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('../../clients/python/src/rowhouse', import.meta.url));
const RUN_MS_MAX = 60_000;

export interface PythonRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What findPython found: looking takes as long as a program. */
const found = new Map<string, string | null>();

/** The first interpreter of these that can import the modules; null where there is none. */
export function findPython(...modules: readonly string[]): string | null {
  const names = modules.join(' ');
  const python = found.get(names) ?? lookFor(modules);
  found.set(names, python);
  return python;
}

function lookFor(modules: readonly string[]): string | null {
  const program = `import sys\nassert sys.version_info >= (3, 9)\n${modules
    .map((name) => `import ${name}\n`)
    .join('')}`;
  const fits = (python: string): boolean => {
    try {
      execFileSync(python, ['-c', program], { stdio: 'ignore', timeout: RUN_MS_MAX });
      return true;
    } catch {
      return false;
    }
  };
  return ['python3', '/usr/bin/python3'].find(fits) ?? null;
}

/** A folder of its own with the client in it. */
export function pythonFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-python-'));
  cpSync(CLIENT, join(folder, 'rowhouse'), { recursive: true });
  return folder;
}

/** Runs a program in the folder. */
export function runPython(
  python: string,
  folder: string,
  program: string,
  env: Readonly<Record<string, string>> = {},
): Promise<PythonRun> {
  const file = join(folder, 'program.py');
  writeFileSync(file, program);
  return new Promise((resolve) => {
    execFile(
      python,
      ['-W', 'error', file],
      { cwd: folder, env: { ...process.env, ...env }, timeout: RUN_MS_MAX },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}
