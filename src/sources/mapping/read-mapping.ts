/** Parses a mapping from JSON; an operator sees all its mistakes at once. */
import { importError } from '#base/operator-error.js';
import { isRaw, type Raw } from '../raw-values.js';
import { FIELDS_OF } from './apply-mapping.js';
import { dateReader } from './dates.js';
import {
  type DropRule,
  type FieldRule,
  FORMATS,
  type From,
  type MappedField,
  type MappedKind,
  type Mapping,
  TYPES,
} from './mapping.js';
import { nearest } from './nearest.js';

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** For people, and not read: what the data are and where they are from. */
const DESCRIPTIVE = 'title publisher licence licence_url attribution vintage notes'.split(' ');
const MEMBERS = [
  ...DESCRIPTIVE,
  'dataset',
  'format',
  'encoding',
  'delimiter',
  'key',
  'home_url',
  'missing',
  'fields',
  'drop_when',
];
const FIELD_MEMBERS =
  'column columns join value template before after missing map else date times min max'.split(' ');
const DROP_MEMBERS = ['column', 'in', 'below', 'above'];
/** No row names people: not those who bought, sold or own. */
const PEOPLE =
  /buyer|seller|owner|own_?n(?:a?me)?(?![a-z])|own_?(?:addr|city|st(?:ate)?|zip)|^own_?\d|grantor|grantee|tax_?payer|mail|care_?of|less(?:ee|or)\b|borrower|trustee|decedent/i;

/** Mistakes found so far, a sentence each. */
type Mistakes = string[];

/** The mapping in a JSON value. Throws OperatorError with everything that is wrong in it. */
export function mappingIn(value: unknown, kind: MappedKind = 'sold'): Mapping {
  if (!isRaw(value)) throw importError('The mapping must be a JSON object.');
  const mistakes: Mistakes = [];
  onlyKnown('The mapping', value, MEMBERS, mistakes);
  const fields = fieldsOf(kind, value.fields, mistakes);
  const key = textsOf('key', value.key, mistakes);
  for (const column of key) requireNoPeople(column, mistakes);
  const mapping: Mapping = {
    kind,
    dataset: textIn(value, 'dataset', '', mistakes),
    format: FORMATS.find((format) => format === value.format) ?? null,
    encoding: textIn(value, 'encoding', 'utf-8', mistakes),
    delimiter: textIn(value, 'delimiter', ',', mistakes),
    key,
    home_url: urlOf(value.home_url, mistakes),
    missing: new Set(textsOf('missing', value.missing, mistakes)),
    fields,
    drop_when: listIn('drop_when', value.drop_when, mistakes).map((rule) =>
      dropRule(rule, mistakes),
    ),
  };
  if (!NAME.test(mapping.dataset)) {
    mistakes.push('"dataset" must be a name of 1 to 40 lower-case letters, digits and hyphens.');
  }
  if (value.format !== undefined && mapping.format === null) {
    mistakes.push(`"format" must be one of ${FORMATS.join(', ')}.`);
  }
  if (!isEncoding(mapping.encoding)) {
    mistakes.push('"encoding" must be utf-8, windows-1252, iso-8859-1 or utf-16le.');
  }
  if (!DELIMITER.test(mapping.delimiter)) {
    mistakes.push('"delimiter" must be one character other than a quote.');
  }
  requireFields(mapping, mistakes);
  if (mistakes.length > 0) {
    throw importError(`The mapping cannot be used. ${mistakes.join(' ')}`);
  }
  return mapping;
}

function requireFields({ kind, key, fields }: Mapping, mistakes: Mistakes): void {
  if (kind === 'sold' && !fields.has('sold_date')) {
    mistakes.push('"fields" needs sold_date: no search finds a sale without one.');
  }
  if (kind === 'listings' && (!fields.has('status') || key.length === 0)) {
    mistakes.push('A mapping of listings needs "key", and status in "fields".');
  }
  if (!PLACES.some((name) => fields.has(name))) {
    mistakes.push('"fields" needs a location: lat and lng, zip, city, county or county_fips.');
  }
  if (fields.has('lat') !== fields.has('lng'))
    mistakes.push('"fields" needs lat and lng together.');
}

