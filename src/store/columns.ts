/** Lists of columns, as statements name them: `a, b`. */

type Trimmed<S extends string> = S extends ` ${infer Rest}` | `\n${infer Rest}` ? Trimmed<Rest> : S;
/** The names in a list of columns. */
export type NamesIn<L extends string> = L extends `${infer First},${infer Rest}`
  ? Trimmed<First> | NamesIn<Rest>
  : Trimmed<L>;

/** The same, in their order. */
export const namesIn = <L extends string>(list: L): NamesIn<L>[] =>
  list.split(/,\s*/) as NamesIn<L>[];

/** The values of a row in the order of a list; a name that the row lacks does not compile. */
export const valuesIn = <L extends string>(
  list: L,
  row: Readonly<Record<NamesIn<L>, unknown>>,
): unknown[] => namesIn(list).map((name) => row[name]);

/** The values of rows in the order of a list: for each name an array, as `unnest` takes them. */
export const arraysIn = <L extends string>(
  list: L,
  rows: readonly Readonly<Record<NamesIn<L>, unknown>>[],
): unknown[][] => namesIn(list).map((name) => rows.map((row) => row[name]));

/** Where a statement takes these values: `$1, $2`. */
export const holdersOf = (list: string): string =>
  namesIn(list)
    .map((_name, at) => `$${at + 1}`)
    .join(', ');

/** Sets all but the first, which names the row: `b = $2`. */
export const settersOf = (list: string): string =>
  namesIn(list)
    .map((name, at) => `${name} = $${at + 1}`)
    .slice(1)
    .join(', ');
