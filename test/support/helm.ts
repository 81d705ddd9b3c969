/** The chart of deploy/helm, rendered by the real Helm, which needs no cluster for that. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../architecture/read-tree.js';

const CHART = join(ROOT, 'deploy/helm/rowhouse');
const FETCHED = join(ROOT, 'node_modules/.cache/rowhouse-helm/helm');
const RENDER_MS_MAX = 30_000;

/** The one that scripts/fetch-helm.js brought, or that of the system; null without either. */
const HELM = [FETCHED, 'helm'].find(
  (program) => spawnSync(program, ['version', '--short']).status === 0,
);

/** Options of a test that renders. */
export const needsHelm = {
  skip: HELM === undefined && 'Helm is not installed: node scripts/fetch-helm.js',
};

/** Values of the chart: as YAML, so that they are read as a file of values is. */
export type Values = string;

export interface Port {
  readonly name: string;
  readonly containerPort: number;
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface SecretKey {
  readonly name: string;
  readonly key: string;
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: SecretKey };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly ports?: readonly Port[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly securityContext: object;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: string[] } } };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface PodSpec {
  readonly containers: readonly [Container];
  readonly securityContext: object;
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly serviceAccountName?: string;
  readonly terminationGracePeriodSeconds: number;
  readonly topologySpreadConstraints?: readonly { readonly labelSelector: Selector }[];
  readonly volumes?: readonly { readonly name: string; readonly emptyDir?: object }[];
}

export type Labels = Readonly<Record<string, string>>;

export interface Selector {
  readonly matchLabels: Labels;
}

export interface PodTemplate {
  readonly metadata: { readonly labels: Labels };
  readonly spec: PodSpec;
}

/** An object of Kubernetes, with the members of its kinds that tests read. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly selector: Selector & Labels;
    readonly podSelector?: Selector;
    readonly template: PodTemplate;
    readonly ports?: readonly { readonly port: number; readonly targetPort: string }[];
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}

/** The objects that a release called `rowhouse` gets. */
export function render(values: Values): readonly KubeObject[] {
  const { status, stdout, stderr } = runHelm(['template', 'rowhouse', CHART, '-f', '-'], values);
  if (status !== 0) throw new Error(stderr);
  // The server reads YAML 1.1 too: a bare `on` is a truth value there.
  return parseAllDocuments(stdout, { version: '1.1' }).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    const object = document.toJS() as KubeObject | null;
    return object === null ? [] : [object];
  });
}

/** Why Helm rejects values; null when it accepts them. */
export function rejection(values: Values, release = 'rowhouse'): string | null {
  const { status, stderr } = runHelm(['template', release, CHART, '-f', '-'], values);
  return status === 0 ? null : stderr;
}

/** What an install prints. */
export function notes(values: Values): string {
  const words = ['install', 'rowhouse', CHART, '--dry-run=client', '-f', '-'];
  const { status, stdout, stderr } = runHelm(words, values);
  if (status !== 0) throw new Error(stderr);
  return stdout.slice(stdout.indexOf('\nNOTES:'));
}

/** Helm's own faults and warnings about the chart with these values. */
export function lint(values: Values): string {
  return runHelm(['lint', CHART, '--strict', '--quiet', '-f', '-'], values).stdout;
}

/** The version of the packed chart in a file, by Helm. */
export function showPacked(file: string): string {
  return execFileSync(HELM ?? 'helm', ['show', 'chart', file], { encoding: 'utf8' });
}

function runHelm(words: readonly string[], input: string) {
  return spawnSync(HELM ?? 'helm', words, { input, encoding: 'utf8', timeout: RENDER_MS_MAX });
}

/** Workloads: what starts pods. */
export const workloads = (objects: readonly KubeObject[]): readonly KubeObject[] =>
  objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
