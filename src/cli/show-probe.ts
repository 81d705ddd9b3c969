/** The report of a probe for an operator, safe to paste where strangers read it. */
import { oneLine } from '#contract/one-line.js';
import type { MissingMember, ProbedRequest } from '#contract/operator.js';
import type { ShownFields } from './admin-command.js';
import { showTable } from './show.js';

interface Report {
  readonly source: string;
  readonly kind: string;
  readonly zip: string;
  readonly feeds: readonly string[];
  readonly upstream: string;
  readonly options: Readonly<Record<string, string>>;
  readonly version: string;
  readonly at: string;
  readonly held_back_until: string | null;
  readonly bounds: { readonly requests: number; readonly rows: number; readonly seconds: number };
  readonly conclusion: string;
  /** Absent where nothing was sent. */
  readonly requests?: readonly ProbedRequest[];
  readonly ended: string;
  readonly rows: number;
  readonly total: number | null;
  readonly dropped: Readonly<Record<string, number>>;
  readonly members: {
    readonly rows: number;
    readonly missing: readonly MissingMember[];
    readonly not_read: readonly string[];
    readonly not_read_count: number;
  };
  readonly fields: readonly {
    readonly field: string;
    readonly filled: number;
    readonly reasons: Readonly<Record<string, number>>;
  }[];
  readonly withheld: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** The whole report; its last line is the conclusion. */
export function showProbe(result: ShownFields): string {
  const report = result as unknown as Report;
  const parts = report.requests === undefined ? [] : found(report, report.requests);
  const lines = [
    ...headline(report),
    ...parts,
    `${report.source} ${report.kind} ${report.conclusion}`,
  ];
  return lines.map(oneLine).join('\n');
}

function headline(report: Report): string[] {
  const { source, kind, zip, feeds, upstream, options, version, at, held_back_until } = report;
  const set = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const others = feeds.filter((feed) => feed !== source);
  return [
    `Probe of ${source} ${kind}, ZIP ${zip}, ${at.slice(0, 19)}Z, rowhouse ${version}`,
    `Upstream: ${upstream}${others.length > 0 ? `, feeds ${others.join(', ')}` : ''}${set.length > 0 ? `, options ${set.join(', ')}` : ''}`,
    ...(held_back_until === null
      ? []
      : [`Searches are paused after repeated failures until ${held_back_until.slice(0, 19)}Z.`]),
    '',
  ];
}

function found(report: Report, requests: readonly ProbedRequest[]): string[] {
  const { rows, total, dropped, ended, bounds, withheld, notes, members } = report;
  const left = Object.entries(dropped).map(([cause, count]) => `${count} ${cause}`);
  return [
    ...requests.flatMap((sent, index) => exchange(sent, requests[index - 1], index + 1)),
    `${requests.length === 1 ? '1 request' : `${requests.length} requests`}, ${sum(requests, 'bytes')} bytes, ${sum(requests, 'took_ms')} ms`,
    `Rows of this ZIP: ${rows}; left out: ${left.length === 0 ? 'none' : left.join(', ')}; the source ${total === null ? 'gives no count' : `counts ${total}`}`,
    ...(ended in STOPPED ? [STOPPED[ended]?.(bounds) ?? ''] : []),
    ...notes.map((note) => `Missing: ${note}`),
    ...Object.entries(withheld).map(([field, why]) => `Withheld: ${field}: ${why}`),
    ...(members.rows === 0 ? [] : membersOf(members)),
    ...emptyFields(report),
    '',
  ];
}

const sum = (requests: readonly ProbedRequest[], of: 'bytes' | 'took_ms'): number =>
  requests.reduce((total, sent) => total + (sent[of] ?? 0), 0);

const STOPPED: Readonly<Record<string, (bounds: Report['bounds']) => string>> = {
  rows: ({ rows }) => `Stopped after ${rows} rows, the maximum of a probe.`,
  requests: ({ requests }) => `Stopped after ${requests} requests, the maximum of a probe.`,
  time: ({ seconds }) => `Stopped after ${seconds} s, the maximum of a probe.`,
};

/** The request, shortened where it repeats the one before, and the response. */
function exchange(
  sent: ProbedRequest,
  before: ProbedRequest | undefined,
  number: number,
): string[] {
  const { to, method, path, body, headers, status, media_type, bytes, took_ms, rows } = sent;
  const isAgain = [before?.to, before?.path, before?.body].join() === [to, path, body].join();
  const names = headers.join(', ');
  const came = [
    status === null ? 'no answer' : `HTTP ${status}`,
    ...(media_type === null ? [] : [media_type]),
    ...(bytes === null ? [] : [`${bytes} bytes`]),
    `${took_ms ?? '?'} ms`,
    ...(sent.retry_after === null ? [] : [`Retry-After ${sent.retry_after}`]),
    ...(rows === null ? [] : [`${rows} rows`]),
  ];
  return [
    `${number}. ${isAgain ? 'the same again' : `${to}: ${method} ${path}`}`,
    ...(body === null || isAgain ? [] : [`   body: ${body}`]),
    ...(before?.headers.join(', ') === names ? [] : [`   headers: ${names}`]),
    `   answer: ${came.join(', ')}`,
    ...(sent.unreadable === null ? [] : [`   not readable: ${sent.unreadable}`]),
    '',
  ];
}

function membersOf({ rows, missing, not_read, not_read_count }: Report['members']): string[] {
  const more = not_read_count - not_read.length;
  const table = showTable(
    missing.map(({ member, fields, carried_by, rows: due, normally, is_lost }) => ({
      member,
      carried_by: `${carried_by} of ${due} rows`,
      normally: `${Math.round(normally * 100)} %`,
      fields: fields.join(', '),
      means: is_lost ? 'lost' : 'lost, or absent for these homes',
    })),
  );
  const known = not_read_count === 0 ? 'none' : not_read.join(', ');
  return [
    `Expected members that ${rows} rows lack: ${missing.length === 0 ? 'none' : missing.length}`,
    ...(missing.length === 0 ? [] : table.split('\n').map((line) => `  ${line}`)),
    `Members that the driver does not read, including new ones: ${known}${more > 0 ? ` and ${more} more` : ''}`,
  ];
}

/** Fields that no row has, except those that such rows never have. */
function emptyFields({ fields, rows }: Report): string[] {
  const said = fields
    .filter(({ filled, reasons }) => filled === 0 && Object.keys(reasons).join() !== NEVER)
    .map(({ field, reasons }) => `${field} (${Object.keys(reasons).join(', ')})`);
  return rows === 0 || said.length === 0 ? [] : [`Fields that no row has: ${said.join(', ')}`];
}

const NEVER = 'not_applicable';
