import { placeholderSite, SOURCES, type SourceName } from '#contract/sources.js';

/** The name under which data of a source, or of a route of it, is stored. */
export const originOf = (name: string, isSandbox: boolean): string =>
  isSandbox ? `sandbox/${name}` : name;

/** The public site of each source, used to resolve relative links of its rows. */
export type Sites = { readonly [S in SourceName]: string };

export const PLACEHOLDER_SITES = Object.fromEntries(
  SOURCES.map((source) => [source, placeholderSite(source)]),
) as Sites;
