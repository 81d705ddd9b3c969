/** Values with which the chart is rendered: together they take every branch of its templates. */
import type { Values } from '../support/helm.js';

export const VALUE_SETS: Readonly<Record<string, Values>> = {
  defaults: '{}',
  'embedded with an existing claim and secret': `
existingSecret: rowhouse-settings
embedded:
  persistence: { existingClaim: rowhouse-data }
serviceAccount: { create: false }
settings:
  ROWHOUSE_SANDBOX: off
  ROWHOUSE_LOG_LEVEL: warn
`,
  'embedded with a class of storage': `
embedded:
  persistence: { size: 50Gi, storageClass: fast }
  directory: restored
fullnameOverride: homes
podDisruptionBudget: { enabled: false }
`,
  demo: `
demo: true
settings: { ROWHOUSE_TRUSTED_PROXIES: 10.0.0.0/8 }
networkPolicy: { enabled: true, egress: [] }
ingress: { enabled: true, host: demo.example.com }
`,
  'nodes on PostgreSQL': `
engine: postgresql
existingSecret: rowhouse-settings
`,
  'nodes with everything': `
engine: postgresql
existingSecret: rowhouse-settings
database: { existingSecret: postgres-app, key: uri }
drainSeconds: 60
startupSeconds: 1800
settings:
  ROWHOUSE_SANDBOX: "off"
  ROWHOUSE_MCP: true
  ROWHOUSE_UPSTREAM_CACHE_BYTES: 268435456
  ROWHOUSE_UPSTREAM_MLS: https://feed.example.com/odata/
image:
  digest: sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
  pullPolicy: Always
imagePullSecrets: [{ name: registry }]
api:
  autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9, targetCPU: 60 }
collector: { replicas: 3 }
service: { type: LoadBalancer, port: 8000, annotations: { example.com/internal: "true" } }
ingress:
  enabled: true
  className: nginx
  host: homes.example.com
  tlsSecret: homes-tls
  annotations: { nginx.ingress.kubernetes.io/proxy-next-upstream: "off" }
networkPolicy:
  enabled: true
  from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ingress } } }]
  metricsFrom: [{ podSelector: { matchLabels: { app: prometheus } } }]
  egress: [{ ports: [{ port: 443 }, { port: 5432 }] }]
serviceAccount: { name: homes, annotations: { example.com/role: homes } }
topologyKeys: [topology.kubernetes.io/zone]
nodeSelector: { kubernetes.io/arch: amd64 }
tolerations: [{ key: dedicated, operator: Exists, effect: NoSchedule }]
affinity: { nodeAffinity: {} }
priorityClassName: high
podAnnotations: { example.com/team: homes }
podLabels: { team: homes }
extraEnv: [{ name: OTEL_EXPORTER_OTLP_ENDPOINT, value: "http://collector:4318" }]
extraVolumes: [{ name: authorities, secret: { secretName: authorities } }]
extraVolumeMounts: [{ name: authorities, mountPath: /etc/authorities, readOnly: true }]
`,
};

/** Values that the chart rejects, each with a name in the reason: its words differ by Helm. */
export const REJECTED: Readonly<Record<string, readonly [values: Values, named: RegExp]>> = {
  'a misspelt name': ['replicas: 3', /\breplicas\b/],
  'a misspelt name inside': ['ingress: { enable: true }', /\benable\b/],
  'a misspelt setting': ['settings: { ROWHOUSE_LOGLEVEL: warn }', /ROWHOUSE_LOGLEVEL/],
  'a setting out of range': ['settings: { ROWHOUSE_PAGE_ROWS: 500 }', /ROWHOUSE_PAGE_ROWS.*100/],
  'a setting that is a secret': [
    'settings: { ROWHOUSE_SECRET: 0123456789abcdef }',
    /ROWHOUSE_SECRET/,
  ],
  'a token of a source': [
    'settings: { ROWHOUSE_UPSTREAM_MLS_HEADERS: "{}" }',
    /ROWHOUSE_UPSTREAM_MLS_HEADERS/,
  ],
  'an address with a key': [
    'settings: { ROWHOUSE_UPSTREAM_MLS: "rowhouse+https://KEY@core.example.com" }',
    /ROWHOUSE_UPSTREAM_MLS.*pattern/,
  ],
  'a setting beside the settings': [
    'extraEnv: [{ name: ROWHOUSE_SECRET, value: 0123456789abcdef }]',
    /extraEnv.0.name/,
  ],
  'a setting that the chart makes': ['settings: { ROWHOUSE_ROLE: all }', /ROWHOUSE_ROLE/],
  'nodes without a secret': ['engine: postgresql', /existingSecret/],
  'a demo of several nodes': ['engine: postgresql\nexistingSecret: one\ndemo: true', /\bdemo\b/],
  'several nodes on the embedded database': [
    'api: { autoscaling: { enabled: true } }',
    /api.autoscaling.enabled/,
  ],
  'an ingress without a host': ['ingress: { enabled: true }', /ingress.host/],
  'a directory outside of the volume': ['embedded: { directory: ../app }', /embedded.directory/],
  'fewer nodes at most than at least': [
    'engine: postgresql\nexistingSecret: one\napi: { autoscaling: { enabled: true, minReplicas: 7 } }',
    /minReplicas is 7, more than maxReplicas, 6/,
  ],
  'a label of the pods by which they are found': [
    'podLabels: { app.kubernetes.io/component: web }',
    /podLabels.*component/,
  ],
  'a digest without its kind': ['image: { digest: 0123 }', /image.digest/],
};
