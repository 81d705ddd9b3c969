const boundaries = require('./boundaries.cjs');

const modules = Object.keys(boundaries);
const folderOf = (module) => boundaries[module].at ?? `src/${module}`;
const moduleRules = modules.map((module) => ({
  name: `boundary-of-${module}`,
  severity: 'error',
  comment: `${module} may import ${boundaries[module].may.join(', ') || 'nothing'}, because: ${boundaries[module].because}. Move the code to the module it belongs to, or hand the value in as an argument.`,
  from: { path: `^${folderOf(module)}/` },
  to: {
    path: '^(src|console)/',
    pathNot: [
      ...[module, ...boundaries[module].may].map((other) => `^${folderOf(other)}/`),
      ...(boundaries[module].reads ?? []).map((file) => `^${file}$`),
    ],
  },
}));

/** The folders of the service, each below those after it: an import that runs up would be a circle sooner or later. */
const SERVICE = [
  'files',
  'accounts',
  'events',
  'places',
  'homes',
  'datasets',
  'search',
  'lookups',
  'areas',
  'snapshots',
  'layers',
  'sql',
  'mail',
  'webhooks',
  'replicas',
  'watches',
  'operations',
];
const serviceRules = SERVICE.slice(0, -1).map((folder, at) => ({
  name: `service-${folder}-imports-what-lies-below`,
  severity: 'error',
  comment: `service/${folder} stands below ${SERVICE.slice(at + 1).join(', ')}: move the code up, or hand the value in as an argument.`,
  from: { path: `^src/service/${folder}/` },
  to: { path: `^src/service/(${SERVICE.slice(at + 1).join('|')})/` },
}));

const MANIFESTS = 'src/sources/(manifests|[^/]+/(manifest|samples))\\.ts';
/** Files of the contract that know no source. */
const BLOCKS = 'field|fields|limits|manifest|page-parts|params|sample|values';

module.exports = {
  forbidden: [
    ...moduleRules,
    ...serviceRules,
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or hide a third: find it.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'sources-do-not-meet',
      severity: 'error',
      comment: 'A source never imports another source: what both need belongs in src/sources/.',
      from: { path: '^src/sources/([^/]+)/' },
      to: { path: '^src/sources/[^/]+/', pathNot: '^src/sources/($1|mapping|open)/' },
    },
    {
      name: 'manifests-are-data',
      severity: 'error',
      comment:
        'A manifest and its samples stand below the whole contract: they import its building blocks only.',
      from: { path: `^${MANIFESTS}$` },
      to: { pathNot: [`^${MANIFESTS}$`, `^src/contract/(${BLOCKS})\\.ts$`] },
    },
    {
      name: 'only-the-store-speaks-sql',
      severity: 'error',
      comment: 'pg, PGlite and migrations stay in src/store/: add a named statement there.',
      from: { path: '^src/', pathNot: '^src/store/' },
      to: { path: 'node_modules/(pg|@electric-sql/pglite|node-pg-migrate)/' },
    },
    {
      name: 'only-upstream-goes-out',
      severity: 'error',
      comment:
        'src/collect/upstream/source-client.ts (with its upstream, exchange and authorization) is the only way out to a listing source, src/collect/upstream/set-client.ts to open sets, and src/service/webhooks/webhook-client.ts to the endpoints of webhooks: their addresses come from callers, so it tests each one that it dials. The command line speaks to the admin listener by itself, and the doctor sends one request without credentials to each configured source when asked to.',
      from: {
        path: '^src/',
        pathNot:
          '^src/(collect/upstream/(upstream|exchange|authorization|public-connector)|cli/|client/|service/webhooks/webhook-client)',
      },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'only-the-traces-know-opentelemetry',
      severity: 'error',
      comment:
        'Tell src/base/traces.ts what happens; src/opentelemetry.ts makes spans of it, and src/traces.ts loads it only where an endpoint is set.',
      from: { path: '^src/', pathNot: '^src/opentelemetry(-provider)?\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'domain and contract take values and give values: only node:crypto digests are allowed. base/program-files.ts turns addresses into paths.',
      from: {
        path: '^src/(domain|contract|base)/',
        pathNot: '^src/base/program-files\\.ts$',
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|assert)$' },
    },
    {
      name: 'the-source-runs-without-test-packages',
      severity: 'error',
      comment: 'Move the package to dependencies, or the import to a test.',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
    {
      name: 'unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests may reach for anything.
    exclude: { path: '(\\.test\\.ts$|/fixtures/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
