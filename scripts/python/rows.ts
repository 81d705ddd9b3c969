// The types of rows and the routes of the Python client, from the tables of the service.
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS, type Field } from '#contract/field.js';
import { LISTING_FIELDS, SOLD_FIELDS } from '#contract/fields.js';
import { flatColumns } from '#contract/flat-rows.js';
import {
  isLookup,
  LOOKUP_ROUTES,
  type Route,
  SEARCH_ROUTES,
  type SearchRoute,
} from '#contract/routes.js';
import { commentOf } from '../field-texts.js';
import { className } from './text.js';

const LINE_CHARS_MAX = 100;

/** The module with the types of rows. */
export const printRows = (): string => {
  const body = sections().join('\n\n');
  const names = [...body.matchAll(/^class (\w+)/gm)].map(([, name]) => `    "${name}",\n`);
  return `"""The rows of every search, with the meaning of each field."""

from __future__ import annotations

from typing import List, Literal, Optional, TypedDict

__all__ = [
${names.sort().join('')}]


${body}`;
};

/** The module with the routes as values: their rows, and the columns of a table of them. */
export function printRoutes(): string {
  const routes: readonly Route[] = [...SEARCH_ROUTES, ...LOOKUP_ROUTES];
  const rows = [...new Set(routes.map(rowTypeOf))].sort();
  return `"""The routes of searches and lookups, by their ids in the interface."""

from __future__ import annotations

from ._core import Route
from .rows import (
${rows.map((name) => `    ${name},\n`).join('')})

__all__ = [
${routes
  .map(({ id }) => `    "${id.toUpperCase()}",\n`)
  .sort()
  .join('')}]

${routes.map(constantOf).join('\n')}
`;
}

function sections(): string[] {
  return [
    classOf('Money', 'TypedDict', 'An amount of money.', [
      member('amount', 'float', 'With 2 decimals at most.'),
      member('currency', 'str', 'ISO 4217 code: `USD`.'),
    ]),
    classOf('Location', 'TypedDict', 'A point on the map.', [
      member('lat', 'float', 'Latitude in degrees, WGS 84.'),
      member('lng', 'float', 'Longitude in degrees, WGS 84.'),
    ]),
    classOf('UnitRent', 'TypedDict', 'One unit type of a rental building.', [
      member('beds', 'Optional[float]', 'Bedrooms; 0 is a studio.'),
      member('rent_from', 'Optional[Money]', 'Lowest monthly rent of the type.'),
    ]),
    tableOf('Address', 'TypedDict', 'A street address.', ADDRESS_FIELDS),
    tableOf('Listing', 'TypedDict', 'A home or a building, without its extras.', LISTING_FIELDS),
    tableOf('Sold', 'TypedDict', 'A sold home, without its extras.', SOLD_FIELDS),
    ...SEARCH_ROUTES.flatMap(({ id, source, kind, path }) => [
      tableOf(
        `${className(id)}Extras`,
        'TypedDict',
        `Fields of ${path} only.`,
        extrasFields(source, kind),
      ),
      classOf(`${className(id)}Row`, kind === 'sold' ? 'Sold' : 'Listing', `A row of ${path}.`, [
        `    extras: ${className(id)}Extras`,
      ]),
    ]),
  ];
}

const tableOf = (name: string, base: string, text: string, fields: readonly Field[]): string =>
  classOf(
    name,
    base,
    text,
    fields
      .filter(({ type }) => type !== 'extras')
      .map((field) => member(field.name, typeOf(field), commentOf(field))),
  );

const classOf = (name: string, base: string, text: string, members: readonly string[]): string =>
  `class ${name}(${base}):\n    """${text}"""\n\n${members.join('\n')}\n`;

/** Editors show a text below a member as its documentation. */
const member = (name: string, type: string, text: string): string =>
  `    ${annotated(name, type)}\n    """${text}"""`;

/** A list of values that is too long for a line goes on in lines of its own. */
function annotated(name: string, type: string): string {
  const line = `${name}: ${type}`;
  const values = /^Optional\[Literal\[(.*)\]\]$/.exec(type)?.[1];
  if (line.length <= LINE_CHARS_MAX - 4 || values === undefined) return line;
  const lines = values.split(', ').map((value) => `            ${value},\n`);
  return `${name}: Optional[\n        Literal[\n${lines.join('')}        ]\n    ]`;
}

function typeOf({ type, nullable }: Field): string {
  const plain =
    typeof type === 'string'
      ? TYPES[type]
      : `Literal[${type.map((value) => `"${value}"`).join(', ')}]`;
  return nullable ? `Optional[${plain}]` : plain;
}

const TYPES: Readonly<Record<Extract<Field['type'], string>, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  date: 'str',
  date_time: 'str',
  money: 'Money',
  address: 'Address',
  location: 'Location',
  units: 'List[UnitRent]',
  extras: 'object',
};

/** The search route whose rows a route has: a lookup has those of the first kind it tries. */
function rowsOf(route: Route): SearchRoute {
  if (!isLookup(route)) return route;
  const kind = route.kinds[0] ?? 'listings';
  const like = SEARCH_ROUTES.find((one) => one.source === route.source && one.kind === kind);
  if (like === undefined) throw new TypeError(`${route.id} has the rows of no search`);
  return like;
}

export const rowTypeOf = (route: Route): string => `${className(rowsOf(route).id)}Row`;

function constantOf(route: Route): string {
  const { source, kind } = rowsOf(route);
  const columns = flatColumns(source, kind).map(
    ({ path, type }) => `        ("${path}", "${typeof type === 'string' ? type : 'string'}"),\n`,
  );
  return `${route.id.toUpperCase()}: Route[${rowTypeOf(route)}] = Route(
    "${route.path}",
    (
${columns.join('')}    ),
)`;
}
