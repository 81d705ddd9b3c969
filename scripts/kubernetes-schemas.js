// Writes the schemas by which the chart's objects are checked: `node scripts/kubernetes-schemas.js
// SWAGGER VERSION`. SWAGGER is api/openapi-spec/swagger.json of that version of Kubernetes. Of its
// definitions, those stay that the KINDS lead to, without descriptions, and they become strict: the
// server drops an unknown field, so a misspelt one would go unnoticed.
import { readFileSync, writeFileSync } from 'node:fs';

const OUT = new URL('../test/fixtures/kubernetes-schemas.json', import.meta.url);
const KINDS = [
  'apps/v1 Deployment',
  'apps/v1 StatefulSet',
  'autoscaling/v2 HorizontalPodAutoscaler',
  'networking.k8s.io/v1 Ingress',
  'networking.k8s.io/v1 NetworkPolicy',
  'policy/v1 PodDisruptionBudget',
  'v1 ConfigMap',
  'v1 Pod',
  'v1 Service',
  'v1 ServiceAccount',
];
/** Written by the server as a text, and read as a number too. */
const LOOSE = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': ['string', 'number'],
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': ['string', 'integer'],
};
const PREFIX = '#/definitions/';

const [file, version] = process.argv.slice(2);
if (file === undefined || version === undefined) {
  console.error('usage: node scripts/kubernetes-schemas.js SWAGGER VERSION');
  process.exit(2);
}
const { definitions } = JSON.parse(readFileSync(file, 'utf8'));
const kinds = Object.fromEntries(KINDS.map((kind) => [kind, { $ref: PREFIX + nameOf(kind) }]));
const found = new Map();
for (const { $ref } of Object.values(kinds)) follow($ref);
const lines = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
const parts = [
  `"$comment": ${JSON.stringify(`From swagger.json of Kubernetes ${version} (Apache-2.0), by scripts/kubernetes-schemas.js`)}`,
  `"kinds": ${JSON.stringify(kinds)}`,
  `"definitions": {\n${lines.map((line) => line.map((part) => JSON.stringify(part)).join(':')).join(',\n')}\n}`,
];
writeFileSync(OUT, `{\n${parts.join(',\n')}\n}\n`);

function nameOf(wanted) {
  const isWanted = ({ group, version: of, kind }) =>
    `${group === '' ? of : `${group}/${of}`} ${kind}` === wanted;
  const [name] =
    Object.entries(definitions).find(([, definition]) =>
      (definition['x-kubernetes-group-version-kind'] ?? []).some(isWanted),
    ) ?? [];
  if (name === undefined) throw new Error(`${file} has no ${wanted}`);
  return name;
}

function follow(ref) {
  const name = ref.slice(PREFIX.length);
  if (found.has(name)) return;
  found.set(name, null);
  found.set(name, name in LOOSE ? { type: LOOSE[name] } : strict(definitions[name]));
}

/** A schema with its own members only: no descriptions, formats and extensions. */
function strict(schema) {
  const { $ref, type, required, properties, additionalProperties, items } = schema;
  if ($ref !== undefined) {
    follow($ref);
    return { $ref };
  }
  return {
    type,
    ...(required && { required }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, strict(property)]),
      ),
      additionalProperties: false,
    }),
    ...(additionalProperties && { additionalProperties: strict(additionalProperties) }),
    ...(items && { items: strict(items) }),
  };
}
