/** Values accepted by the admin listener: the rule of each, and the message for an invalid one. */
import { OperatorError } from '#base/operator-error.js';
import { DAY_MS } from '#contract/durations.js';
import { SOURCE_ID_CHARS_MAX } from '#contract/limits.js';
import { NO_ACCOUNT } from '#contract/operator.js';
import { ACCOUNT_STATUSES, KINDS } from '#contract/values.js';
import { NO_KEY } from '#service/accounts/keys.js';
import { USAGE_GROUPS } from '#service/accounts/report-usage.js';
import { NO_HOME } from '#service/homes/corrections.js';
import { NO_JOB } from '#service/operations/jobs.js';

interface Field {
  /** JSON Schema of the value. */
  readonly schema: object;
  /** The command-line flag that sends it, used in messages. */
  readonly flag: string;
  /** The message for a value that breaks the rule. */
  readonly wrong: string;
  /** 404 where the value names something that does not exist; else 400. */
  readonly status?: 404;
}

const CREDITS_MAX = 1_000_000_000;
const NAME_CHARS_MAX = 200;
const LIMIT_DIGITS = 3;

const whole = (flag: string, minimum: number): Field => ({
  schema: { type: 'integer', minimum, maximum: CREDITS_MAX },
  flag,
  wrong: `${flag} must be a whole number from ${minimum} to ${CREDITS_MAX}.`,
});

const idOf = (flag: string, wrong: string): Field => ({
  schema: { type: 'string', format: 'uuid' },
  flag,
  wrong,
  status: 404,
});

const oneOf = (flag: string, values: readonly string[]): Field => ({
  schema: { enum: values },
  flag,
  wrong: `${flag} must be ${values.join(' or ')}.`,
});

/** The database cannot store NUL in text. */
const text = (flag: string, maxLength: number): Field => ({
  schema: { type: 'string', minLength: 1, maxLength, pattern: String.raw`^[^\u0000]*$` },
  flag,
  wrong: `${flag} must be 1 to ${maxLength} characters, without NUL.`,
});

const day = (flag: string): Field => ({
  schema: { type: 'string', format: 'date' },
  flag,
  wrong: `${flag} must be a day (UTC) such as 2026-11-01.`,
});

/** At least one visible character; no control characters, line separators or lone surrogates. */
const line = (flag: string): Field => ({
  schema: {
    type: 'string',
    maxLength: NAME_CHARS_MAX,
    pattern: String.raw`^(?=.*\S)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$`,
  },
  flag,
  wrong: `${flag} must be 1 to ${NAME_CHARS_MAX} characters, without line breaks, tabs or other control characters.`,
});

