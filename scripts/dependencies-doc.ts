/** The packages that a production install holds, as package-lock.json has them, and their page. */
import { printTable } from './print-table.js';

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Named by our package.json, not brought by another package. */
  readonly isDirect: boolean;
}

/** A package of package.json that is not at its newest version, and why. */
export interface HeldBack {
  readonly package: string;
  readonly version: string;
  /** The newest version when it was looked up, and the Node that it asks for. */
  readonly newest: string;
  readonly node: string | null;
  readonly reason: string;
}

export function shippedPackages(lock: string): ShippedPackage[] {
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Locked>> };
  const { dependencies, optionalDependencies } = packages[''] ?? {};
  const direct = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { name, version, license }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? 'none',
      isDirect: direct.has(path.slice('node_modules/'.length)),
    }))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

export function dependenciesPage(lock: string, held: string): string {
  const shipped = shippedPackages(lock);
  const counts = [...new Set(shipped.map(({ licence }) => licence))]
    .map((licence) => ({
      licence,
      packages: shipped.filter((one) => one.licence === licence).length,
    }))
    .sort((a, b) => b.packages - a.packages || (a.licence < b.licence ? -1 : 1));
  return `# Dependencies

The ${shipped.length} packages that \`npm ci --omit=dev\` installs, with their licences. Printed from package-lock.json by
\`npm run docs:dependencies\`; what the build copies into \`dist/\` is in [NOTICE](NOTICE).

${printTable([['licence', 'packages'], ...counts.map((one) => [one.licence, String(one.packages)])])}

${printTable([
  ['package', 'version', 'licence', 'needed by'],
  ...shipped.map((one) => [
    one.name,
    one.version,
    one.licence,
    one.isDirect ? 'the service' : 'another package',
  ]),
])}

## Held back

Packages of package.json that are not at their newest version, from \`scripts/held-back.json\`
([0039](docs/decisions/0039-node-24.md)).

${printTable([
  ['package', 'has', 'newest', 'asks for Node', 'because'],
  ...(JSON.parse(held) as HeldBack[]).map((one) => [
    one.package,
    one.version,
    one.newest,
    one.node?.replaceAll('||', ' or ') ?? '–',
    one.reason,
  ]),
])}
`;
}
