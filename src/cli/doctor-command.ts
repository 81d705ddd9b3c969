/** `rowhouse doctor`: what is wrong with an installation, one line for each check. */
import type { Command } from 'commander';
import { oneLine } from '#contract/one-line.js';
import { EXIT } from './exit-codes.js';
import type { Terminal } from './run-search.js';
import { counted } from './search-messages.js';

/** Worst last. */
export const RESULTS = ['ok', 'warning', 'fault'] as const;

/** The outcome of a check; where it is not ok, the message ends with what to do. */
export interface CheckResult {
  readonly check: string;
  readonly result: (typeof RESULTS)[number];
  readonly message: string;
}

export interface DoctorOptions {
  /** Whether configured sources are contacted. */
  readonly sources: boolean;
  readonly adminUrl: string;
}

export type Doctor = (options: DoctorOptions) => Promise<readonly CheckResult[]>;

interface DoctorContext {
  readonly adminUrl: string;
  readonly doctor: Doctor;
  readonly print: (text: string) => void;
  readonly terminal: Pick<Terminal, 'setExitCode'>;
}

export function addDoctor(
  root: Command,
  { adminUrl, doctor, print, terminal }: DoctorContext,
): Command {
  return root
    .command('doctor')
    .description('check settings, store, disk, clock, certificates and webhooks; change nothing')
    .option('--sources', 'also contact each configured source, without credentials', false)
    .option('--json', 'print JSON')
    .option('--admin-url <url>', 'address of the admin listener', adminUrl)
    .action(async ({ json, ...options }: DoctorOptions & { readonly json?: boolean }) => {
      const results = await doctor(options);
      const isWell = results.every(({ result }) => result !== 'fault');
      print(json === true ? JSON.stringify({ ok: isWell, checks: results }) : showResults(results));
      if (!isWell) terminal.setExitCode(EXIT.fault_found);
    });
}

const RESULT_CHARS = Math.max(...RESULTS.map((result) => result.length));

/** A line for each result, and one that counts them. */
function showResults(results: readonly CheckResult[]): string {
  const checkChars = Math.max(...results.map(({ check }) => check.length));
  const lines = results.map(
    ({ check, result, message }) =>
      `${result.padEnd(RESULT_CHARS)}  ${check.padEnd(checkChars)}  ${oneLine(message)}`,
  );
  const [fine = 0, warnings = 0, faults = 0] = RESULTS.map(
    (result) => results.filter((one) => one.result === result).length,
  );
  return [
    ...lines,
    '',
    `${counted(faults, 'fault')}, ${counted(warnings, 'warning')}, ${fine} ok`,
  ].join('\n');
}
