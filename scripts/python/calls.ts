// A method of the Python client for every operation of the OpenAPI document, except files of rows.
import type { Route } from '#contract/routes.js';
import { importLine, Types } from './answers.js';
import { type Argument, type Method, methodsOf, ROUTES } from './methods.js';
import { rowTypeOf } from './rows.js';
import { argumentTexts, bracketed, docstring, pythonName } from './text.js';

const BODY_INDENT = '        ';

/** The module of the asynchronous client, and the types that it needs. */
export function printCalls(): { readonly code: string; readonly types: Types } {
  const types = new Types();
  const methods = methodsOf(types);
  const parts = methods.flatMap((method) => {
    const route = ROUTES.find(({ id }) => id === method.id);
    if (route !== undefined) return [searchOf(method, route)];
    return method.list === null ? [callOf(method)] : [callOf(method), iteratorOf(method)];
  });
  return { code: moduleOf(parts.join('\n'), types), types };
}

function moduleOf(body: string, types: Types): string {
  const used = (names: Iterable<string>) =>
    [...names].filter((name) => new RegExp(`\\b${name}\\b`).test(body)).sort();
  const typing = ['Any', 'AsyncIterator', 'Dict', 'Iterable', 'Literal', 'Mapping'];
  return `"""The client with a method for every operation."""

from __future__ import annotations

from datetime import date
${importLine(body, [...typing, 'Optional', 'Sequence', 'Union', 'cast'])}

from . import routes
from ._async_client import AsyncClient, AsyncSearch
from ._core import PAGES_MAX, UNSET, Call, Unset, given, given_or_null, key_headers, path_of
${bracketed('from .answers import (', used(types.answers.keys()), ')', '')}
${bracketed('from .inputs import (', used(types.inputs.keys()), ')', '')}
${bracketed('from .rows import (', [...new Set(ROUTES.map(rowTypeOf))].sort(), ')', '')}


class AsyncRowhouse(AsyncClient):
    """One service with one key: a method for every operation, named by its id.

    The methods of searches return a search that has not been sent: its \`page()\`, \`pages()\`,
    \`rows()\`, \`to_pandas()\` and \`to_geopandas()\` send it. All other methods are calls.
    """

${body}`;
}

/** Ids and required inputs of a query come by place, everything else by name. */
const isByPlace = (one: Argument): boolean => one.in !== 'body' && one.required;

function signatureOf({ arguments: all }: Method, more: readonly string[]): string[] {
  const printed = ({ name, type, required, nullable }: Argument) => {
    if (required) return `${pythonName(name)}: ${type}`;
    if (nullable) return `${pythonName(name)}: Union[${type}, Unset] = UNSET`;
    return `${pythonName(name)}: Optional[${type}] = None`;
  };
  const named = [...all.filter((one) => !isByPlace(one)).map(printed), ...more];
  return [
    'self',
    ...all.filter(isByPlace).map(printed),
    ...(named.length > 0 ? ['*'] : []),
    ...named,
  ];
}

function textOf(method: Method, all: readonly Argument[] = method.arguments): string {
  const texts = all
    .filter(({ text }) => text !== '')
    .map(({ name, text }): [string, string] => [pythonName(name), text]);
  const listed = argumentTexts(Object.fromEntries(texts), BODY_INDENT);
  const text = docstring(method.texts, BODY_INDENT);
  if (listed === '') return text;
  const end = text.endsWith(`\n${BODY_INDENT}"""`)
    ? text.slice(0, -4 - BODY_INDENT.length)
    : text.slice(0, -3);
  return `${end}\n\n${listed}\n${BODY_INDENT}"""`;
}

const defOf = (before: string, parameters: readonly string[], answer: string): string =>
  bracketed(`${before}(`, parameters, `) -> ${answer}:`, '    ');

