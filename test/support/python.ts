/** Python code of the documents and of the tests, run beside the client. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterFiles } from './after-files.js';

const CLIENT = fileURLToPath(new URL('../../clients/python/src/rowhouse', import.meta.url));
const RUN_S_MAX = 60;

/** An interpreter, and the modules of others that its programs import. */
export interface Python {
  readonly path: string;
  readonly modules: readonly string[];
}

export interface PythonRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What findPython found. */
const found = new Map<string, Python | null>();

/** The first interpreter of these that has the modules; null where there is none. */
export function findPython(...modules: readonly string[]): Python | null {
  const names = modules.join(' ');
  const python = found.get(names) ?? lookFor(modules);
  found.set(names, python);
  return python;
}

function lookFor(modules: readonly string[]): Python | null {
  const program = `
import sys
from importlib.util import find_spec
assert sys.version_info >= (3, 9)
assert all(find_spec(name) for name in sys.argv[1:])`;
  const fits = (path: string): boolean => {
    try {
      const words = ['-c', program, ...modules];
      execFileSync(path, words, { stdio: 'ignore', timeout: RUN_S_MAX * 1_000 });
      return true;
    } catch {
      return false;
    }
  };
  const path = ['python3', '/usr/bin/python3'].find(fits);
  return path === undefined ? null : { path, modules };
}

/** A folder of its own with the client in it. */
export function pythonFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-python-'));
  cpSync(CLIENT, join(folder, 'rowhouse'), { recursive: true });
  return folder;
}

/**
 * Forks a process for each program, with the modules loaded: loading them costs many times what a
 * program does, and so does unloading them, which no program waits for. What the client imports is
 * loaded too, but not the client, which each folder has.
 */
const FORKS = `
import importlib, json, os, runpy, signal, sys
sys.dont_write_bytecode = True
sys.path[0] = sys.argv[1]
for name in ["rowhouse", *sys.argv[2:]]:
    importlib.import_module(name)
for name in [name for name in sys.modules if name.split(".")[0] == "rowhouse"]:
    del sys.modules[name]
sys.dont_write_bytecode = False
for line in sys.stdin:
    folder, env = json.loads(line)
    child = os.fork()
    if child == 0:
        signal.alarm(${RUN_S_MAX})
        os.chdir(folder)
        for number, file in enumerate([os.devnull, "stdout.txt", "stderr.txt"]):
            os.dup2(os.open(file, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
        os.environ.update(env)
        sys.path[0] = folder
        sys.argv = ["program.py"]
        code = 0
        try:
            runpy.run_path("program.py", run_name="__main__")
        except BaseException as failure:
            code = 1
            sys.excepthook(type(failure), failure, failure.__traceback__)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
`;

const started = new Map<Python, ReturnType<typeof startForks>>();
afterFiles(() => {
  for (const forks of started.values()) forks.end();
});

function startForks({ path, modules }: Python) {
  const words = ['-W', 'error', '-c', FORKS, dirname(CLIENT), ...modules];
  // A process with threads cannot be forked safely.
  const env = { ...process.env, OPENBLAS_NUM_THREADS: '1' };
  const { stdin, stdout } = spawn(path, words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const codes = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    end: () => stdin.end(),
    run: async (folder: string, env: Readonly<Record<string, string>>): Promise<number> => {
      stdin.write(`${JSON.stringify([folder, env])}\n`);
      const { value, done } = await codes.next();
      if (done) throw new Error(`${path} ended: it cannot load ${modules.join(', ')}`);
      return Number(value);
    },
  };
}

/** Runs a program in the folder, one after the other. */
export async function runPython(
  python: Python,
  folder: string,
  program: string,
  env: Readonly<Record<string, string>> = {},
): Promise<PythonRun> {
  writeFileSync(join(folder, 'program.py'), program);
  const forks = started.get(python) ?? startForks(python);
  started.set(python, forks);
  const code = await forks.run(folder, env);
  const said = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { code, stdout: said('stdout.txt'), stderr: said('stderr.txt') };
}
