/** A set that is read live: which one its upstream names, and what is read of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importError } from '#base/operator-error.js';
import { hashOf } from '#domain/hash.js';
import type { SourceProfile } from '../driver.js';
import { readJsonOr } from '../json-body.js';
import type { FieldRule, MappedField, MappedKind, Mapping } from '../mapping/mapping.js';
import { mappingIn } from '../mapping/read-mapping.js';
import {
  mappingOf,
  type OpenSet,
  partsOf,
  readOpenSet,
  readsPoint,
  type SetPart,
} from '../open/open-set.js';
import { PRESETS, SANDBOX_PRESETS } from '../open/presets.js';
import { type SetDescription, type SetProtocol, UNDESCRIBED } from '../open/protocol.js';
import { PROTOCOLS } from '../open/protocols.js';

export interface LiveSet {
  readonly set: OpenSet;
  readonly part: SetPart;
  readonly mapping: Mapping;
  readonly protocol: SetProtocol;
  /** Changes with everything that is said of the set. */
  readonly version: string;
}

type Options = SourceProfile['options'];

/** The set of an operator's upstream that names none. */
export const USUAL = 'hud-homes-for-sale';
/** The sets of an upstream without options: the sandbox has one of each kind. */
const BY_KIND: Readonly<Record<MappedKind, string>> = { listings: USUAL, sold: 'synthetic-sales' };

const known = new Map<string, LiveSet>();

/** The set of a kind at an upstream. Throws OperatorError where its options name no such set. */
export function liveSetOf(options: Options, kind: MappedKind): LiveSet {
  const live = setIn(options, kind);
  if (live === null) throw importError(`The options name a set that has no ${kind}.`);
  return live;
}

/** The same; null where the set that the options name is of another kind. */
export function setIn(options: Options, kind: MappedKind): LiveSet | null {
  const live = namedSet(options, BY_KIND[kind]);
  return live.mapping.kind === kind ? live : null;
}

/**
 * The set that the options of an upstream name. Throws OperatorError where there is none, or it
 * cannot be read live.
 */
export function namedSet({ set, file }: Options, usual: string = USUAL): LiveSet {
  const key = JSON.stringify([set ?? usual, file]);
  const live =
    known.get(key) ?? openLive(readOpenSet(file === undefined ? preset(set ?? usual) : own(file)));
  known.set(key, live);
  return live;
}

/** Throws OperatorError where a set needs an application token, and no header has one. */
export function requireToken({ set: { name, api } }: LiveSet, headers: readonly string[]): void {
  if (api !== 3 || headers.some((header) => header.toLowerCase() === 'x-app-token')) return;
  throw importError(
    `${name} is read by version 3 of Socrata's interface, which wants an application token. Add {"x-app-token":"TOKEN"} to ROWHOUSE_UPSTREAM_OPEN_DATA_HEADERS, or to the headers of its feed, or set "api" to 2 in the file of the set.`,
  );
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
  const mapping = mappingIn(mappingOf(set), set.kind);
  const protocol = PROTOCOLS[set.protocol];
  const live = { set, part, mapping, protocol, version: `${name} ${hashOf(set)}` };
  const isSold = mapping.kind === 'sold';
  if (isSold && !hasZips(live) && !hasPoints(live)) {
    throw cannot(name, 'it has neither a column with ZIP codes nor points');
  }
  if (!isSold && !hasZips(live)) throw cannot(name, 'no column has its ZIP codes');
  if (!isSold && !mapping.fields.has('lat')) throw cannot(name, 'it has no points');
  return live;
}

/** Whether a column has the ZIP codes, so that the server can compare them. */
export const hasZips = (live: Pick<LiveSet, 'mapping'>): boolean => columnOf(live, 'zip') !== null;

/** Whether the server can compare the points with a box. */
export function hasPoints(live: Pick<LiveSet, 'set' | 'mapping'>): boolean {
  if (!live.mapping.fields.has('lat')) return false;
  return takesEnvelopes(live) || columnOf(live, 'lat') !== null;
}

/** Whether the server compares geometries with a box. */
export const takesEnvelopes = ({ set }: Pick<LiveSet, 'set'>): boolean =>
  set.protocol === 'esri' && set.no_envelope !== true;

function preset(name: string): unknown {
  const file = [PRESETS, SANDBOX_PRESETS]
    .map((folder) => join(folder, `${name}.json`))
    .find((path) => existsSync(path));
  if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8'));
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
export function columnOf({ mapping }: Pick<LiveSet, 'mapping'>, field: MappedField): string | null {
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
  ...UNDESCRIBED,
  columns: part.wanted,
  dates: new Set(
    [...mapping.fields].flatMap(([name, { from, pattern }]) =>
      name.endsWith('_date') && pattern === null && 'columns' in from ? from.columns : [],
    ),
  ),
  key: set.protocol === 'esri' ? 'OBJECTID' : ':id',
  pageRows: LIVE_ROWS,
  point: set.protocol === 'esri' && readsPoint(part.wanted) ? 'geometry' : null,
});

/** Rows of one request; a server may allow fewer. */
export const LIVE_ROWS = 200;
