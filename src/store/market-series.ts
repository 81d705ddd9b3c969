/**
 * Market series: values of a measure for a region over time, from files of public figures
 * (docs/open-data.md).
 */
import { arraysIn } from './columns.js';
import { finishRows, partition } from './dataset-rows.js';
import type { Db, Pool } from './db.js';
import { SERIES } from './imports.js';

/** A value of a file on its way into the table. */
export interface SeriesValue {
  readonly region: string;
  readonly measure: string;
  /** First day of the period. */
  readonly period: string;
  readonly value: number;
}

/** Stores values of an import that is being loaded; all are for regions of one kind. */
export async function insertValues(
  db: Db,
  importId: number,
  regionKind: string,
  values: readonly SeriesValue[],
): Promise<void> {
  await db.rows(
    `insert into ${partition(importId, SERIES)} (import_id, region_kind, region, measure, period, value)
     select ${Math.trunc(importId)}, $1, v.*
     from unnest($2::text[], $3::text[], $4::date[], $5::float8[]) v`,
    [regionKind, ...arraysIn('region, measure, period, value', values)],
  );
}

const KEY = '(import_id, region_kind, region, measure, period) include (value)';

/**
 * Makes the index of a loaded import and marks its rows as seen by all. `before` is called before
 * each step.
 */
export const indexValues = (
  pool: Pool,
  importId: number,
  before: () => Promise<void>,
): Promise<void> =>
  finishRows(
    pool,
    partition(importId, SERIES),
    [`alter table ROWS add primary key ${KEY}`],
    before,
  );

export interface SeriesAsk {
  readonly region_kind: string;
  readonly region: string;
  readonly measures: readonly string[];
  /** First days of the first and the last period. */
  readonly from: string;
  readonly to: string;
}

/** What values are shown with. */
export interface SeriesRights {
  readonly dataset: string;
  readonly licence: string;
  readonly licence_url: string;
  readonly attribution: string;
}

export interface FoundValue extends SeriesRights {
  readonly measure: string;
  readonly period: string;
  readonly value: number;
}

/** The values of a region over time, by measure, dataset and period. */
export async function findSeries(
  db: Db,
  { region_kind, region, measures, from, to }: SeriesAsk,
): Promise<FoundValue[]> {
  const current = await db.rows<{ import_id: number; rights: SeriesRights }>(
    `select import_id, json_build_object('dataset', dataset, 'licence', mapping -> 'licence',
       'licence_url', mapping -> 'licence_url', 'attribution', mapping -> 'attribution') as rights
     from imports where source = $1 and state = 'current' order by dataset collate "C"`,
    [SERIES],
  );
  if (current.length === 0) return [];
  // The numbers stand in the text, so that other partitions are left out before anything is read.
  const ids = current.map(({ import_id }) => Math.trunc(import_id)).join(', ');
  const found = await db.rows<Omit<FoundValue, keyof SeriesRights> & { import_id: number }>(
    `select import_id, measure, to_char(period::timestamp, 'YYYY-MM-DD') as period, value::float8 as value
     from market_series
     where import_id in (${ids}) and region_kind = $1 and region = $2 and measure = any($3)
       and period between $4::date and $5::date
     order by measure collate "C", array_position(array[${ids}], import_id), market_series.period`,
    [region_kind, region, measures, from, to],
  );
  const rights = new Map(current.map((one) => [one.import_id, one.rights]));
  return found.flatMap(({ import_id, ...value }) => {
    const of = rights.get(import_id);
    return of === undefined ? [] : [{ ...value, ...of }];
  });
}
