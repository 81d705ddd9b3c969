/** The sources by name, read from their manifests. */
import { MANIFESTS } from '../sources/manifests.js';
import type { SourceManifest } from './manifest.js';

export type SourceName = (typeof MANIFESTS)[number]['name'];

/** The sources, in the order of the route table. */
export const SOURCES: readonly SourceName[] = MANIFESTS.map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, SourceManifest> = new Map(
  MANIFESTS.map((manifest) => [manifest.name, manifest]),
);

/** The manifest of a source; undefined if none has this name. */
export const manifestOf = (source: string): SourceManifest | undefined => BY_NAME.get(source);

/** Whether the rows of a source are files that the operator imports. */
export const takesFiles = (source: string): boolean => manifestOf(source)?.imports === true;

/** The sources with an upstream. */
export const UPSTREAM_SOURCES: readonly SourceName[] = SOURCES.filter((name) => !takesFiles(name));

const LICENSED: ReadonlySet<string> = new Set(
  MANIFESTS.flatMap((manifest: SourceManifest) => (manifest.licensed ? [manifest.name] : [])),
);

/** Whether an account needs a grant for the feeds of a source. */
export const isLicensed = (source: string): boolean => LICENSED.has(source);

/** Whether several upstreams of a source can be configured. */
export const takesFeeds = (source: string): boolean => manifestOf(source)?.feeds === true;

/**
 * The public site of a source when the operator named none: a reserved name that never resolves
 * (RFC 2606). The sandbox's own absolute links use it too.
 */
export const placeholderSite = (source: SourceName): string =>
  `https://${source.replaceAll('_', '-')}.example.invalid`;
