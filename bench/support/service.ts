/** A `rowhouse serve` process of its own, as a user would start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hasEnded, killAtEnd } from './at-end.js';
import { onCore } from './processes.js';

const READY_MS_MAX = 120_000;

export interface Service {
  readonly url: string;
  readonly adminUrl: string;
  readonly startMs: number;
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the compiled service on free ports, on one core or free; resolves when it says that it
 * runs.
 */
export async function startService(
  env: Readonly<Record<string, string>>,
  core: number | null = null,
): Promise<Service> {
  const began = performance.now();
  const [command = '', ...words] = onCore(core, [process.execPath, 'bin/rowhouse.js', 'serve']);
  const child = spawn(command, words, {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      ROWHOUSE_ADMIN_PORT: '0',
      ROWHOUSE_LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAtEnd(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await new Promise<void>((done, failed) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`not ready: ${text}`));
    }, READY_MS_MAX);
    child.once('exit', () => {
      clearTimeout(timer);
      failed(new Error(`ended at start: ${text}`));
    });
    child.stdout.on('data', () => {
      if (!text.includes('Rowhouse is running') || !text.includes('\n\n', text.indexOf('running')))
        return;
      clearTimeout(timer);
      done();
    });
  });
  const startMs = performance.now() - began;
  const find = (label: string) => new RegExp(`${label}\\s+(http\\S+)`).exec(text)?.[1] ?? '';
  return {
    url: find('API').replace(/\/v1$/, ''),
    adminUrl: find('admin listener'),
    startMs,
    process: child,
    output: () => text,
    end: (signal) =>
      new Promise((done) => {
        child.once('exit', (code) => done(code));
        if (hasEnded(child)) done(child.exitCode);
        else child.kill(signal);
      }),
  };
}

/** Resident memory of a process in MB, from /proc; NaN where there is none. */
export function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
