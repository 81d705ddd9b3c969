/** The job envelope, the result and the summaries (docs/api.md#the-envelope). */
import { SCHEMA_VERSION } from '../envelope.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { NOTE_DETAIL_CHARS_MAX } from '../limits.js';
import { PARAMS, type ParamName } from '../params.js';
import { LOOKUP_ROUTES, type LookupRoute, SEARCH_ROUTES, type SearchRoute } from '../routes.js';
import {
  arrayOf,
  count,
  day,
  decimal,
  exactly,
  flag,
  instant,
  objectOf,
  oneOfTexts,
  operationId,
  orNull,
  refTo,
  type Schema,
  schemaName,
  text,
  uuid,
  whole,
} from '../schema.js';
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
export function jobSchemas(): Record<string, Schema> {
  const schemas: Record<string, Schema> = {
    ...parts(),
    PendingJob: job('pending', { credits: 0, poll: 'Path to poll.', result: null }),
    FailedJob: job('failed', { credits: 0, error: 'JobError', result: null }),
  };
  for (const route of SEARCH_ROUTES) {
    const name = schemaName(operationId(route.path));
    schemas[`${name}Query`] = echoOf(route);
    schemas[`${name}Result`] = resultOf(name, route.source, {
      cursor: orNull(text('Send as `cursor` to get the next page; null on the last page.')),
      summary: refTo(route.kind === 'sold' ? 'SoldSummary' : 'ListingSummary'),
      rows: refTo(`${name}Row`),
    });
    schemas[`${name}Complete`] = job('complete', { result: refTo(`${name}Result`) });
  }
  for (const lookup of LOOKUP_ROUTES) Object.assign(schemas, lookupSchemas(lookup));
  return schemas;
}

function lookupSchemas({ path, source, kinds, params }: LookupRoute): Record<string, Schema> {
  const name = schemaName(operationId(path));
  const rows = SEARCH_ROUTES.filter((row) => row.source === source && kinds.includes(row.kind));
  return {
    [`${name}Query`]: objectOf(
      Object.fromEntries(params.map((param) => [param, text(LOOKUP_TEXTS[param])])),
      { description: 'The input as parsed.' },
      params,
    ),
    [`${name}Result`]: resultOf(name, source, {
      cursor: exactly(null, 'A lookup has one page.'),
      summary: exactly(null, 'A lookup has no statistics.'),
      rows: { anyOf: rows.map((row) => refTo(`${schemaName(operationId(row.path))}Row`)) },
    }),
    [`${name}Complete`]: job('complete', { result: refTo(`${name}Result`) }),
  };
}

function parts(): Record<string, Schema> {
  const reasons = Object.entries(NOTE_REASONS).map(
    ([name, description]) => `\`${name}\`: ${description}`,
  );
  return {
    FieldNote: objectOf(
      {
        field: text('Name of the field; of address and extras with a dot. `data` describes rows.'),
        reason: oneOfTexts(Object.keys(NOTE_REASONS), reasons.join('\n\n')),
        detail: orNull(
          text(`Details; quotes at most ${NOTE_DETAIL_CHARS_MAX} characters of the source.`),
        ),
      },
      { description: 'Why a field is null. One note covers all rows where it applies.' },
    ),
    ListingSummary: summary({}, 'median_price', {}),
    SoldSummary: summary(
      { disclosed_count: count('Rows whose sale price the source does not hide.') },
      'median_sale_price',
      {
        earliest_sold_date: orNull(day('Earliest sale of the page.')),
        latest_sold_date: orNull(day('Latest sale of the page.')),
      },
    ),
    Candidate: objectOf(
      {
        address: text('Address of the home.'),
        source_id: text('Send as `source_id` to pick this home.'),
        source_url: text('Page of the home on the source site.', { format: 'uri' }),
      },
      { description: 'One home that the address may mean.' },
    ),
    ErrorBody: errorBody(Object.keys(ERRORS), 'The problem, and what to do next.'),
    JobError: errorBody(JOB_ERRORS, 'Why the job failed. Nothing was charged.'),
  };
}

