/** The chart's pods beside the program: settings, routes, ports, user, directories and drain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricsServer } from '#http/metrics-server.js';
import { type Config, inspectConfig, readConfig, SETTINGS } from '../../src/config.js';
import { textOf } from '../architecture/read-tree.js';
import {
  type Container,
  type KubeObject,
  needsHelm,
  type PodSpec,
  render,
  type Values,
  workloads,
} from '../support/helm.js';
import { sharedApp } from '../support/open-test-app.js';
import { VALUE_SETS } from './value-sets.js';

const t = sharedApp();

/** A pod with its settings as the product reads them. */
interface Pod {
  readonly at: string;
  readonly workload: KubeObject;
  readonly spec: PodSpec;
  readonly container: Container;
  readonly env: Readonly<Record<string, string>>;
  readonly config: Config;
}

/** What the Secrets hold that the values name. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://rowhouse@postgres:5432/rowhouse',
  uri: 'postgres://app@postgres-app:5432/app',
  ROWHOUSE_SECRET: '0123456789abcdef',
};

const podsOf = (at: string, values: Values): readonly Pod[] => {
  const objects = render(values);
  return workloads(objects).map((workload) => {
    const { spec } = workload.spec.template;
    const [container] = spec.containers;
    const env = environment(objects, container);
    return { at, workload, spec, container, env, config: readConfig(env) };
  });
};

/** The variables of a container: what is named later wins. */
function environment(objects: readonly KubeObject[], container: Container) {
  const [settings] = objects.filter(({ kind }) => kind === 'ConfigMap');
  const hasSecret = (container.envFrom ?? []).some(({ secretRef }) => secretRef !== undefined);
  const named = (container.env ?? []).map(({ name, value, valueFrom }) => {
    const found = value ?? SECRETS[valueFrom?.secretKeyRef.key ?? ''];
    assert.ok(found !== undefined, name);
    return [name, found] as const;
  });
  return { ...settings?.data, ...(hasSecret && SECRETS), ...Object.fromEntries(named) };
}

let known: readonly Pod[] | undefined;
const pods = (): readonly Pod[] => {
  known ??= Object.entries(VALUE_SETS).flatMap(([at, values]) => podsOf(at, values));
  assert.equal(known.length, 8);
  return known;
};

test(
  'each pod has settings that the program accepts, for the role that it plays',
  needsHelm,
  () => {
    for (const { at, env, config, workload, container } of pods()) {
      for (const { name } of container.env ?? [])
        assert.ok(SETTINGS.has(name) || name.startsWith('OTEL_'), name);
      const role = workload.spec.template.metadata.labels['app.kubernetes.io/component'];
      assert.equal(config.role, role === 'node' ? 'all' : role);
      assert.equal(config.demo, at === 'demo');
      assert.equal(config.sandbox.isOn, env['ROWHOUSE_SANDBOX'] !== 'off');
      assert.notEqual(config.databaseUrl !== null && config.secret === null, true);
    }
    const [api] = pods().filter(({ at }) => at === 'nodes with everything');
    assert.equal(api?.config.databaseUrl, SECRETS['uri']);
    assert.equal(api?.config.limits.UPSTREAM_CACHE_BYTES, 268_435_456);
    assert.equal(api?.config.mcp, true);
  },
);

test(
  'a name that the program does not know would stop it: no Service adds variables',
  needsHelm,
  () => {
    // What a Service called rowhouse adds to each pod that starts after it.
    const { faults } = inspectConfig({ ROWHOUSE_PORT: 'tcp://10.0.0.1:80' });
    assert.match(faults[0]?.message ?? '', /^ROWHOUSE_PORT is not a setting/);
    for (const { spec } of pods()) assert.equal(spec.enableServiceLinks, false);
  },
);

test('the embedded database is used by one pod and no more', needsHelm, () => {
  for (const { config, workload, at } of pods()) {
    assert.equal(config.databaseUrl === null, !at.startsWith('nodes'), at);
    if (config.databaseUrl !== null) assert.equal(workload.kind, 'Deployment');
    else assert.deepEqual([workload.kind, workload.spec.replicas], ['StatefulSet', 1]);
  }
  for (const [at, values] of Object.entries(VALUE_SETS)) {
    const objects = render(values);
    const scaled = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    if (!at.startsWith('nodes')) assert.equal(workloads(objects).length + scaled.length, 1);
  }
});

