/** How operators name a home. */
import { SOURCES, type SourceName } from '#contract/sources.js';

/** All members of a home id, or what is stored for one id at a source. */
export type NamedHome =
  | { readonly home_id: string }
  | { readonly source: string; readonly source_id: string };

/** The name in the audit log. */
export const subjectOf = (one: NamedHome): string =>
  'home_id' in one ? one.home_id : `${one.source}/${one.source_id}`;

export const isSource = (name: string): name is SourceName =>
  SOURCES.some((known) => known === name);

export const NO_SOURCE = `No source has this name. The sources are ${SOURCES.join(', ')}.`;