const PLACES = ['lat', 'zip', 'city', 'county', 'county_fips'] as const;

const DELIMITER = /^[^"\r\n]$/u;
const ENCODINGS: ReadonlySet<string> = new Set(['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le']);
const isEncoding = (name: string): boolean => ENCODINGS.has(name.toLowerCase());

function fieldsOf(
  kind: MappedKind,
  value: unknown,
  mistakes: Mistakes,
): Map<MappedField, FieldRule> {
  const fields = new Map<MappedField, FieldRule>();
  if (!isRaw(value)) {
    mistakes.push('"fields" must be an object: the name of a field, and the column that fills it.');
    return fields;
  }
  const names = Object.keys(FIELDS_OF[kind]) as MappedField[];
  onlyKnown('"fields"', value, names, mistakes);
  for (const name of names) {
    if (value[name] === undefined) continue;
    const given = typeof value[name] === 'string' ? { column: value[name] } : value[name];
    const rule = isRaw(given) ? fieldRule(name, given, mistakes) : null;
    if (rule === null) mistakes.push(`"${name}" must be a column, or an object with one.`);
    else fields.set(name, rule);
  }
  return fields;
}

function fieldRule(name: MappedField, given: Raw, mistakes: Mistakes): FieldRule | null {
  const where = `"${name}"`;
  onlyKnown(where, given, FIELD_MEMBERS, mistakes);
  const from = fromOf(name, given, mistakes);
  const map = given.map === undefined ? null : mapOf(name, given.map, mistakes);
  const otherwise = given.else === undefined ? null : textIn(given, 'else', '', mistakes);
  if (otherwise !== null) requireType(name, otherwise, mistakes);
  const pattern = given.date === undefined ? null : textIn(given, 'date', '', mistakes);
  const date = pattern === null ? null : dateReader(pattern);
  if (pattern !== null && date === null) {
    mistakes.push(
      `The date pattern of ${where} must contain a year (YYYY or YY) and a month (MM, M or MMM); a day is DD or D.`,
    );
  }
  if (from === null) return null;
  return {
    from,
    before: given.before === undefined ? null : textIn(given, 'before', '', mistakes),
    after: given.after === undefined ? null : textIn(given, 'after', '', mistakes),
    missing: new Set(textsOf(`missing of ${name}`, given.missing, mistakes)),
    map,
    otherwise,
    date,
    pattern,
    times: numberIn(given, 'times', mistakes) ?? 1,
    min: numberIn(given, 'min', mistakes),
    max: numberIn(given, 'max', mistakes),
  };
}

function fromOf(name: MappedField, given: Raw, mistakes: Mistakes): From | null {
  const ways = ['column', 'columns', 'value', 'template'].filter((way) => given[way] !== undefined);
  if (ways.length !== 1) {
    mistakes.push(`"${name}" needs exactly one of column, columns, value and template.`);
    return { value: '' };
  }
  if (given.value !== undefined) {
    const value =
      typeof given.value === 'number'
        ? textOf(`value of ${name}`, given.value, mistakes)
        : textIn(given, 'value', '', mistakes);
    requireType(name, value, mistakes);
    return { value };
  }
  const columns = columnsIn(name, given, mistakes);
  for (const column of columns) requireNoPeople(column, mistakes);
  if (given.template !== undefined) {
    return { template: textIn(given, 'template', '', mistakes), columns };
  }
  return { columns, join: textIn(given, 'join', ' ', mistakes) };
}

function columnsIn(name: MappedField, given: Raw, mistakes: Mistakes): string[] {
  if (typeof given.column === 'string') return [given.column];
  if (typeof given.template === 'string') {
    return [...given.template.matchAll(/\{([^{}]+)\}/g)].map(([, column = '']) => column);
  }
  return textsOf(`columns of ${name}`, given.columns, mistakes);
}

function requireNoPeople(column: string, mistakes: Mistakes): void {
  if (!PEOPLE.test(column)) return;
  mistakes.push(
    `The column "${column}" seems to name people or their mail, which rows never contain. Remove it.`,
  );
}

function requireType(name: MappedField, value: string, mistakes: Mistakes): void {
  if (name !== 'property_type' || value === '' || TYPES.has(value)) return;
  mistakes.push(`"${value.slice(0, 40)}" is not a property type: use ${[...TYPES].join(', ')}.`);
}

function mapOf(name: MappedField, value: unknown, mistakes: Mistakes): Map<string, string> {
  if (!isRaw(value)) {
    mistakes.push(
      `The map of "${name}" must be an object: texts of the file with their replacements.`,
    );
    return new Map();
  }
  return new Map(
    Object.entries(value).map(([text, becomes]) => {
      const known = textOf(`map of ${name}`, becomes, mistakes);
      requireType(name, known, mistakes);
      return [text.toUpperCase(), known];
    }),
  );
}

function dropRule(value: unknown, mistakes: Mistakes): DropRule {
  const given: Raw = isRaw(value) ? value : {};
  onlyKnown('"drop_when"', given, DROP_MEMBERS, mistakes);
  const column = textIn(given, 'column', '', mistakes);
  const within = given.in === undefined ? null : textsOf('in of drop_when', given.in, mistakes);
  const below = numberIn(given, 'below', mistakes);
  const above = numberIn(given, 'above', mistakes);
  requireNoPeople(column, mistakes);
  if (column === '' || (within === null && below === null && above === null)) {
    mistakes.push('A rule of "drop_when" needs a column, and in, below or above.');
  }
  const words = [
    ...(within === null ? [] : [`is ${within.join(' or ')}`]),
    ...(below === null ? [] : [`is below ${below}`]),
    ...(above === null ? [] : [`is above ${above}`]),
  ];
  return {
    column,
    in: within === null ? null : new Set(within),
    below,
    above,
    description: `mapping rule: ${column} ${words.join(' or ')}`,
  };
}

function onlyKnown(where: string, given: Raw, known: readonly string[], mistakes: Mistakes): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    mistakes.push(`${where} has no member "${name.slice(0, 40)}"${nearest(name, known)}.`);
  }
}

