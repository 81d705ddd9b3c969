import { placeholderSite, SOURCES, type SourceName } from '#contract/sources.js';

/** The name under which something of a source, or of a route of it, is kept. */
export const originOf = (name: string, isSandbox: boolean): string =>
  isSandbox ? `sandbox/${name}` : name;

/** The public site of each source, which relative links of its rows belong to. */
export type Sites = { readonly [S in SourceName]: string };

export const PLACEHOLDER_SITES = Object.fromEntries(
  SOURCES.map((source) => [source, placeholderSite(source)]),
) as Sites;
