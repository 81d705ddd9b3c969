/** The objects that the chart renders: by Kubernetes' schemas, and how they refer to each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type KubeObject,
  type Labels,
  lint,
  needsHelm,
  render,
  workloads,
} from '../support/helm.js';
import { faultsOf } from '../support/kubernetes-schemas.js';
import { VALUE_SETS } from './value-sets.js';

const sets = Object.entries(VALUE_SETS);
const rendered = new Map<string, readonly KubeObject[]>();
const objectsOf = (name: string): readonly KubeObject[] => {
  const known = rendered.get(name) ?? render(VALUE_SETS[name] ?? '');
  rendered.set(name, known);
  return known;
};
const ofKind = (objects: readonly KubeObject[], kind: string) =>
  objects.filter((object) => object.kind === kind);
const isChosen = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

test('every object is one of Kubernetes, with any of the values', needsHelm, () => {
  const kinds = new Set<string>();
  for (const [name, values] of sets) {
    for (const object of objectsOf(name)) {
      assert.deepEqual(faultsOf(object), [], name);
      kinds.add(object.kind);
    }
    assert.equal(lint(values), '', name);
  }
  assert.equal(kinds.size, 10, [...kinds].join(', '));
});

test('a broken member of any object is found', needsHelm, () => {
  const objects = objectsOf('nodes with everything');
  for (const object of objects) {
    const broken = { ...object, metadata: { ...object.metadata, label: {} } };
    assert.match(String(faultsOf(broken)), /"additionalProperty":"label"/, object.kind);
  }
  const [api] = ofKind(objects, 'Deployment');
  assert.ok(api !== undefined);
  const { spec } = api;
  const pod = spec.template.spec;
  const withPod = (change: object) => ({
    ...api,
    spec: { ...spec, template: { ...spec.template, spec: { ...pod, ...change } } },
  });
  const [container] = pod.containers;
  const faulty: readonly (readonly [object: { apiVersion: string; kind: string }, RegExp])[] = [
    [{ ...api, spec: { ...spec, replicas: '2' } as object } as KubeObject, /must be integer/],
    [{ ...api, spec: { template: spec.template } } as KubeObject, /"missingProperty":"selector"/],
    [{ ...api, kind: 'Deploymant' }, /has no schema/],
    [{ ...api, apiVersion: 'apps/v1beta1' }, /has no schema/],
    [withPod({ terminationGracePeriod: 30 }), /"additionalProperty":"terminationGracePeriod"/],
    [withPod({ containers: [{ ...container, env: { HOST: 'a' } }] }), /must be array/],
    [
      withPod({ containers: [{ ...container, securityContext: { runAsNonRoot: 'true' } }] }),
      /must be boolean/,
    ],
    [withPod({ containers: [{ ...container, name: undefined }] }), /"missingProperty":"name"/],
  ];
  for (const [object, fault] of faulty) assert.match(String(faultsOf(object)), fault);
});

test('every selector chooses the pods that it means, and no others', needsHelm, () => {
  for (const [name] of sets) {
    const objects = objectsOf(name);
    const pods = workloads(objects).map(({ spec }) => spec.template.metadata.labels);
    const componentsOf = (selector: Labels) =>
      pods.filter((labels) => isChosen(selector, labels)).map(component);
    for (const { spec, metadata } of workloads(objects)) {
      const own = component(spec.template.metadata.labels);
      const spread = spec.template.spec.topologySpreadConstraints ?? [];
      assert.ok(spread.length > 0);
      for (const { matchLabels } of [spec.selector, ...spread.map((one) => one.labelSelector)])
        assert.deepEqual(componentsOf(matchLabels), [own], `${name}: ${metadata.name}`);
    }
    const front = name.startsWith('nodes') ? 'api' : 'node';
    const [service] = ofKind(objects, 'Service');
    assert.deepEqual(componentsOf(service?.spec.selector ?? {}), [front]);
    assert.deepEqual(
      ofKind(objects, 'PodDisruptionBudget').map(({ spec }) =>
        componentsOf(spec.selector.matchLabels),
      ),
      name.startsWith('nodes') ? [['api'], ['collector']] : [],
    );
    for (const policy of ofKind(objects, 'NetworkPolicy'))
      assert.equal(componentsOf(policy.spec.podSelector?.matchLabels ?? {}).length, pods.length);
  }
});

const component = (labels: Labels): string => labels['app.kubernetes.io/component'] ?? '';

test('an object is referred to by the name that it has', needsHelm, () => {
  for (const [name] of sets) {
    const objects = objectsOf(name);
    const has = (kind: string, one: string) =>
      ofKind(objects, kind).some(({ metadata }) => metadata.name === one);
    for (const { spec } of workloads(objects)) {
      const { containers, serviceAccountName = '', volumes = [] } = spec.template.spec;
      assert.equal(has('ServiceAccount', serviceAccountName), serviceAccountName !== 'default');
      const [{ envFrom = [], volumeMounts = [] }] = containers;
      assert.ok(envFrom.some(({ configMapRef }) => has('ConfigMap', configMapRef?.name ?? '')));
      const claims = (spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name);
      const names = [...volumes.map((volume) => volume.name), ...claims];
      assert.deepEqual(volumeMounts.map((mount) => mount.name).sort(), names.sort(), name);
    }
    for (const { spec } of ofKind(objects, 'HorizontalPodAutoscaler'))
      assert.ok(has(spec.scaleTargetRef?.kind ?? '', spec.scaleTargetRef?.name ?? ''));
    const text = JSON.stringify(ofKind(objects, 'Ingress'));
    const [service] = ofKind(objects, 'Service');
    if (text !== '[]') assert.ok(text.includes(`"name":"${service?.metadata.name}"`));
  }
});

test('nothing that is rendered is a secret', needsHelm, () => {
  for (const [name] of sets) assert.deepEqual(ofKind(objectsOf(name), 'Secret'), []);
});
