// The row types of the packed client, as interfaces with a comment on every field. In the code they
// are inferred from the field tables, and a computed type has no place for comments.
import ts from 'typescript';
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS, type Field } from '#contract/field.js';
import { LISTING_FIELDS, SOLD_FIELDS } from '#contract/fields.js';
import { SOURCES } from '#contract/sources.js';
import { KINDS } from '#contract/values.js';
import { commentOf } from './field-texts.js';

/** The types that are replaced, by declaration file and name. */
const REPLACED: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'contract/field.d.ts': {
    Address: () => interfaceOf('export interface Address', ADDRESS_FIELDS),
  },
  'contract/fields.d.ts': {
    ListingRowWith: () => interfaceOf('export interface ListingRowWith<S, E>', LISTING_FIELDS),
    SoldRowWith: () => interfaceOf('export interface SoldRowWith<S, E>', SOLD_FIELDS),
  },
  'contract/extras.d.ts': { ExtrasOf: extrasTypes },
};

/** A declaration file with its row types written out; any other file as it is. */
export function documentTypes(file: string, text: string): string {
  return Object.entries(REPLACED[file] ?? {}).reduce(
    (changed, [name, print]) => replaceType(file, changed, name, print()),
    text,
  );
}

/** Puts another declaration in the place of a type alias; its comment stays. */
function replaceType(file: string, text: string, name: string, declaration: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const alias = source.statements.find(
    (one) => ts.isTypeAliasDeclaration(one) && one.name.text === name,
  );
  if (alias === undefined) throw new TypeError(`${file} has no type ${name}`);
  return text.slice(0, alias.getStart(source)) + declaration + text.slice(alias.end);
}

const interfaceOf = (head: string, fields: readonly Field[]): string =>
  `${head} {\n${fields.map(memberOf).join('')}}`;

const memberOf = (field: Field): string =>
  `    /** ${commentOf(field)} */\n    readonly ${field.name}: ${typeOf(field)};\n`;

function typeOf({ name, type, nullable }: Field): string {
  if (name === 'source') return 'S';
  const plain =
    typeof type === 'string' ? TYPES[type] : type.map((value) => `'${value}'`).join(' | ');
  return nullable ? `${plain} | null` : plain;
}

const TYPES: Readonly<Record<Extract<Field['type'], string>, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  date_time: 'string',
  money: "import('./field.js').Money",
  address: "import('./field.js').Address",
  location: "import('./field.js').Location",
  units: "readonly import('./field.js').UnitRent[]",
  extras: 'E',
};

/** An interface for each source and kind that has extras, and the type that chooses one. */
function extrasTypes(): string {
  const pairs = SOURCES.flatMap((source) =>
    KINDS.map((kind) => ({ source, kind, fields: extrasFields(source, kind) })),
  ).filter(({ fields }) => fields.length > 0);
  const table = SOURCES.map((source) => {
    const kinds = pairs.filter((pair) => pair.source === source);
    const members = kinds.map(({ kind }) => `${kind}: ${nameOf(source, kind)};`).join(' ');
    return `    ${source}: { ${members} };\n`;
  });
  return [
    'export type ExtrasOf<S extends SourceName, K extends Kind> = {',
    '    [Name in S]: ExtrasTypes[Name][K & keyof ExtrasTypes[Name]];',
    '}[S];',
    `interface ExtrasTypes {\n${table.join('')}}`,
    ...pairs.map(({ source, kind, fields }) =>
      interfaceOf(`interface ${nameOf(source, kind)}`, fields),
    ),
  ].join('\n');
}

const nameOf = (source: string, kind: string): string =>
  `${`${source}_${kind}`.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Extras`;
