/** A small PMTiles archive (version 3): one vector tile of the world: water, earth, one road. */

const HEADER_BYTES = 127;

/** Numbers of protocol buffers and of directories. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left = Math.floor(left / 128)) bytes.push((left % 128) | 0x80);
  return [...bytes, left];
}

const field = (tag: number, bytes: readonly number[]): number[] => [
  ...varint(tag * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const number = (tag: number, value: number): number[] => [...varint(tag * 8), ...varint(value)];
const chars = (text: string): number[] => [...Buffer.from(text)];
const zigzag = (value: number): number[] => varint(value < 0 ? -2 * value - 1 : 2 * value);

type Step = readonly [dx: number, dy: number];
const [LINE, POLYGON] = [2, 3];

/** One layer with one feature: a move, lines, and for a polygon the way back. */
function layer(name: string, type: number, kind: string, [first, ...rest]: readonly Step[]) {
  const geometry = [
    ...varint(1 + 8),
    ...(first ?? [0, 0]).flatMap(zigzag),
    ...varint(2 + 8 * rest.length),
    ...rest.flat().flatMap(zigzag),
    ...(type === POLYGON ? varint(7 + 8) : []),
  ];
  const feature = [...field(2, [0, 0]), ...number(3, type), ...field(4, geometry)];
  return field(3, [
    ...number(15, 2),
    ...field(1, chars(name)),
    ...field(2, feature),
    ...field(3, chars('kind')),
    ...field(4, field(1, chars(kind))),
    ...number(5, 4096),
  ]);
}

/** Water in the west half of the world, earth in the east. */
const tile = (): Buffer =>
  Buffer.from([
    ...layer('earth', POLYGON, 'earth', [
      [2048, 0],
      [2048, 0],
      [0, 4096],
      [-2048, 0],
    ]),
    ...layer('water', POLYGON, 'ocean', [
      [0, 0],
      [2048, 0],
      [0, 4096],
      [-2048, 0],
    ]),
    ...layer('roads', LINE, 'highway', [
      [0, 1600],
      [4096, 0],
    ]),
  ]);

export function pmtilesArchive(): Buffer {
  const data = tile();
  const metadata = Buffer.from(
    JSON.stringify({
      attribution: 'Test tiles',
      vector_layers: ['earth', 'water', 'roads'].map((id) => ({ id, fields: {} })),
    }),
  );
  // One entry: tile 0, one run, its length, its offset as one more.
  const root = Buffer.from([1, 0, 1, ...varint(data.length), 1]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header[7] = 3;
  const [metadataAt, dataAt] = [
    HEADER_BYTES + root.length,
    HEADER_BYTES + root.length + metadata.length,
  ];
  const places = [
    HEADER_BYTES,
    root.length,
    metadataAt,
    metadata.length,
    dataAt,
    0,
    dataAt,
    data.length,
  ];
  [...places, 1, 1, 1].forEach((value, at) => header.writeBigUInt64LE(BigInt(value), 8 + at * 8));
  // Clustered, no compression within or of tiles, vector tiles, zoom 0 to 0.
  [1, 1, 1, 1, 0, 0].forEach((value, at) => header.writeUInt8(value, 96 + at));
  [-180, -85, 180, 85].forEach((side, at) => header.writeInt32LE(side * 1e7, 102 + at * 4));
  return Buffer.concat([header, root, metadata, data]);
}
