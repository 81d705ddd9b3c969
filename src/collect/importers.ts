/** Files of the operator, as the service reads them. */
export type { ImportFile, ImportRecord } from '#sources/importer.js';
export { importerOf } from '#sources/importers.js';
