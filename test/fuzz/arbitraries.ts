/** Values that callers, sources and files may send, and changes of whole documents. */
import * as fc from 'fast-check';

/** Texts that break programs. None looks like a path or stack, which no answer may contain. */
const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e9',
  '1e400',
  '0x10',
  '+1',
  '1.',
  '.5',
  '9'.repeat(16),
  '9'.repeat(400),
  '0'.repeat(60),
  '9007199254740993',
  '2147483648',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '٣٤',
  'İı',
  '\u0000',
  'a\u0000b',
  '\r\n',
  'a\tb',
  '\u202e\u200b',
  '\ufeff',
  '\u2028',
  '\ud800',
  '\udfff\ud800',
  '𝟙🏠',
  'ﬀ'.repeat(40),
  "'; select 1 --",
  '%',
  '%s%n',
  '\\',
  '"',
  ',',
  ',,,',
  '{}',
  '2026-02-30',
  '0000-00-00',
  '275760-09-14',
  '2026-11-21T12:00:00Z',
  'https://example.com/1',
  'javascript:alert(1)',
  '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57',
];

export const oddText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    { weight: 3, arbitrary: units() },
    { weight: 1, arbitrary: fc.integer({ min: -3, max: 3_000 }).map(String) },
    { weight: 1, arbitrary: fc.double().map(String) },
  );

/** Any units of UTF-16, most of them ASCII, lone surrogates too. */
const units = (): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xff }), fc.nat({ max: 0xffff })), {
      maxLength: 16,
    })
    .map((all) => String.fromCharCode(...all));

/** Stand for values that would be too long or too deep to print; `written` puts them in. */
const DEEP = '(deep)';
const LONG = '(long)';
const DEPTH = 20_000;
const LENGTH = 200_000;

/** Text in which those values stand. */
export const written = (text: string): string =>
  text
    .replaceAll(`"${DEEP}"`, () => '['.repeat(DEPTH) + ']'.repeat(DEPTH))
    .replaceAll(LONG, () => 'x'.repeat(LENGTH));

/** JSON values of any type. Large ones are rare: each takes milliseconds. */
export const oddValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: oddText() },
    {
      weight: 8,
      arbitrary: fc.constantFrom<unknown>(
        null,
        true,
        false,
        0,
        -1,
        0.1,
        1e300,
        -1e300,
        2 ** 31,
        2 ** 53,
        1e-320,
        [],
        {},
        [[]],
        [null],
        { length: -1 },
        { amount: 'x' },
      ),
    },
    { weight: 3, arbitrary: smallJson() },
    { weight: 2, arbitrary: fc.integer() },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(DEEP, LONG) },
  );

const smallJson = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.array(oddText(), { maxLength: 3 }),
    fc.dictionary(oddText(), fc.oneof(oddText(), fc.double()), { maxKeys: 3 }),
    fc.double(),
  );

type Path = readonly (string | number)[];

/** One change of a document, at the nth of its values. */
type Edit =
  | { readonly do: 'replace' | 'add'; readonly at: number; readonly value: unknown }
  | { readonly do: 'remove' | 'wrap' | 'cut'; readonly at: number }
  | { readonly do: 'copy' | 'repeat'; readonly at: number; readonly from: number };

const nth = () => fc.nat({ max: 1_000_000 });

const edit = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Edit> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('replace' as const), at: nth(), value }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), at: nth(), value }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom('remove', 'wrap', 'cut'), at: nth() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom('copy', 'repeat'), at: nth(), from: nth() }),
    },
  );

/** Copies of a document with some values replaced, removed, wrapped, copied, cut or repeated. */
export function editedJson(
  document: unknown,
  value: fc.Arbitrary<unknown> = oddValue(),
): fc.Arbitrary<unknown> {
  const paths = pathsIn(document);
  const edits = fc.array(edit(value), { minLength: 1, maxLength: 4 });
  return edits.map((changes) => {
    const root = { document: structuredClone(document) };
    // Odd values are constants: a later edit of the same document would change them for all cases.
    for (const change of changes) applyEdit(root, paths, structuredClone(change));
    return root.document;
  });
}

/** The place of every value of a document, its own first. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Array.isArray(value)
    ? value.map((member, at) => [at, member] as const)
    : Object.entries(value);
  return [path, ...members.flatMap(([name, member]) => pathsIn(member, [...path, name]))];
}

const REPEATS = 30;
type Holder = Record<string | number, unknown>;

function applyEdit(root: { document: unknown }, paths: readonly Path[], change: Edit): void {
  const path = ['document', ...(paths[change.at % paths.length] ?? [])];
  const name = path.at(-1) ?? '';
  const holder = valueAt(root, path.slice(0, -1));
  // An edit before this one may have removed the place.
  if (typeof holder !== 'object' || holder === null) return;
  const found = (holder as Holder)[name];
  const put = (value: unknown) => Object.defineProperty(holder, name, { ...MEMBER, value });
  switch (change.do) {
    case 'replace':
      put(change.value);
      return;
    case 'add':
      if (typeof found === 'object' && found !== null && !Array.isArray(found)) {
        Object.assign(found, { [`odd ${change.at % 3}`]: change.value });
      } else put([found, change.value]);
      return;
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(name), 1);
      else delete (holder as Holder)[name];
      return;
    case 'wrap':
      put(change.at % 2 === 0 ? [found] : { value: found });
      return;
    case 'cut':
      if (Array.isArray(found)) put(found.slice(0, Math.floor(found.length / 2)));
      else if (typeof found === 'string') put(found.slice(0, found.length - 1));
      else put(null);
      return;
    case 'copy':
      put(
        structuredClone(valueAt(root, ['document', ...(paths[change.from % paths.length] ?? [])])),
      );
      return;
    case 'repeat':
      if (Array.isArray(holder)) {
        holder.splice(
          Number(name),
          0,
          ...Array.from({ length: change.from % REPEATS }, () => found),
        );
      } else put([found, found]);
  }
}

const MEMBER = { writable: true, enumerable: true, configurable: true };

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Holder)[name]
        : undefined,
    root,
  );

/** One change of a text or of bytes, at a place of it. */
interface Cut {
  readonly do: 'insert' | 'overwrite' | 'remove' | 'end' | 'double';
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const cut = (): fc.Arbitrary<Cut> =>
  fc.record({
    do: fc.constantFrom('insert', 'overwrite', 'remove', 'end', 'double'),
    at: nth(),
    length: fc.integer({ min: 1, max: 40 }),
    text: oddText(),
  });

/** Copies of a text with pieces inserted, overwritten, removed, doubled, or its end cut off. */
export const editedText = (text: string): fc.Arbitrary<string> =>
  fc.array(cut(), { minLength: 1, maxLength: 4 }).map((cuts) =>
    cuts.reduce((all, { do: how, at, length, text: piece }) => {
      const place = at % (all.length + 1);
      const behind = all.slice(place + length);
      if (how === 'end') return all.slice(0, place);
      if (how === 'remove') return all.slice(0, place) + behind;
      if (how === 'double') return all.slice(0, place + length) + all.slice(place);
      return all.slice(0, place) + piece + (how === 'insert' ? all.slice(place) : behind);
    }, text),
  );

/** The same of bytes, which need not spell a text afterwards. */
export const editedBytes = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  editedText(bytes.toString('latin1')).map((text) => Buffer.from(text, 'latin1'));
