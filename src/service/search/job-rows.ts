import { assert } from '#base/assert.js';
import type { ErrorBody, Result } from '#contract/envelope.js';
import { CALLER_ERRORS } from '#contract/errors.js';
import { csvColumns, csvHeader, csvLine, toFeature } from '#contract/flat-rows.js';
import { parquetColumns, parquetSchema } from '#contract/parquet-rows.js';
import { isLookup, type Route, type RowFormat, routeById } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { type ApiError, apiError } from '#domain/api-error.js';
import type { App } from '../app.js';
import { asApiError, resultOf } from './answer.js';
import { cachedPageOf, deliver, type Receiver } from './deliver.js';
import { findJob } from './poll.js';

export interface RowsQuestion extends Receiver {
  readonly requestId: string;
  readonly accountId: string;
  readonly format: RowFormat;
}

/** The rows of one job as a file. */
export interface RowsFile {
  readonly requestId: string;
  readonly format: RowFormat;
  /** Identifies the content of the file. */
  readonly version: string;
  readonly credits: number;
  readonly body: string | Uint8Array;
}

/**
 * The rows of a finished job in another format. The job was paid, so this is free; a job never read
 * as JSON is delivered by this call, which captures its reserved credit. Throws 409
 * result_not_ready while the job is pending, and the job's own error when it failed.
 */
export async function readRows(
  app: App,
  { requestId, accountId, format, ...receiver }: RowsQuestion,
): Promise<RowsFile> {
  const row = await findJob(app, requestId, accountId);
  if (row.status === 'pending') throw apiError('result_not_ready');
  if (row.error !== null) throw failureOf(row.error);
  const answer = await deliver(app, row, receiver);
  const page = await cachedPageOf(app, row.result_id);
  if (answer === undefined || page === undefined) throw apiError('request_not_found');
  const route = routeById(row.route);
  assert(route !== undefined, 'a request names a route of the table');
  const body = await WRITERS[format](route, resultOf({ ...answer, page }));
  return {
    requestId,
    format,
    credits: answer.credits,
    body,
    version: `${page.result_id}.${format}`,
  };
}

/** The error of a failed job. Only another job helps where the service or its source failed. */
function failureOf(error: ErrorBody): ApiError {
  if (CALLER_ERRORS.includes(error.code)) return asApiError(error);
  const message = `This job failed and stays failed: send its search again to start a new one. ${error.message}`;
  return asApiError({ ...error, message });
}

type Body = RowsFile['body'];
type Writer = (route: Route, result: Result) => Body | Promise<Body>;

const WRITERS: Readonly<Record<RowFormat, Writer>> = {
  csv: (route, { data }) => {
    const columns = columnsOf(route, data);
    return csvHeader(columns) + data.map((row) => csvLine(columns, row)).join('');
  },
  geojson: (route, { data }) => {
    const columns = columnsOf(route, data);
    const features = data.map((row) => toFeature(columns, row));
    return JSON.stringify({ type: 'FeatureCollection', features });
  },
  ndjson: (_route, { data }) => data.map((row) => `${JSON.stringify(row)}\n`).join(''),
  parquet: async (route, { data }) => {
    // Loaded at its first use, which most processes never see: a start is shorter.
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const kind = kindOf(route, data[0]);
    const schema = parquetSchema(route.source, kind);
    const columnData = parquetColumns(route.source, kind, data);
    return new Uint8Array(parquetWriteBuffer({ schema, columnData }));
  },
};

const columnsOf = (route: Route, data: readonly Row[]): readonly string[] =>
  csvColumns(route.source, kindOf(route, data[0]));

/** The kind that determines a row's columns; a lookup finds homes of several kinds. */
export function kindOf(route: Route, row: Row | undefined): Kind {
  if (!isLookup(route)) return route.kind;
  return row !== undefined && 'sold_date' in row ? 'sold' : 'listings';
}
