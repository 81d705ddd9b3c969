// `npm run check:audit`: checks package-lock.json against the registry's advisories. Exceptions are
// in scripts/audit-exceptions.json (docs/decisions/0042-audit.md).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { auditOutcome } from './audit-outcome.js';

const AUDIT_TIMEOUT_MS = 120_000;
const AUDIT_BYTES_MAX = 2 ** 26;

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: new URL('..', import.meta.url),
  encoding: 'utf8',
  timeout: AUDIT_TIMEOUT_MS,
  maxBuffer: AUDIT_BYTES_MAX,
});
const { outcome, lines } = auditOutcome({
  report: reportOf(stdout),
  exceptions: read('audit-exceptions.json'),
  packages: read('../package-lock.json').packages,
  today: new Date().toISOString().slice(0, 10),
});
for (const line of lines) console.error(`audit: ${line}`);
console.error(`audit: ${outcome.replace('_', ' ').toUpperCase()}`);
process.exitCode = outcome === 'failed' ? 1 : 0;

/** npm prints JSON also when it fails; what it could not print is a failure. */
function reportOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { message: error?.message ?? stderr.trim() };
  }
}
