/** The job envelope, the result and the summaries (docs/api.md#the-envelope). */
import { SCHEMA_VERSION } from '../envelope.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { NOTE_DETAIL_CHARS_MAX } from '../limits.js';
import { PARAMS, type ParamName } from '../params.js';
import { LOOKUP_ROUTES, type LookupRoute, SEARCH_ROUTES, type SearchRoute } from '../routes.js';
import * as s from '../schema.js';
import { SOURCES } from '../sources.js';
import { COMPLETENESS, NOTE_REASONS } from '../values.js';
import { LOOKUP_TEXTS } from './operation-texts.js';

/** What a job may fail with. */
export const JOB_ERRORS = [
  'collection_unavailable',
  'address_not_found',
  'address_ambiguous',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[];

/** The envelope in its three states, and query and result of every route that starts a job. */
export function jobSchemas(): Record<string, s.Schema> {
  const schemas: Record<string, s.Schema> = {
    ...parts(),
    PendingJob: job('pending', { credits: 0, poll: 'Path to poll.', result: null }),
    FailedJob: job('failed', { credits: 0, error: 'JobError', result: null }),
  };
  for (const route of SEARCH_ROUTES) {
    const name = s.schemaName(s.operationId(route.path));
    schemas[`${name}Query`] = echoOf(route);
    schemas[`${name}Result`] = resultOf(name, route.source, {
      cursor: s.orNull(s.text('Send as `cursor` to get the next page; null on the last page.')),
      summary: s.refTo(route.kind === 'sold' ? 'SoldSummary' : 'ListingSummary'),
      rows: s.refTo(`${name}Row`),
    });
    schemas[`${name}Complete`] = job('complete', { result: s.refTo(`${name}Result`) });
  }
  for (const lookup of LOOKUP_ROUTES) Object.assign(schemas, lookupSchemas(lookup));
  return schemas;
}

function lookupSchemas({ path, source, kinds, params }: LookupRoute): Record<string, s.Schema> {
  const name = s.schemaName(s.operationId(path));
  const rows = SEARCH_ROUTES.filter((row) => row.source === source && kinds.includes(row.kind));
  return {
    [`${name}Query`]: s.objectOf(
      Object.fromEntries(params.map((param) => [param, s.text(LOOKUP_TEXTS[param])])),
      { description: 'The input as parsed.' },
      params,
    ),
    [`${name}Result`]: resultOf(name, source, {
      cursor: s.exactly(null, 'A lookup has one page.'),
      summary: s.exactly(null, 'A lookup has no statistics.'),
      rows: { anyOf: rows.map((row) => s.refTo(`${s.schemaName(s.operationId(row.path))}Row`)) },
    }),
    [`${name}Complete`]: job('complete', { result: s.refTo(`${name}Result`) }),
  };
}

function parts(): Record<string, s.Schema> {
  const reasons = Object.entries(NOTE_REASONS).map(
    ([name, description]) => `\`${name}\`: ${description}`,
  );
  return {
    FieldNote: s.objectOf(
      {
        field: s.text(
          'Name of the field; of address and extras with a dot. `data` describes rows.',
        ),
        reason: s.oneOfTexts(Object.keys(NOTE_REASONS), reasons.join('\n\n')),
        detail: s.orNull(
          s.text(`Details; quotes at most ${NOTE_DETAIL_CHARS_MAX} characters of the source.`),
        ),
      },
      { description: 'Why a field is null. One note covers all rows where it applies.' },
    ),
    ListingSummary: summary({}, 'median_price', {}),
    SoldSummary: summary(
      { disclosed_count: s.count('Rows whose sale price the source does not hide.') },
      'median_sale_price',
      {
        earliest_sold_date: s.orNull(s.day('Earliest sale of the page.')),
        latest_sold_date: s.orNull(s.day('Latest sale of the page.')),
      },
    ),
    Candidate: s.objectOf(
      {
        address: s.text('Address of the home.'),
        source_id: s.text('Send as `source_id` to pick this home.'),
        source_url: s.text('Page of the home on the source site.', { format: 'uri' }),
      },
      { description: 'One home that the address may mean.' },
    ),
    ErrorBody: errorBody(Object.keys(ERRORS), 'The problem, and what to do next.'),
    JobError: errorBody(JOB_ERRORS, 'Why the job failed. Nothing was charged.'),
  };
}

/** `{code, message, param}`, and `candidates` where a code carries them. */
export function errorBody(codes: readonly string[], description: string): s.Schema {
  return s.objectOf(
    {
      code: s.oneOfTexts(codes, 'Stable; branch on it.'),
      message: s.text('Human-readable; may change.'),
      param: s.orNull(s.text('The input that was wrong.')),
      ...(codes.includes('address_ambiguous') && {
        candidates: s.arrayOf(s.refTo('Candidate'), {
          maxItems: 5,
          description: 'Only with address_ambiguous.',
        }),
      }),
    },
    { description },
    ['candidates'],
  );
}

function summary(
  before: Record<string, s.Schema>,
  median: string,
  after: Record<string, s.Schema>,
): s.Schema {
  const money = s.orNull(s.refTo('Money'));
  return s.objectOf(
    {
      priced_count: s.count('Rows with a price.'),
      ...before,
      [median]: money,
      p25: money,
      p75: money,
      median_price_per_sqft: s.orNull(s.decimal('Dollars per square foot.')),
      ...after,
    },
    { description: 'Statistics over the rows of this page; rents are monthly.' },
  );
}

interface JobParts {
  readonly credits?: 0;
  readonly poll?: string;
  readonly error?: string;
  readonly result: s.Schema | null;
}

function job(status: string, { credits, poll, error, result }: JobParts): s.Schema {
  return s.objectOf(
    {
      request_id: s.uuid('ID of the request; poll it at the job route.'),
      status: s.exactly(status, 'Check it, also on 200.'),
      credits:
        credits === undefined
          ? s.whole('Credits charged: 1, or 0 for a page past the last one.', { enum: [0, 1] })
          : s.exactly(credits, 'Nothing is charged.'),
      cached: s.flag('True when the result came from the cache.'),
      poll_url: poll === undefined ? s.exactly(null, 'Nothing to poll.') : s.text(poll),
      error: error === undefined ? s.exactly(null, 'No error.') : s.refTo(error),
      result: result ?? s.exactly(null, 'No result.'),
    },
    { description: `A ${status} job.` },
  );
}

interface ResultParts {
  readonly cursor: s.Schema;
  readonly summary: s.Schema;
  readonly rows: s.Schema;
}

function resultOf(name: string, source: string, { cursor, summary: stats, rows }: ResultParts) {
  return s.objectOf(
    {
      source: s.text('Source of the rows; tolerate unknown values.', {
        examples: [source],
        'x-extensible-enum': SOURCES,
      }),
      query: s.refTo(`${name}Query`),
      count: s.count('Rows in `data`.'),
      reported_total: s.orNull(s.count('Matches that the source reports for the entire search.')),
      next_cursor: cursor,
      collected_at: s.instant('Time of the collection, UTC.'),
      schema_version: s.exactly(SCHEMA_VERSION, 'Version of the row schema.'),
      completeness: s.oneOfTexts(
        COMPLETENESS,
        'partial: rows are missing; the notes on data give the reason.',
      ),
      summary: stats,
      data: s.arrayOf(rows, { description: 'The rows.' }),
      field_notes: s.arrayOf(s.refTo('FieldNote'), { description: 'Why fields are null.' }),
    },
    { description: 'One page of rows.' },
  );
}

/** `result.query`: the inputs as typed values after parsing. */
function echoOf(route: SearchRoute): s.Schema {
  const filled = route.sold_windows.length > 0 ? ['sold_within_days'] : [];
  const members = route.params.map((name) => [name, echoValue(name)] as const);
  return s.objectOf(
    Object.fromEntries(members),
    { description: 'The inputs as parsed, with defaults filled in.' },
    route.params.filter((name) => !filled.includes(name)),
  );
}

function echoValue(name: ParamName): s.Schema {
  const rule = PARAMS[name];
  switch (rule.type) {
    case 'integer':
      return { type: 'integer' };
    case 'decimal':
      return { type: 'number' };
    case 'bbox':
      return s.arrayOf({ type: 'number' }, { minItems: 4, maxItems: 4 });
    case 'list':
      return s.arrayOf({ type: 'string', enum: rule.items });
    case 'choice':
      return { type: name === 'sort' ? 'string' : 'integer' };
    case 'text':
      return { type: 'string' };
  }
}
