/** GeoJSON: a FeatureCollection (RFC 7946), feature by feature. */
import { pipeline } from 'node:stream';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { ImportError, type ImportFile } from '../importer.js';
import { isRaw } from '../raw-values.js';
import { byMembers, type LineRecord } from './columns.js';
import { explained } from './failures.js';
import type { Mapping } from './mapping.js';
import { membersOf } from './members.js';
import { textOfFile } from './read-text.js';

export const readGeoJson = (file: ImportFile, mapping: Mapping): AsyncIterable<LineRecord> =>
  byMembers(featuresOf(file, mapping), mapping);

async function* featuresOf(file: ImportFile, { encoding }: Mapping) {
  let line = 0;
  const features = parsed(file, encoding);
  for await (const { value } of explained(features, explainJson)) {
    line += 1;
    yield { line, members: isRaw(value) ? membersOf(value) : null };
  }
  if (line === 0) throw new ImportError(NO_FEATURES);
}

function parsed(file: ImportFile, encoding: string): AsyncIterable<{ readonly value: unknown }> {
  const features = streamArray.asStream();
  const inside = pick.withParserAsStream({ filter: 'features' });
  // What breaks one of them is thrown where the features are read.
  pipeline(textOfFile(file, encoding), inside, features, () => undefined);
  return features as AsyncIterable<{ readonly value: unknown }>;
}

const NO_FEATURES =
  'The file has no features: GeoJSON is one FeatureCollection. Records of another shape: write one object a line, and name the file .ndjson.';

const explainJson = (message: string): string =>
  `The file cannot be read as GeoJSON: it was cut, or it is no FeatureCollection. (${message})`;
