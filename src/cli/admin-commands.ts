/** The operator's commands, one row each: their input, their request, and their output. */
import { Argument, Option } from 'commander';
import { JOB_STATUSES, KINDS } from '#contract/values.js';
import { ACCOUNT_COMMANDS } from './account-commands.js';
import {
  ACCOUNT_OR_ALL,
  type AdminCommand,
  FROM,
  get,
  given,
  LIMIT,
  type MoreParts,
  path,
  post,
  type ShownFields,
  TO,
  withQuery,
} from './admin-command.js';
import { showSources, showTable } from './show.js';
import { showProbe } from './show-probe.js';

const setPause = (name: 'pause' | 'resume'): AdminCommand => ({
  name: `sources ${name}`,
  description:
    name === 'pause'
      ? 'stop requests to a source or feed; cached results are still returned'
      : 'allow requests to a source or feed again',
  arguments: [new Argument('<source>', 'the source or feed, such as mls or mls/actris')],
  ...(name === 'pause' && {
    options: [new Option('--reason <text>', 'reason shown to callers').makeOptionMandatory()],
  }),
  request: ([source], { reason }) =>
    post(`/sources/${path(source)}/pause`, { paused_reason: reason ?? null }),
});

const AUDIT_COLUMNS = [
  'entry_id',
  'created_at',
  'operator',
  'action',
  'account_id',
  'subject',
  'before',
  'after',
];

const JOB = new Argument('<job_id>', 'the request_id of the job');

const WORK_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'sources',
    description: 'health of the sources: circuit, success rate, median time, fill rates',
    request: () => get('/sources'),
    show: showSources,
  },
  {
    name: 'jobs list',
    description: 'searches that were not answered from the cache, newest first',
    options: [
      ACCOUNT_OR_ALL,
      new Option('--status <status>', 'only jobs with this status').choices(JOB_STATUSES),
      LIMIT,
    ],
    request: (_words, { account, status }) =>
      get(withQuery('/jobs', { account_id: account, job_status: status })),
    list: { member: 'jobs', older: 'older_than_job' },
    show: ({ jobs }) =>
      showTable(
        (jobs as readonly ShownFields[]).map((job) => ({
          request_id: job.request_id,
          account_id: job.account_id,
          route: job.route,
          status: job.status,
          credits: job.credits,
          created_at: job.created_at,
          settled_at: job.settled_at,
          error: (job.error as ShownFields | null)?.code,
        })),
      ),
  },
  {
    name: 'jobs show',
    description: 'show a job, its collection and its ledger entries',
    arguments: [JOB],
    request: ([job]) => get(`/jobs/${path(job)}`),
  },
  {
    name: 'jobs cancel',
    description: 'cancel a pending job; it fails and is not charged',
    arguments: [JOB],
    request: ([job]) => post(`/jobs/${path(job)}/cancel`),
  },
  {
    name: 'collections list',
    description: 'queued and running collections, with the number of waiting jobs',
    request: () => get('/collections'),
    list: { member: 'collections' },
  },
  {
    name: 'sources probe',
    description: 'test a source with one search: requests, responses and the result',
    arguments: [new Argument('<source>', 'the source or feed, such as mls or mls/actris')],
    options: [
      new Option('--zip <zip>', 'the ZIP to search, one with homes').makeOptionMandatory(),
      new Option('--kind <kind>', 'kind of rows (default: the first of the source)').choices(KINDS),
    ],
    request: ([source], { zip, kind }) => ({
      method: 'POST',
      path: `/sources/${path(source)}/probe`,
      body: given({ zip, kind_of_rows: kind }),
      isSlow: true,
    }),
    show: showProbe,
    failed: ({ result }) => result === 'does_not_work',
  },
  setPause('pause'),
  setPause('resume'),
  {
    name: 'backup',
    description: 'write a backup of the running service, with its secrets, to a new file',
    arguments: [new Argument('<file>', 'the new file')],
    request: ([file = '']) => ({ method: 'POST', path: '/backup', download: file }),
  },
  {
    name: 'ledger check',
    description: 'verify that balances are the sum of their entries; exit 1 if they are not',
    options: [
      new Option('--archives <folder>', 'also verify the files of archived months in this folder'),
    ],
    request: () => ({ method: 'GET', path: '/ledger/check', isSlow: true }),
    more: checkFiles,
    failed: ({ ok }) => ok !== true,
  },
  {
    name: 'audit',
    description: 'changes by operators, with the values before and after; newest first',
    options: [ACCOUNT_OR_ALL, FROM, TO, LIMIT],
    request: (_words, { account, from, to }) =>
      get(withQuery('/audit', { account_id: account, from, to })),
    list: { member: 'entries', older: 'older_than', columns: () => AUDIT_COLUMNS },
  },
];

const NONE_ARCHIVED = 'No month of this store is archived, so no file was verified.';

/** Checks the files of archived months: an error in them is an error in the ledger. */
async function checkFiles(
  result: ShownFields,
  { archives }: ShownFields,
  { ask, checkArchives }: MoreParts,
): Promise<ShownFields> {
  if (typeof archives !== 'string') return result;
  const { months } = await ask(get('/ledger/archives'));
  const { files, rows, violations } = await checkArchives(archives, months);
  const all = [...((result.violations ?? []) as unknown[]), ...violations];
  const checked = { ...result, ok: all.length === 0, files: { read: files, rows } };
  const isNone = Array.isArray(months) && months.length === 0;
  return { ...checked, violations: all, ...(isNone && { warning: NONE_ARCHIVED }) };
}

export const ADMIN_COMMANDS: readonly AdminCommand[] = [...ACCOUNT_COMMANDS, ...WORK_COMMANDS];
