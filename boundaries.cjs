// Which module may import which, and why: the one table of module boundaries. dependency-cruiser reads it
// (.dependency-cruiser.cjs) and test/architecture compares ARCHITECTURE.md with it. A module is the folder of its
// name in src/, unless `at` gives another.
module.exports = {
  base: { may: ['contract'], because: 'everyone stands on it' },
  contract: {
    may: [],
    // The one file of another module that it reads: data, and nothing but data below it.
    reads: ['src/sources/manifests.ts'],
    because: 'everyone stands on it; what it says of a source is in the manifest of the source',
  },
  domain: { may: ['contract', 'base'], because: 'the rules are pure: no clock, disk, SQL, HTTP' },
  geo: { may: ['domain', 'contract', 'base'], because: 'facts about places, no jobs' },
  sources: {
    may: ['geo', 'domain', 'contract', 'base'],
    because: 'a driver knows rows and areas, not jobs or credits; never another source',
  },
  collect: {
    may: ['sources', 'geo', 'domain', 'contract', 'base'],
    because: 'reads areas; knows no credits, accounts or SQL',
  },
  store: { may: ['domain', 'contract', 'base'], because: 'only the store speaks SQL' },
  service: {
    may: ['store', 'collect', 'geo', 'domain', 'contract', 'base'],
    because: 'what we do: use cases by noun',
  },
  mcp: {
    may: ['service', 'domain', 'contract', 'base'],
    because: 'tools for agents by the use cases of the routes; knows no HTTP',
  },
  http: {
    may: ['mcp', 'service', 'domain', 'contract', 'base'],
    because: 'tables and upstreams only through a use case',
  },
  client: { may: ['contract'], because: 'ships alone: a caller like any other' },
  cli: {
    may: ['client', 'contract'],
    because: 'a caller like any other',
    reads: ['src/base/program-files.ts'],
  },
  sandbox: {
    may: ['geo', 'contract', 'base'],
    because: 'never sources: two independent readings of a wire format test each other',
  },
  console: {
    at: 'console/src',
    may: ['client', 'contract'],
    because: 'a caller like any other, in a browser',
  },
};