test('a probe asks a route of a listener that the pod has', needsHelm, async () => {
  const metrics = metricsServer(t.app);
  for (const { container, config, at } of pods()) {
    const ports = Object.fromEntries(
      (container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]),
    );
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const probes = [startupProbe, livenessProbe, readinessProbe];
    for (const probe of probes.flatMap((one) => (one === undefined ? [] : [one]))) {
      const { path, port } = probe.httpGet;
      const isApi = ports[port] === config.port && config.role !== 'collector';
      assert.ok(isApi || ports[port] === config.metrics?.port, `${at}: ${port}`);
      const { statusCode } = await (isApi ? t.server : metrics).inject({
        method: 'GET',
        url: path,
      });
      assert.equal(statusCode, 200, path);
    }
    assert.equal(readinessProbe === undefined, config.role === 'collector');
    assert.ok(startupProbe !== undefined && livenessProbe !== undefined);
  }
  await metrics.close();
});

test(
  'the ports are those of the listeners for others, and no port is of the operator',
  needsHelm,
  () => {
    const image = textOf('deploy/Containerfile');
    for (const { container, config, at } of pods()) {
      assert.match(image, new RegExp(`^EXPOSE ${config.port}$`, 'm'));
      const ports = (container.ports ?? []).map(({ containerPort }) => containerPort);
      assert.deepEqual(ports, [
        ...(config.role === 'collector' ? [] : [config.port]),
        ...(config.metrics === null ? [] : [config.metrics.port]),
      ]);
      assert.ok(!ports.includes(config.adminPort), at);
      assert.equal(config.host, '0.0.0.0');
    }
    for (const values of Object.values(VALUE_SETS)) {
      const services = render(values).filter(({ kind }) => kind === 'Service');
      const targets = services.map(({ spec }) => spec.ports?.map((port) => port.targetPort));
      assert.deepEqual(targets, [['http']]);
    }
  },
);

test(
  'a pod has the rights of the container file: no root, no capabilities, a read-only system',
  needsHelm,
  () => {
    const image = textOf('deploy/Containerfile');
    const last = image.slice(image.lastIndexOf('\nFROM '));
    // The user `node` of that image has the number 1000; a slim image has the `sleep` of preStop.
    assert.match(last, /^FROM node:\d+-slim$/m);
    assert.match(last, /^USER node$/m);
    for (const { spec, container, config } of pods()) {
      assert.deepEqual(spec.securityContext, {
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        fsGroup: 1000,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      });
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      assert.equal(spec.automountServiceAccountToken, false);
      const mounts = (container.volumeMounts ?? []).map(({ mountPath }) => mountPath);
      assert.deepEqual(mounts.slice(0, 2), ['/data', '/tmp']);
      // Not the volume itself, which belongs to root: `doctor` finds fault with that.
      assert.match(config.dataDir, /^\/data\/[a-z]+$/);
    }
    assert.match(last, /ROWHOUSE_DATA_DIR=\/data$/m);
    assert.match(last, /^VOLUME \/data$/m);
  },
);

test('a pod is granted more time than the program takes to stop', needsHelm, () => {
  const withDrain = [0, 10, 600].flatMap((seconds) => podsOf('drain', `drainSeconds: ${seconds}`));
  const drains = new Set<number>();
  for (const { spec, container, config } of [...withDrain, ...pods()]) {
    const [, pause = '0'] = container.lifecycle?.preStop.exec.command ?? [];
    // Calls, work and traces have each the time of a drain (src/serve.ts); the rest closes stores.
    const stages = textOf('src/serve.ts').match(/await within\(app, config\.limits\.DRAIN_S,/g);
    const longest = Number(pause) + (stages?.length ?? 0) * config.limits.DRAIN_S;
    assert.ok(stages !== null && stages.length > 0);
    assert.ok(spec.terminationGracePeriodSeconds >= longest + 10, String(longest));
    drains.add(config.limits.DRAIN_S);
  }
  assert.deepEqual([...drains].sort(), [0, 10, 60, 600]);
});
