// The pages of the API reference: each operation once, printed from the OpenAPI document.

import { ERRORS, type ErrorCode } from '#contract/errors.js';
import { codesOf } from '#contract/openapi/error-responses.js';
import { scopesOf } from '#contract/operations/operation.js';
import { OPERATIONS as ROWS } from '#contract/resources.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { operationId } from '#contract/schema.js';
import { printJson } from '../print-json.js';
import { printPlainTable, printTable } from '../print-table.js';
import { named, type Operation, operations, type Response, SHAPES, TAGS } from './operations.js';
import { extrasTable, rowSections } from './row-fields.js';
import {
  countNames,
  type LinkOf,
  memberTable,
  nameIn,
  oneLine,
  type Shape,
  valueOf,
} from './schema-table.js';
import { snippetsOf } from './snippets.js';

export interface ReferencePage {
  /** Path below docs/, without `.md`. */
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
}

/** Pages about the same subject, with the reasons and the examples. */
const GUIDES: Readonly<Record<string, readonly string[]>> = {
  Search: ['sources'],
  Jobs: ['guides/waiting', 'guides/pagination'],
  Homes: ['homes', 'comparables'],
  Lookups: ['lookups'],
  Areas: ['area-homes', 'statistics'],
  Snapshots: ['snapshots'],
  SQL: ['sql'],
  Watches: ['watches'],
  Webhooks: ['webhooks', 'mail'],
  Service: ['operating'],
};

const A_RUN = 'free; a run costs 1 credit a page';
/** Prices of operations that start or deliver what is charged elsewhere. */
const PRICES: Readonly<Record<string, string>> = {
  create_watch: A_RUN,
  run_watch: A_RUN,
  create_lookup_batch: 'free; 1 credit for each home found',
  retry_lookup_batch: 'free; 1 credit for each home found',
};

const byTag = ({ tag }: Operation): number => TAGS.findIndex(({ name }) => name === tag);
const ALL = operations().sort((one, other) => byTag(one) - byTag(other));
const pageOf = (tag: string): string => `api/${tag.toLowerCase()}`;
const SEARCH = pageOf('Search');
const NOTES_SHOWN = 2;

/** Errors that any call with a key may get, and those that a search and a lookup share with it. */
const OF_EVERY_CALL: ReadonlySet<string> = new Set([...codesOf('Page').values()].flat());

/** Types of values, which the conventions describe, and the address beside the rows. */
const TYPES: Readonly<Record<string, string>> = {
  Money: '[money](../api.md#types)',
  Location: '[location](../api.md#types)',
  UnitRent: '[units](../api.md#types)',
  Address: '[address](search.md#address)',
};

/** Where each schema is that more than one place names: the page that names it first. */
const PLACES: ReadonlyMap<string, string> = placesOf();

function placesOf(): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const places = new Map<string, string>();
  for (const { name: tag } of TAGS) {
    const known = new Set(counts.keys());
    countNames(
      ALL.filter((one) => one.tag === tag && !startsJob(one)).flatMap(answersOf),
      SHAPES,
      counts,
    );
    for (const name of counts.keys()) if (!known.has(name)) places.set(name, pageOf(tag));
  }
  for (const [name, times] of counts) if (times < 2 || name in TYPES) places.delete(name);
  return places;
}

function startsJob({ tag, id }: Operation): boolean {
  return tag === 'Search' || id === 'job';
}

function answersOf({ responses }: Operation): Shape[] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.values(content).map(({ schema }) => schema) : [],
  );
}

const slug = (name: string): string => `${name.toLowerCase()}-object`;

/** The link to a schema, as pages below `api/` write it. */
const linkOf: LinkOf = (name) => {
  const place = PLACES.get(name);
  if (place === undefined) return TYPES[name];
  return `[${name}](${place.replace('api/', '')}.md#${slug(name)})`;
};

export const referencePages = (): readonly ReferencePage[] =>
  TAGS.map(({ name: tag, description }) => {
    const name = pageOf(tag);
    const objects = [...PLACES].filter(([, place]) => place === name).map(([one]) => one);
    const guides = (GUIDES[tag] ?? [])
      .map((guide) => `[${guide.split('/').at(-1)}](../${guide}.md)`)
      .join(', ');
    const parts = [
      `# ${tag}`,
      `${description} Authentication, jobs, cursors and credits are in the [conventions](../api.md); the code continues from [these lines](../api.md#code). Guides: ${guides}.`,
      ...ALL.filter((one) => one.tag === tag).flatMap(operation),
      ...(name === SEARCH ? rowSections() : []),
      ...objects.flatMap((one) => [
        `## ${one} {#${slug(one)}}`,
        oneLine(SHAPES[one]?.description ?? ''),
        memberTable(SHAPES[one] ?? {}, SHAPES, linkOf),
      ]),
    ];
    return { name, title: tag, markdown: `${parts.filter((part) => part !== '').join('\n\n')}\n` };
  });

function operation(one: Operation): string[] {
  const tryHref = `/docs/reference#?route=${one.method.toLowerCase()}-${one.path.replaceAll(/[{}]/g, '-')}`;
  const facts = [
    `\`${one.method} ${one.path}\``,
    priceOf(one),
    ...scopeOf(one),
    `[Try it](${tryHref})`,
  ];
  return [
    `## ${one.summary} {#${one.id}}`,
    facts.join(' · '),
    descriptionOf(one),
    ...snippetsOf(one).map(({ language, code }) => block(language, code)),
    ...inputs(one),
    ...answer(one),
    ...errors(one),
  ];
}

const priceOf = ({ id, credits }: Operation): string =>
  PRICES[id] ?? (credits === 0 ? 'free' : `${credits} credit`);