/** `{code, message, param}`, and `candidates` where a code carries them. */
export function errorBody(codes: readonly string[], description: string): Schema {
  return objectOf(
    {
      code: oneOfTexts(codes, 'Stable; branch on it.'),
      message: text('Human-readable; may change.'),
      param: orNull(text('The input that was wrong.')),
      ...(codes.includes('address_ambiguous') && {
        candidates: arrayOf(refTo('Candidate'), {
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
  before: Record<string, Schema>,
  median: string,
  after: Record<string, Schema>,
): Schema {
  const money = orNull(refTo('Money'));
  return objectOf(
    {
      priced_count: count('Rows with a price.'),
      ...before,
      [median]: money,
      p25: money,
      p75: money,
      median_price_per_sqft: orNull(decimal('Dollars per square foot.')),
      ...after,
    },
    { description: 'Statistics over the rows of this page; rents are monthly.' },
  );
}

interface JobParts {
  readonly credits?: 0;
  readonly poll?: string;
  readonly error?: string;
  readonly result: Schema | null;
}

function job(status: string, { credits, poll, error, result }: JobParts): Schema {
  return objectOf(
    {
      request_id: uuid('ID of the request; poll it at the job route.'),
      status: exactly(status, 'Check it, also on 200.'),
      credits:
        credits === undefined
          ? whole('Credits charged: 1, or 0 for a page past the last one.', { enum: [0, 1] })
          : exactly(credits, 'Nothing is charged.'),
      cached: flag('True when the result came from the cache.'),
      poll_url: poll === undefined ? exactly(null, 'Nothing to poll.') : text(poll),
      error: error === undefined ? exactly(null, 'No error.') : refTo(error),
      result: result ?? exactly(null, 'No result.'),
    },
    { description: `A ${status} job.` },
  );
}

interface ResultParts {
  readonly cursor: Schema;
  readonly summary: Schema;
  readonly rows: Schema;
}

function resultOf(name: string, source: string, { cursor, summary: stats, rows }: ResultParts) {
  return objectOf(
    {
      source: text('Source of the rows; tolerate unknown values.', {
        examples: [source],
        'x-extensible-enum': SOURCES,
      }),
      query: refTo(`${name}Query`),
      count: count('Rows in `data`.'),
      reported_total: orNull(count('Matches that the source reports for the entire search.')),
      next_cursor: cursor,
      collected_at: instant('Time of the collection, UTC.'),
      schema_version: exactly(SCHEMA_VERSION, 'Version of the row schema.'),
      completeness: oneOfTexts(
        COMPLETENESS,
        'partial: rows are missing; the notes on data give the reason.',
      ),
      summary: stats,
      data: arrayOf(rows, { description: 'The rows.' }),
      field_notes: arrayOf(refTo('FieldNote'), { description: 'Why fields are null.' }),
    },
    { description: 'One page of rows.' },
  );
}

/** `result.query`: the inputs as typed values after parsing. */
function echoOf(route: SearchRoute): Schema {
  const filled = route.sold_windows.length > 0 ? ['sold_within_days'] : [];
  const members = route.params.map((name) => [name, echoValue(name)] as const);
  return objectOf(
    Object.fromEntries(members),
    { description: 'The inputs as parsed, with defaults filled in.' },
    route.params.filter((name) => !filled.includes(name)),
  );
}

function echoValue(name: ParamName): Schema {
  const rule = PARAMS[name];
  switch (rule.type) {
    case 'integer':
      return { type: 'integer' };
    case 'decimal':
      return { type: 'number' };
    case 'bbox':
      return arrayOf({ type: 'number' }, { minItems: 4, maxItems: 4 });
    case 'list':
      return arrayOf({ type: 'string', enum: rule.items });
    case 'choice':
      return { type: name === 'sort' ? 'string' : 'integer' };
    case 'text':
      return { type: 'string' };
  }
}
