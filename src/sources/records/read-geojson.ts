/** GeoJSON: a FeatureCollection (RFC 7946), feature by feature. */
import { pipeline } from 'node:stream';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { importError, type OperatorError } from '#base/operator-error.js';
import type { ImportFile } from '../importer.js';
import type { Mapping } from '../mapping/mapping.js';
import { membersOf } from '../mapping/members.js';
import { isRaw } from '../raw-values.js';
import { byMembers, type LineRecord } from './columns.js';
import { explained } from './failures.js';
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
  if (line === 0) throw importError(NO_FEATURES);
}

function parsed(file: ImportFile, encoding: string): AsyncIterable<{ readonly value: unknown }> {
  const bound = new FeatureBound();
  const features = streamArray.asStream({
    objectFilter: ({ depth }) => bound.noteDepth(depth),
    includeUndecided: true,
  });
  // Values come whole, not also in pieces: half as many steps.
  const inside = pick.withParserAsStream({ filter: 'features', streamValues: false });
  // An error in one of them is thrown where the features are read.
  pipeline(bound.watched(textOfFile(file, encoding)), inside, features, () => undefined);
  return features as AsyncIterable<{ readonly value: unknown }>;
}

const FEATURE_CHARS_MAX = 1_048_576;
/** Pieces of text that may be on their way to the parser or in it. */
const PIECES_AHEAD = 4;
/** Depth between two features: directly inside their array. */
const BETWEEN_FEATURES = 1;

/** Ends the text when much of it was read without a feature. */
class FeatureBound {
  /** The current one; 0 before their array begins. */
  #feature = 0;
  #read = 0;
  #readBefore = 0;
  #longestPiece = 0;

  /** Called with each value; returning undefined leaves it unchanged. */
  noteDepth(depth: number): undefined {
    if (depth !== BETWEEN_FEATURES) return;
    this.#feature += 1;
    this.#readBefore = this.#read;
  }

  async *watched(texts: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const text of texts) {
      this.#longestPiece = Math.max(this.#longestPiece, text.length);
      const ahead = PIECES_AHEAD * this.#longestPiece;
      if (this.#read - this.#readBefore > FEATURE_CHARS_MAX + ahead) {
        throw tooLarge(Math.max(1, this.#feature));
      }
      this.#read += text.length;
      yield text;
    }
  }
}

const tooLarge = (feature: number): OperatorError =>
  importError(
    `Feature ${feature} is larger than 1 MiB, so it is not a home: the file has other shapes, or a quote is missing. Nothing was imported.`,
  );

const NO_FEATURES =
  'The file has no features: GeoJSON is one FeatureCollection. For records of another shape, write one object per line, and name the file .ndjson.';

const explainJson = (message: string): string =>
  `The file cannot be read as GeoJSON: it is truncated, or not a FeatureCollection. (${message})`;
