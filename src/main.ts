/** Entry point: reads the settings, builds the modules, runs the given command. */
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { EXIT } from '#cli/exit-codes.js';
import { program } from '#cli/program.js';
import { isClosedPipe, type Terminal } from '#cli/run-search.js';
import { DAY_MS } from '#contract/durations.js';
import { type Config, inspectConfig, requireNoFault } from './config.js';
import { ADMIN_TOKEN_FILE, packageVersion, readDataFile, secureDataDir } from './data-files.js';
import { sayFault } from './say-fault.js';
import { systemClock, systemUser } from './system.js';
import type { Upgrade } from './upgrade.js';

/**
 * At the start most objects live long, and V8 may conclude the same of objects that live for one
 * call: it then allocates them in old space, where only a full collection frees them and all they
 * reference. That varies from start to start; this flag prevents it (docs/decisions/0015).
 */
const ENGINE_FLAG = '--no-allocation-site-pretenuring';

/** Only commands that need service code load it: the others start in a third of the time. */
const copies = () => import('./export-import.js');

/** What a run of the program reads and writes: that of its process, or a test's own. */
export interface Surroundings extends Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly input: Readable;
  /** Resolves when a command that runs until it is stopped, such as `serve`, is to end. */
  stopped(): Promise<void>;
}

/** Runs `rowhouse` with the given arguments in this process; sets its exit code. */
export async function main(words: readonly string[]): Promise<void> {
  setFlagsFromString(ENGINE_FLAG);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', outputFailed);
  await run(words, {
    env: process.env,
    input: process.stdin,
    out: process.stdout,
    err: process.stderr,
    nowMs: systemClock.nowMs,
    onInterrupt: (stop) => process.once('SIGINT', stop),
    stopped: stopSignal,
    setExitCode: (code) => {
      process.exitCode = code;
    },
  });
}

/** Runs one command, `serve` without arguments. An error is one line on standard error. */
export async function run(words: readonly string[], around: Surroundings): Promise<void> {
  const { env, input, out, err, setExitCode } = around;
  try {
    const { config, faults } = inspectConfig(env);
    await program({
      version: packageVersion(),
      requireSettings: () => requireNoFault(faults),
      doctor: async (options) =>
        (await import('./doctor.js')).examine({ config, faults, env, ...options }),
      adminUrl: `http://127.0.0.1:${config.adminPort}`,
      adminToken: () => config.adminToken ?? readDataFile(config.dataDir, ADMIN_TOKEN_FILE),
      operator: () => config.operator ?? systemUser(),
      caller: config.caller,
      terminal: around,
      input,
      print: (text) =>
        out.write(`${text}\n`, (error) => {
          if (error && !isClosedPipe(error)) err.write(`rowhouse: ${sayFault(error)}\n`);
        }),
      serve: () => runService(config, around),
      sandbox: (port, benchmark) => (benchmark ? runBenchmark : runSandbox)(config, port, around),
      migrate: () => runMigrations(config),
      exportStore: async (file, account) => (await copies()).exportTo(config, file, account),
      importStore: async (file) => (await copies()).importFrom(config, file),
      restoreStore: async (file, directory) =>
        (await import('./backup-restore.js')).restoreTo(file, directory),
      archiveMonth: async (month, folder) => (await copies()).archiveTo(config, month, folder),
      report: async (folder) => (await copies()).reportTo(config, folder),
      checkArchives: async (folder, months) => (await copies()).checkArchivesIn(folder, months),
      sourceReport,
    }).parseAsync(words.length === 0 ? ['serve'] : [...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the error.
      setExitCode(error.exitCode);
      return;
    }
    err.write(`rowhouse: ${sayFault(error)}\n`);
    setExitCode(EXIT.failed);
  }
}

/** `| head` closes the pipe when it has enough: no reason for a stack trace or exit code 1. */
function outputFailed(error: Error): void {
  if (!isClosedPipe(error)) process.exitCode = EXIT.failed;
}

async function runService(config: Config, { out, stopped }: Surroundings): Promise<void> {
  const { serve } = await import('./serve.js');
  const { greeting } = await import('./greeting.js');
  const running = await serve(config);
  out.write(greeting(running));
  await stopped();
  out.write('  Rowhouse is stopping. A second Ctrl-C ends it at once.\n');
  await running.stop();
  out.write('  Rowhouse has stopped.\n');
}

async function runSandbox(
  config: Config,
  port: number,
  { out, stopped }: Surroundings,
): Promise<void> {
  const { startSandboxThread } = await import('./sandbox-thread.js');
  const sandbox = await startSandboxThread(config, port, false);
  const portals = Object.entries(sandbox.urls).map(([name, url]) => `  ${name.padEnd(12)} ${url}`);
  out.write(`Sandbox portals at ${sandbox.url}\n${portals.join('\n')}\n`);
  await stopped();
  await sandbox.close();
}

async function runBenchmark(
  config: Config,
  port: number,
  { out, stopped }: Surroundings,
): Promise<void> {
  const { startSandboxThread } = await import('./sandbox-thread.js');
  const { url, exam, close } = await startSandboxThread(config, port, false, true);
  const lines = [
    `Benchmark at ${url}: ${exam?.questions} questions of seed ${exam?.seed}, ${exam?.day}`,
    `  questions    ${url}/questions`,
    `  score        curl --data-binary @answers.ndjson ${url}/score`,
  ];
  out.write(`${lines.join('\n')}\n`);
  await stopped();
  await close();
}

async function sourceReport(file: string, source: string, kind: string) {
  const { openGeo } = await import('./app.js');
  const { reportSource } = await import('#service/operations/report-source.js');
  return reportSource(openGeo(), source, kind, await readFile(file, 'utf8'), systemClock.nowMs());
}

async function runMigrations(config: Config): Promise<Upgrade> {
  const { upgradeStore } = await import('./upgrade.js');
  const { openStore } = await import('#store/open.js');
  const { systemLog } = await import('./system-log.js');
  const { limits, databaseUrl, dataDir, schema, logLevel } = config;
  if (databaseUrl === null) secureDataDir(dataDir);
  const store = await openStore({
    databaseUrl,
    dataDir,
    poolMax: 1,
    timeoutS: limits.DATABASE_TIMEOUT_S,
    clock: systemClock,
  });
  try {
    const log = systemLog(logLevel, process.stderr.isTTY);
    return await upgradeStore(store, { dataDir, schema, clock: systemClock, log });
  } finally {
    await store.pool.close();
  }
}

/** Resolves at the first stop signal. A second one ends the process at once. */
async function stopSignal(): Promise<void> {
  const heard = new AbortController();
  const stop = () => {
    if (heard.signal.aborted) process.exit(1);
    heard.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  while (!heard.signal.aborted) {
    await delay(DAY_MS, undefined, { signal: heard.signal }).catch(() => undefined);
  }
}