function searchOf(method: Method, route: Route): string {
  const constant = `routes.${route.id.toUpperCase()}`;
  return [
    defOf(`def ${method.id}`, signatureOf(method, []), `AsyncSearch[${rowTypeOf(route)}]`),
    textOf(method),
    inputsOf(method.arguments),
    `${BODY_INDENT}return AsyncSearch(self, ${constant}, inputs)`,
    '',
  ].join('\n');
}

function callOf(method: Method): string {
  const { id, verb, path, answer, takesKey, arguments: all } = method;
  const inPath = all.filter((one) => one.in === 'path').map(({ name }) => pythonName(name));
  const template = `"${path.replace(/\{\w+\}/g, '{}')}"`;
  const query = all.filter((one) => one.in === 'query');
  const options = [
    ...(takesKey ? ['idempotency_key: Optional[str] = None'] : []),
    'timeout_s: Optional[float] = None',
  ];
  const body = bodyLines(method);
  const parts = [
    `"${verb}"`,
    inPath.length === 0 ? template : `path_of(${[template, ...inPath].join(', ')})`,
    ...(query.length === 0 ? [] : ['inputs']),
    ...(body.length === 0 ? [] : ['body=body']),
    ...(takesKey ? ['headers=key_headers(idempotency_key)'] : []),
  ];
  const sent = 'await self._json(call, timeout_s)';
  return [
    defOf(`async def ${id}`, signatureOf(method, options), answer ?? 'None'),
    textOf(method),
    ...(query.length === 0 ? [] : [inputsOf(query)]),
    ...body,
    bracketed('call = Call(', parts, ')', BODY_INDENT),
    `${BODY_INDENT}${answer === null ? sent : answer.startsWith('Dict') ? `return ${sent}` : `return cast(${answer}, ${sent})`}`,
    '',
  ].join('\n');
}

const inputsOf = (all: readonly Argument[]): string =>
  bracketed(
    'inputs = {',
    all.map(({ name }) => `"${name}": ${pythonName(name)}`),
    '}',
    BODY_INDENT,
  );

const passedByName = (all: readonly Argument[]): string[] =>
  all.map(({ name }) => `${pythonName(name)}=${pythonName(name)}`);

function bodyLines({ arguments: all, fixed }: Method): string[] {
  const body = all.filter((one) => one.in === 'body');
  if (body.length === 0) return [];
  const plain = passedByName(body.filter((one) => !one.nullable));
  const nullable = passedByName(body.filter((one) => one.nullable));
  return [
    bracketed('body = given(', [...(fixed === '' ? [] : [fixed]), ...plain], ')', BODY_INDENT),
    ...(nullable.length === 0
      ? []
      : [bracketed('body.update(given_or_null(', nullable, '))', BODY_INDENT)]),
  ];
}

/** An iterator over the lists of an answer's pages. */
function iteratorOf(method: Method): string {
  const { id, list } = method;
  const { name = '', item = '' } = list ?? {};
  const all = method.arguments.filter((one) => one.name !== 'before');
  const passed = [
    ...all.filter(isByPlace).map((one) => pythonName(one.name)),
    ...passedByName(all.filter((one) => !isByPlace(one))),
  ];
  const iterator = {
    ...method,
    arguments: all,
    texts: [`The \`${name}\` of all pages of \`${id}\`, each requested when it is needed.`],
  };
  return [
    defOf(
      `async def iter_${id}`,
      signatureOf(iterator, ['pages_max: int = PAGES_MAX']),
      `AsyncIterator[${item}]`,
    ),
    docstring(iterator.texts, BODY_INDENT),
    `${BODY_INDENT}for _ in range(pages_max):`,
    bracketed(`answer = await self.${id}(`, passed, ')', `${BODY_INDENT}    `),
    `${BODY_INDENT}    for each in answer["${name}"]:`,
    `${BODY_INDENT}        yield each`,
    `${BODY_INDENT}    if answer["next_after"] is None or answer["next_after"] == after:`,
    `${BODY_INDENT}        return`,
    `${BODY_INDENT}    after = answer["next_after"]`,
    '',
  ].join('\n');
}
