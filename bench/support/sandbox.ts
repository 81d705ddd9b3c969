/** `rowhouse sandbox` as a process of its own: the synthetic portals that nodes share. */
import { spawn } from 'node:child_process';
import { UPSTREAM_SOURCES } from '#contract/sources.js';
import { hasEnded, killAtEnd } from './at-end.js';

const READY_MS_MAX = 30_000;

export interface SandboxProcess {
  /** ROWHOUSE_UPSTREAM_* of its portals. */
  readonly upstreams: Readonly<Record<string, string>>;
  /** Sets the fault of all portals; rate is the share of requests that it strikes. */
  fault(mode: string, rate: number): Promise<void>;
  end(): Promise<void>;
}

export async function startSandboxProcess(
  env: Readonly<Record<string, string>>,
): Promise<SandboxProcess> {
  const { text, end } = await startProcess([], env, /^ {2}auction\s.*\n/m);
  const base = /Sandbox portals at (\S+)/.exec(text)?.[1] ?? '';
  // Some portals only show a site, as that of the records does.
  const isUpstream = (name: string) => UPSTREAM_SOURCES.some((known) => known === name);
  const portals = [...text.matchAll(/^ {2}(\w+)\s+(http\S+)$/gm)].filter(([, name = '']) =>
    isUpstream(name),
  );
  return {
    upstreams: Object.fromEntries(
      portals.map(([, name = '', url = '']) => [`ROWHOUSE_UPSTREAM_${name.toUpperCase()}`, url]),
    ),
    fault: async (mode, rate) => {
      const answer = await fetch(`${base}/__sandbox/faults`, {
        method: 'POST',
        body: JSON.stringify({ source: 'all', mode, rate }),
      });
      if (!answer.ok) throw new Error(`the sandbox refused a fault: ${await answer.text()}`);
    },
    end,
  };
}

/** `rowhouse sandbox --benchmark` as a process of its own. */
export async function startBenchmarkProcess(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; end(): Promise<void> }> {
  const { text, end } = await startProcess(['--benchmark'], env, /^ {2}score\s.*\n/m);
  return { url: /Benchmark at (http\S+):/.exec(text)?.[1] ?? '', end };
}

/** Starts the command with its flags; resolves when it has printed its last line. */
async function startProcess(
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
  lastLine: RegExp,
): Promise<{ readonly text: string; end(): Promise<void> }> {
  const child = spawn(process.execPath, ['bin/rowhouse.js', 'sandbox', '--port', '0', ...flags], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtEnd(child);
  let text = '';
  await new Promise<void>((done, failed) => {
    const timer = setTimeout(() => {
      failed(new Error(`no sandbox: ${text}`));
      child.kill('SIGKILL');
    }, READY_MS_MAX);
    child.once('exit', () => failed(new Error(`the sandbox ended at start: ${text}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!lastLine.test(text)) return;
      clearTimeout(timer);
      done();
    });
  });
  return {
    text,
    end: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        if (hasEnded(child)) done();
        else child.kill('SIGTERM');
      }),
  };
}