function textIn(given: Raw, name: string, standard: string, mistakes: Mistakes): string {
  const value = given[name];
  if (value === undefined) return standard;
  if (typeof value === 'string') return value;
  mistakes.push(`"${name}" must be a string.`);
  return standard;
}

function numberIn(given: Raw, name: string, mistakes: Mistakes): number | null {
  const value = given[name];
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  mistakes.push(`"${name}" must be a number.`);
  return null;
}

function listIn(name: string, value: unknown, mistakes: Mistakes): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  mistakes.push(`"${name}" must be a list.`);
  return [];
}

const textsOf = (name: string, value: unknown, mistakes: Mistakes): string[] =>
  listIn(name, value, mistakes).map((one) => textOf(name, one, mistakes));

/** A value as text, as cells are compared. JSON has already changed digits of large numbers. */
function textOf(name: string, value: unknown, mistakes: Mistakes): string {
  if (typeof value === 'object' && value !== null) {
    mistakes.push(`"${name}" must hold texts or numbers, not lists or objects.`);
    return '';
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    mistakes.push(
      `"${name}" has a whole number above 2^53, which has lost digits: write it in quotes.`,
    );
  }
  return String(value);
}

function urlOf(value: unknown, mistakes: Mistakes): string | null {
  if (value === undefined) return null;
  const isAddress = typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
  if (isAddress) return value;
  mistakes.push('"home_url" must be an http or https address.');
  return null;
}
