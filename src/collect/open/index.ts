/** Open sets, as the service uses them. */

export {
  mappingOf,
  type OpenSet,
  partsOf,
  readOpenSet,
  type SetPart,
} from '#sources/open/open-set.js';
export type { SetRow } from '#sources/open/protocol.js';
export type { SeriesFile } from '#sources/open/series.js';
export type { SetClient, SetWay } from '../upstream/set-client.js';
export type { AskSet, SetPosition } from './ask-set.js';
export { downloadFile, type FileSink, type FileVersion } from './download.js';
export {
  countSet,
  type Described,
  describeSet,
  differencesOf,
  readPages,
  SET_SOURCE,
  unexpectedCount,
} from './read-set.js';