/** Without the words that the line of facts and the tables have. */
const descriptionOf = ({ description }: Operation): string =>
  description
    .replace(/\n\n(?:Costs 1 credit|Example: `GET) .*/g, '')
    .replace(/\s*(?:Needs no key\. )?Free\.$/, '')
    .trim();

function scopeOf({ id, needsKey, tag }: Operation): string[] {
  if (!needsKey) return ['no key'];
  const row = ROWS.find((each) => each.id === id);
  const scopes = row === undefined ? (tag === 'Search' ? ['search'] : []) : scopesOf(row);
  return scopes.length === 0 ? [] : [`scope ${scopes.map((each) => `\`${each}\``).join(', ')}`];
}

function inputs({ parameters, body }: Operation): string[] {
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => `\`${name}\``);
  const rows = parameters
    .filter((one) => one.in !== 'header')
    .map(({ name, required, description, schema }) => {
      const { type, meaning } = valueOf({ ...schema, description }, SHAPES, linkOf);
      return [`\`${name}\``, `${type}${required ? ', **required**' : ''}`, meaning];
    });
  const schema = Object.values(body?.content ?? {})[0]?.schema;
  return [
    ...(rows.length === 0
      ? []
      : ['**Parameters**', printPlainTable([['parameter', 'type', 'meaning'], ...rows])]),
    ...(headers.length === 0
      ? []
      : [`Headers: ${headers.join(', ')} ([meaning](../api.md#headers)).`]),
    ...(schema === undefined ? [] : ['**Body**', memberTable(schema, SHAPES, linkOf, true)]),
  ];
}

function answer(one: Operation): string[] {
  const example = exampleOf(one);
  const shown = example === undefined ? [] : [block('json Example answer', printJson(example, ''))];
  // The answers of a job are those of the searches.
  if (one.id === 'job') return jobAnswer(one);
  if (startsJob(one)) return [...jobAnswer(one), ...shown];
  const parts = Object.entries(one.responses).flatMap(([status, response]) =>
    status.startsWith('2') ? success(status, response) : [],
  );
  return ['**Answer**', ...parts, ...shown];
}

/** A search answers with a job, whose rows have the fields of the source. */
function jobAnswer({ id }: Operation): string[] {
  const route = SEARCH_ROUTES.find((one) => operationId(one.path) === id);
  const envelope = '[the envelope](../api.md#the-envelope) of a job';
  if (route === undefined) return ['**Answer**', `\`200\` or \`202\`: ${envelope}.`];
  const [title, place] =
    route.kind === 'sold'
      ? ['sold homes', 'sold-homes']
      : ['listings', 'listings-rentals-and-auctions'];
  return [
    '**Answer**',
    `\`200\` or \`202\`: ${envelope}. Its \`result.data\` has rows with the fields of [${title}](#${place}) and these \`extras\`:`,
    extrasTable(route),
  ];
}

function success(status: string, { description, content = {} }: Response): string[] {
  const [type, body] = Object.entries(content)[0] ?? [];
  if (type === undefined || body === undefined) return [`\`${status}\`: no body.`];
  if (!type.includes('json')) return [`\`${status}\`: a file, \`${type}\`.`];
  const { schema } = body;
  const link = schema.$ref === undefined ? undefined : linkOf(nameIn(schema));
  const meaning = description === 'The current state.' ? '' : ` ${description}`;
  if (link !== undefined) return [`\`${status}\`: ${link}.${meaning}`];
  if (schema.$ref === undefined) return [`\`${status}\`:${meaning}`];
  return [`\`${status}\`:${meaning}`, memberTable(SHAPES[nameIn(schema)] ?? {}, SHAPES, linkOf)];
}

/** The first example of a JSON answer, with few of its notes. */
function exampleOf({ responses }: Operation): unknown {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = answers.flatMap(([, { content = {} }]) => Object.entries(content));
  const [, first] = contents.find(([type]) => type.includes('json')) ?? [];
  const value = Object.values(first?.examples ?? {})[0]?.value ?? first?.example;
  const { result } = (value ?? {}) as { result?: { field_notes?: readonly unknown[] } | null };
  if (result?.field_notes === undefined) return value;
  const field_notes = result.field_notes.slice(0, NOTES_SHOWN);
  return { ...(value as object), result: { ...result, field_notes } };
}

/** The errors that not every call may get, with what to do. */
function errors({ responses, needsKey }: Operation): string[] {
  const rows = Object.entries(responses).flatMap(([status, response]) =>
    /^[45]\d\d$/.test(status)
      ? codesIn(response)
          .filter((code) => !needsKey || !OF_EVERY_CALL.has(code))
          .map((code) => [status, `[\`${code}\`](../errors.md#${code})`, messageOf(code)])
      : [],
  );
  const others = needsKey ? ['Every call may also get [these errors](../api.md#errors).'] : [];
  if (rows.length === 0) return others.map((line) => line.replace('also get', 'get'));
  return ['**Errors**', printPlainTable([['status', 'code', 'what to do'], ...rows]), ...others];
}

/** The message of an error as Markdown. */
export const messageOf = (code: ErrorCode): string =>
  oneLine(ERRORS[code].message).replace(/[<@]/g, '\\$&');

const codesIn = (response: Response): ErrorCode[] =>
  Object.values(named(response).content ?? {}).flatMap(
    ({ examples = {} }) => Object.keys(examples) as ErrorCode[],
  );

/** A line for each operation, for the page of conventions. */
export const operationTable = (isLinked: boolean): string =>
  printTable([
    ['call', 'what it does', 'price'],
    ...ALL.map((one) => {
      const { method, path, summary, tag, id } = one;
      const title = isLinked ? `[${summary}](${pageOf(tag)}.md#${id})` : summary;
      return [`\`${method} ${path}\``, title, priceOf(one)];
    }),
  ]);

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