export const ADMIN_FIELDS = {
  account_id: idOf('--account', NO_ACCOUNT),
  key_id: idOf('KEY_ID', NO_KEY),
  name: line('--name'),
  confirm: line('--confirm'),
  set: { schema: { type: 'object' }, flag: '--file', wrong: '--file must hold a JSON object.' },
  plan_credits: whole('--plan-credits', 0),
  extra_credits: whole('--extra-credits', 0),
  rate_limit: whole('--rate-limit', 1),
  max_pending: whole('--max-pending', 1),
  label: line('--label'),
  expires: {
    schema: { anyOf: [{ type: 'string', format: 'date' }, { const: 'never' }] },
    flag: '--expires',
    wrong:
      '--expires must be the last day (UTC) on which the key is valid, such as 2027-01-31, or never.',
  },
  scopes: text('--scopes', 100),
  credits_max: whole('--credits-max', 0),
  test: { schema: { type: 'boolean' }, flag: '--test', wrong: '--test must be true or false.' },
  amount: whole('--amount', 1),
  kind: oneOf('--kind', ['extra', 'plan']),
  zip: {
    schema: { type: 'string', pattern: '^[0-9]{5}$' },
    flag: '--zip',
    wrong: '--zip must be the five digits of a ZIP.',
  },
  kind_of_rows: oneOf('--kind', KINDS),
  status: oneOf('status', ACCOUNT_STATUSES),
  source: text('the source', 40),
  feed_or_source: text('the source', 100),
  paused_reason: {
    ...line('--reason'),
    schema: { anyOf: [line('--reason').schema, { const: null }] },
  },
  source_id: text('--source-id', SOURCE_ID_CHARS_MAX),
  home_id: idOf('ID', NO_HOME),
  other_id: idOf('OTHER', NO_HOME),
  why: line('--why'),
  dataset: text('--dataset', 200),
  file_name: text('FILE', 255),
  check: oneOf('--check', ['true', 'false']),
  feed: {
    schema: { type: 'string', pattern: '^[a-z0-9_]+(?:/[a-z0-9_-]+)?$', maxLength: 100 },
    flag: 'FEED',
    wrong: 'FEED must be the name of a feed. "rowhouse sources" shows them.',
  },
  request_id: idOf('JOB_ID', NO_JOB),
  job_status: oneOf('--status', ['pending', 'complete', 'failed']),
  older_than_job: idOf('older_than_job', NO_JOB),
  by: oneOf('--by', USAGE_GROUPS),
  from: day('--from'),
  to: day('--to'),
  older_than: {
    schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
    flag: 'older_than',
    wrong: 'older_than must be the number of an entry.',
  },
  limit: {
    schema: { type: 'string', pattern: `^[1-9][0-9]{0,${LIMIT_DIGITS - 1}}$` },
    flag: '--limit',
    wrong: '--limit must be a whole number from 1 to 999.',
  },
  find: {
    schema: line('find').schema,
    flag: 'find',
    wrong: `find must be 1 to ${NAME_CHARS_MAX} characters of a name, or the id of an account.`,
  },
  granted: {
    schema: { type: 'boolean' },
    flag: 'granted',
    wrong: 'granted must be true or false.',
  },
} as const satisfies Record<string, Field>;

export type AdminField = keyof typeof ADMIN_FIELDS;

/**
 * The first and last day of a query as moments: from the first, before the day after the last.
 * Throws OperatorError for days in the wrong order.
 */
export function periodOf({ from, to }: Readonly<Record<string, string>>) {
  if (from !== undefined && to !== undefined && from > to)
    throw new OperatorError('--from is after --to: swap them.');
  return {
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(Date.parse(to) + DAY_MS),
  };
}

/** The requested number, at most `most`, which is also the default. */
export const limitOf = ({ limit }: Readonly<Record<string, string>>, most: number): number =>
  limit === undefined ? most : Math.min(Number(limit), most);

/** A schema of these values, some of them required. */
export const objectOf = (
  fields: readonly AdminField[],
  required: readonly AdminField[] = fields,
) => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((name) => [name, ADMIN_FIELDS[name].schema])),
  required,
  additionalProperties: false,
});

/** A schema of changes: any of these values, at least one. */
export const changesOf = (fields: readonly AdminField[]) => ({
  ...objectOf(fields, []),
  minProperties: 1,
});

/** A schema violation, as the validator reports it. */
export interface FieldFinding {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const NOTHING_TO_CHANGE = 'Nothing to change: give one of the options listed by --help.';

/** Status and message for the first violation, in the names of the command line. */
export function explain(finding: FieldFinding | undefined): { status: number; message: string } {
  const missing = finding?.params.missingProperty;
  const name = typeof missing === 'string' ? missing : finding?.instancePath.slice(1);
  const field: Field | undefined = Object.entries(ADMIN_FIELDS).find(([key]) => key === name)?.[1];
  if (field !== undefined) {
    if (missing !== undefined) return { status: 400, message: `${field.flag} is missing.` };
    return { status: field.status ?? 400, message: field.wrong };
  }
  if (finding?.keyword === 'minProperties') {
    return { status: 400, message: NOTHING_TO_CHANGE };
  }
  const unknown = finding?.params.additionalProperty;
  if (typeof unknown === 'string') {
    return { status: 400, message: `${JSON.stringify(unknown)} is not a value of this command.` };
  }
  return { status: 400, message: 'The body must be a JSON object.' };
}
