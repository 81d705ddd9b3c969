/** Kubernetes' own schemas, strict: an unknown member is a fault. */
import { Ajv, type ValidateFunction } from 'ajv';
import { textOf } from '../architecture/read-tree.js';

interface Schemas {
  readonly kinds: Readonly<Record<string, { readonly $ref: string }>>;
  readonly definitions: object;
}

const { kinds, definitions } = JSON.parse(
  textOf('test/fixtures/kubernetes-schemas.json'),
) as Schemas;
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const checks = new Map<string, ValidateFunction>(
  Object.entries(kinds).map(([kind, { $ref }]) => [kind, ajv.compile({ $ref, definitions })]),
);

/** What is wrong with an object of Kubernetes; empty when nothing is. */
export function faultsOf(object: { readonly apiVersion: string; readonly kind: string }): string[] {
  const kind = `${object.apiVersion} ${object.kind}`;
  const check = checks.get(kind);
  if (check === undefined) return [`${kind} has no schema: scripts/kubernetes-schemas.js`];
  if (check(object)) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message = '', params }) =>
      `${kind} ${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}
