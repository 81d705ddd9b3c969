/** Open sets, as the service uses them. */

export type { SetClient, SetWay } from '../upstream/set-client.js';
export { downloadFile, type FileSink, type FileVersion } from './download.js';
export {
  mappingOf,
  type OpenSet,
  partsOf,
  readOpenSet,
  SET_SOURCE,
  type SetPart,
} from './open-set.js';
export type { SetRow } from './protocol.js';
export {
  type AskSet,
  countSet,
  type Described,
  describeSet,
  differencesOf,
  readPages,
  type SetPosition,
} from './read-set.js';
