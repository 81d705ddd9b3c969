/** The structured content of an answer: valid by its tool's schema, and the same as the text. */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import Papa from 'papaparse';
import { toolList } from '#mcp/serve.js';

/** Answers may not have members that their schema does not name. */
const CHECKS: ReadonlyMap<string, ValidateFunction> = new Map(
  toolList().map(({ name, outputSchema }) => [
    name,
    new Ajv2020().compile({ ...outputSchema, additionalProperties: false }),
  ]),
);

type Structured = Readonly<Record<string, unknown>>;

/** Throws where structured content breaks the schema, or says something else than the text. */
export function expectStructured(
  tool: string,
  text: string,
  structured: Structured | undefined,
): void {
  const validate = CHECKS.get(tool);
  assert.ok(validate !== undefined && structured !== undefined, `${tool} has structured content`);
  const errors = validate(structured) ? [] : validate.errors;
  assert.deepEqual(errors, [], `structured content of ${tool}`);
  const { columns, data, ...facts } = structured;
  const at = text.indexOf('\n');
  assert.deepEqual(facts, JSON.parse(at < 0 ? text : text.slice(0, at)));
  if (at < 0) return assert.equal(columns, undefined);
  const [header, ...lines] = Papa.parse<string[]>(text.slice(at + 1)).data;
  assert.deepEqual(columns, header);
  const rows = data as readonly (readonly unknown[])[];
  assert.deepEqual(
    rows.map((values) => values.map(cellOf)),
    lines.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@＝＋－＠])/, ''))),
  );
}

const cellOf = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
