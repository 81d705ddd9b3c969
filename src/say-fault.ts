/** Any failure as one line for an operator. */
import { OperatorError } from '#base/operator-error.js';
import { CliError } from '#cli/cli-error.js';
import { fileFault } from '#cli/file-fault.js';
import { oneLine } from '#contract/one-line.js';
import { SourceError } from '#sources/source-error.js';

/**
 * A server that rejects us: no such database, schema or role, a wrong password, a missing
 * permission.
 */
const TURNED_AWAY = /^(3D000|3F000|28000|28P01|42501)$/;

/** One line: what is wrong and what to do. */
export function sayFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = [OperatorError, CliError, SourceError].some((kind) => error instanceof kind);
  // It may quote a source, or what a service answered.
  if (known) return oneLine(error.message);
  const code = 'code' in error ? error.code : undefined;
  if ('syscall' in error && error.syscall === 'uv_cwd') {
    return 'the current directory was removed. Change to one that exists, then try again.';
  }
  if (code === 'EACCES' && 'port' in error) {
    return `this user may not listen at port ${String(error.port)}. Set PORT, ROWHOUSE_ADMIN_PORT or ROWHOUSE_METRICS_ADDRESS to a port from 1024 on; a proxy in front can take 80 or 443.`;
  }
  const ofFile = fileFault(error);
  if (ofFile !== null) return ofFile;
  if (code === 'EADDRINUSE' && 'port' in error) {
    return `port ${String(error.port)} is in use, by another program or by another listener of this service. Stop that program, or set PORT, ROWHOUSE_ADMIN_PORT or ROWHOUSE_METRICS_ADDRESS.`;
  }
  if (TURNED_AWAY.test(String(code))) {
    return `the database rejected the connection or statement: ${error.message}. Check DATABASE_URL, its search_path and the privileges of its role.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${error.message}. Set HOST, or ROWHOUSE_METRICS_ADDRESS, to an address of this machine.`;
  if (code === 'storage_unavailable') {
    return 'the database cannot be reached. Check DATABASE_URL and that the server runs.';
  }
  return error.stack ?? error.message;
}
