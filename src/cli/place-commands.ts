/** Commands of what an operator imports about places. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { AdminCommand } from './admin-commands.js';
import { showValue } from './show.js';
import { showDropped } from './show-imported.js';

const FILE = { name: 'file', description: 'the file' } as const;
const CHECK = {
  name: 'check',
  value: 'yes',
  description: 'yes: read the file and store nothing',
  choices: ['yes', 'no'],
  standard: 'no',
} as const;

/** The request that sends a file, which is streamed. */
const importOf = (path: string, file: string, check: unknown) => {
  const query = new URLSearchParams({
    file_name: basename(file),
    check: String(check === 'yes'),
  });
  const upload = { head: '', file, bytes: statSync(file).size };
  return { method: 'POST', path: `${path}?${query.toString()}`, upload } as const;
};

interface OutlinesReport {
  readonly records: number;
  readonly outlines: number;
  readonly dropped: Parameters<typeof showDropped>[0];
}

function showOutlines(result: Readonly<Record<string, unknown>>): string {
  const { outlines, records, dropped } = result.report as OutlinesReport;
  const headline = result.result === 'checked' ? 'Checked, nothing was stored' : 'Imported';
  return [
    `${headline}: outlines of ${outlines} ZIPs from ${records} records`,
    ...showDropped(dropped),
  ].join('\n');
}

export const PLACE_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'outlines import',
    description: 'import outlines of ZIPs (CSV or a GeoJSON sequence) in place of those before',
    arguments: [FILE],
    options: [CHECK],
    request: ([file = ''], { check }) => importOf('/outlines', file, check),
    show: showOutlines,
  },
  {
    name: 'outlines show',
    description: 'the file that the outlines came from, and its report',
    request: () => ({ method: 'GET', path: '/outlines' }),
    show: showValue,
  },
  {
    name: 'outlines remove',
    description: 'remove the outlines of all ZIPs',
    request: () => ({ method: 'POST', path: '/outlines/remove' }),
    show: showValue,
  },
];
