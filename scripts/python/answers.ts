// The types of answers and of inputs, from the schemas of the OpenAPI document.
import { openApiDocument } from '#contract/openapi/document.js';
import { bracketed, className, docstring, isKeyword, plainText } from './text.js';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | null)[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
}

/** A list of more texts has a name. */
const INLINE_CHOICES_MAX = 4;
/** Schemas whose types are printed with the rows. */
const ROW_TYPES: ReadonlySet<string> = new Set(['Money', 'Location', 'Address', 'UnitRent']);

/** The types that calls need, collected while they are printed. */
export class Types {
  readonly answers = new Map<string, string>();
  readonly inputs = new Map<string, string>();
  readonly #schemas = openApiDocument().components['schemas'] as Readonly<
    Record<string, JsonSchema>
  >;

  constructor() {
    for (const name of ['Candidate', 'FieldNote']) this.#declare(name, this.#schemas[name] ?? {});
  }

  /** A value of an answer. A newer service may send other texts than those of an enumeration. */
  answer(schema: JsonSchema, name: string): string {
    return this.#typeOf(schema, name, false);
  }

  /** A value that callers pass. */
  input(schema: JsonSchema, name: string): string {
    if (schema.format === 'date') return 'Union[str, date]';
    const choices = /^\^\((?:\?:)?([\w|]+)\)\(/.exec(schema.pattern ?? '')?.[1];
    if (choices !== undefined) {
      return `Union[str, Iterable[${this.#choice(className(name), choices.split('|'))}]]`;
    }
    if (schema.items?.enum !== undefined)
      return `Iterable[${this.#choice(className(name), schema.items.enum)}]`;
    if (schema.type !== 'integer' && (schema.enum ?? []).length > INLINE_CHOICES_MAX)
      return this.#choice(className(name), schema.enum ?? []);
    return this.#typeOf(schema, className(name), true);
  }

  #choice(name: string, values: readonly (string | number | null)[]): string {
    const lines = values.map((each) => `    ${literal(each)},\n`);
    const text = `${name} = Literal[\n${lines.join('')}]\n`;
    if ((this.inputs.get(name) ?? text) !== text)
      throw new TypeError(`${name} has other values elsewhere: print it under another name`);
    this.inputs.set(name, text);
    return name;
  }

  #typeOf(schema: JsonSchema, name: string, isInput: boolean): string {
    const { $ref, type, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) return this.#named($ref.split('/').at(-1) ?? '');
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts !== undefined)
      return unionOf(
        parts.map((part, nth) =>
          this.#typeOf(part, nth === 0 ? name : `${name}${nth + 1}`, isInput),
        ),
      );
    if (Array.isArray(type))
      return unionOf(
        type.map((each: string) => this.#typeOf({ ...schema, type: each }, name, isInput)),
      );
    if (type === 'null') return 'None';
    if (schema.enum !== undefined && (isInput || type === undefined))
      return `Literal[${schema.enum
        .filter((each) => each !== null)
        .map(literal)
        .join(', ')}]`;
    if (type === 'array') {
      const item = this.#typeOf(items ?? {}, isInput ? name : `${name}Item`, isInput);
      return isInput ? `Iterable[${item}]` : `List[${item}]`;
    }
    if (properties !== undefined) return this.#declare(name, schema, isInput);
    if (type === 'object') {
      const value =
        typeof additionalProperties === 'object' && !isInput
          ? this.#typeOf(additionalProperties, `${name}Value`, isInput)
          : 'Any';
      return `${isInput ? 'Mapping' : 'Dict'}[str, ${value}]`;
    }
    return PLAIN[String(type)] ?? 'Any';
  }

  #named(name: string): string {
    const schema = this.#schemas[name];
    if (ROW_TYPES.has(name) || schema === undefined) return name;
    return schema.properties === undefined
      ? this.#typeOf(schema, name, false)
      : this.#declare(name, schema);
  }

  #declare(name: string, schema: JsonSchema, isInput = false): string {
    const into = isInput ? this.inputs : this.answers;
    if (into.has(name)) return name;
    into.set(name, '');
    const members = Object.entries(schema.properties ?? {}).map(([member, of]) => ({
      name: member,
      type: this.#typeOf(of, `${name}${className(member)}`, isInput),
      text: plainText(of.description ?? ''),
    }));
    const required = schema.required ?? [];
    if (required.length !== 0 && required.length !== members.length)
      throw new TypeError(`${name} has optional members: print them in a class of their own`);
    into.set(name, classOf(name, schema.description ?? '', members, required.length !== 0));
    return name;
  }
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** A class; where a member's name is a word of Python, the form that has names as texts. */
function classOf(name: string, text: string, members: readonly Member[], isTotal: boolean): string {
  const total = isTotal ? '' : ', total=False';
  if (members.some((member) => isKeyword(member.name))) {
    const lines = members.map(
      (member) =>
        `${member.text === '' ? '' : `        # ${member.text}\n`}        "${member.name}": "${member.type.replaceAll('"', "'")}",\n`,
    );
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n${isTotal ? '' : '    total=False,\n'})\n`;
  }
  const lines = members.map(
    (member) =>
      `    ${member.name}: ${member.type}${member.text === '' ? '' : `\n    """${member.text}"""`}`,
  );
  const head = text === '' ? '' : `${docstring([text], '    ')}\n\n`;
  return `class ${name}(TypedDict${total}):\n${head}${lines.join('\n')}\n`;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
};

const literal = (value: string | number | boolean | null): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

function unionOf(types: readonly string[]): string {
  const [first = 'Any', ...others] = [...new Set(types)].filter((type) => type !== 'None');
  const union = others.length === 0 ? first : `Union[${[first, ...others].join(', ')}]`;
  return types.includes('None') ? `Optional[${union}]` : union;
}

/** The modules with the types. */
export function printTypes({ answers, inputs }: Types): Readonly<Record<string, string>> {
  const body = [...answers.values()].join('\n\n');
  const rowTypes = [...ROW_TYPES].filter((name) => new RegExp(`\\b${name}\\b`).test(body)).sort();
  return {
    'answers.py': `"""The answers of all calls except searches, whose rows are in \`rowhouse.rows\`."""

from __future__ import annotations

${importLine(body, ['Any', 'Dict', 'List', 'Literal', 'Optional', 'TypedDict', 'Union'])}

from .rows import ${rowTypes.join(', ')}

__all__ = [
${[...answers.keys()]
  .sort()
  .map((name) => `    "${name}",\n`)
  .join('')}]


${body}`,
    'inputs.py': printInputs([...inputs.values()].join('\n\n')),
  };
}

const printInputs = (
  body: string,
): string => `"""The types of inputs that have members or a list of values."""

from __future__ import annotations

${importLine(body, ['Any', 'Iterable', 'Literal', 'Mapping', 'Optional', 'TypedDict', 'Union'])}

${body}`;

/** The names of `typing` that a text uses. */
export const importLine = (body: string, names: readonly string[]): string =>
  bracketed(
    'from typing import (',
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(body)),
    ')',
    '',
  ).replace(/^(from typing import )\((.*)\)$/, '$1$2');
