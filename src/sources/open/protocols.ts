import { carto } from './carto.js';
import { ckan } from './ckan.js';
import { esri } from './esri.js';
import type { RowProtocol } from './open-set.js';
import type { SetProtocol } from './protocol.js';
import { socrata } from './socrata.js';

/** The protocols of open data, by name. */
export const PROTOCOLS: Readonly<Record<RowProtocol, SetProtocol>> = {
  esri,
  socrata,
  carto,
  ckan,
};
