/** A set that is read live: which one its upstream names, and what is read of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importError } from '#base/operator-error.js';
import type { SourceProfile } from '../driver.js';
import { readJsonOr } from '../json-body.js';
import type { FieldRule, MappedField, Mapping } from '../mapping/mapping.js';
import { mappingIn } from '../mapping/read-mapping.js';
import {
  mappingOf,
  type OpenSet,
  partsOf,
  readOpenSet,
  readsPoint,
  type SetPart,
} from '../open/open-set.js';
import { PRESETS } from '../open/presets.js';
import type { SetDescription, SetProtocol } from '../open/protocol.js';
import { PROTOCOLS } from '../open/protocols.js';

export interface LiveSet {
  readonly set: OpenSet;
  readonly part: SetPart;
  readonly mapping: Mapping;
  readonly protocol: SetProtocol;
}

/** The set of an upstream that names none. */
const USUAL = 'hud-homes-for-sale';

const known = new Map<string, LiveSet>();

/**
 * The set that an upstream names. Throws OperatorError where there is none, or it cannot be read
 * live.
 */
export function liveSetOf({ set = USUAL, file }: SourceProfile['options']): LiveSet {
  const key = JSON.stringify([set, file]);
  const live =
    known.get(key) ?? openLive(readOpenSet(file === undefined ? preset(set) : own(file)));
  known.set(key, live);
  return live;
}

function openLive(set: OpenSet): LiveSet {
  const { name } = set;
  const [part, ...joined] = partsOf(set);
  if (part === undefined || joined.length > 0) {
    throw cannot(name, 'it consists of several sets');
  }
  if (set.protocol !== 'esri' && set.protocol !== 'socrata') {
    throw cannot(name, `its protocol is ${set.protocol}`);
  }
  if (set.kind !== 'listings') throw cannot(name, 'it has sales');
  const mapping = mappingIn(mappingOf(set), set.kind);
  const live = { set, part, mapping, protocol: PROTOCOLS[set.protocol] };
  if (columnOf(live, 'zip') === null) throw cannot(name, 'no column has its ZIP codes');
  if (!mapping.fields.has('lat')) throw cannot(name, 'it has no points');
  return live;
}

/** Throws OperatorError where a set needs an application token, and no header has one. */
export function requireToken({ set: { name, api } }: LiveSet, headers: readonly string[]): void {
  if (api !== 3 || headers.some((header) => header.toLowerCase() === 'x-app-token')) return;
  throw importError(
    `${name} is read by version 3 of Socrata's interface, which wants an application token. Add {"x-app-token":"TOKEN"} to ROWHOUSE_UPSTREAM_OPEN_DATA_HEADERS, or set "api" to 2 in the file of the set.`,
  );
}

function preset(name: string): unknown {
  const file = join(PRESETS, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  throw importError(`No open set ${name} exists. "rowhouse open list" shows all.`);
}

function own(file: string): unknown {
  const value = existsSync(file) ? readJsonOr(readFileSync(file, 'utf8'), null) : null;
  if (value !== null) return value;
  throw importError(`${file} is no file with an open set as JSON.`);
}

const cannot = (name: string, why: string) =>
  importError(`${name} cannot be read live, because ${why}. Use "rowhouse open add ${name}".`);

/**
 * The column that a field is read from as it is; null where it is made of several, or of a part.
 */
export function columnOf({ mapping }: LiveSet, field: MappedField): string | null {
  const rule = mapping.fields.get(field);
  return rule === undefined ? null : plainColumn(rule);
}

function plainColumn({ from, before, after, map, times }: FieldRule): string | null {
  const isPlain = before === null && after === null && map === null && times === 1;
  if (!isPlain || !('columns' in from) || from.columns.length !== 1) return null;
  return from.columns[0] ?? null;
}

/** What is read of a set whose server has not described it. */
export const assumed = ({ set, part, mapping }: LiveSet): SetDescription => ({
  columns: part.wanted,
  dates: new Set(
    [...mapping.fields].flatMap(([name, { from }]) =>
      name.endsWith('_date') && 'columns' in from ? from.columns : [],
    ),
  ),
  numbers: new Set(),
  key: set.protocol === 'esri' ? 'OBJECTID' : ':id',
  pageRows: LIVE_ROWS,
  sorts: true,
  point: set.protocol === 'esri' && readsPoint(part.wanted) ? 'geometry' : null,
  editedAt: null,
  changedColumn: null,
  licence: null,
});

/** Rows of one request; a server may allow fewer. */
export const LIVE_ROWS = 200;
