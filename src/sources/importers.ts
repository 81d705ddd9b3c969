/**
 * The sources that take files of the operator, apart from their drivers: all that a process loads
 * which reads one file.
 */
import type { SourceName } from '#contract/sources.js';
import type { Importer } from './importer.js';
import { readMapping } from './records/records-of.js';

const IMPORTERS: { readonly [S in SourceName]?: Importer } = { records: { readMapping } };

/** How files of the operator become rows of a source; undefined where it takes none. */
export const importerOf = (source: string): Importer | undefined => IMPORTERS[source as SourceName];
