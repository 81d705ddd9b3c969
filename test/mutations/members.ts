/** The members of an answer: every path in its JSON, with the indices of lists left out. */

/** One occurrence of a member: the object or list that holds it, and its key there. */
export interface Slot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  /** The object that holds the holder; undefined where a list does. */
  readonly above: Record<string, unknown> | undefined;
}

/** A path as its steps; `[]` is every element of a list. */
export type Path = readonly string[];

export const EACH = '[]';

export const nameOf = (path: Path): string => path.join('.').replaceAll(`.${EACH}`, EACH);

/** Every path below the root of an answer, in the order in which it is first met. */
export function pathsIn(root: unknown): Path[] {
  const found = new Map<string, Path>();
  const walk = (value: unknown, path: Path): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const step = [...path, Array.isArray(value) ? EACH : key];
      const name = JSON.stringify(step);
      if (!found.has(name)) found.set(name, step);
      walk(member, step);
    }
  };
  walk(root, []);
  return [...found.values()];
}

/** Every occurrence of a member, in the order of the answer. */
export function slotsOf(root: unknown, path: Path): Slot[] {
  const last = path.at(-1);
  if (last === undefined || !isHolder(root)) return [];
  let holders: { holder: Record<string, unknown>; above: Record<string, unknown> | undefined }[] = [
    { holder: root, above: undefined },
  ];
  for (const step of path.slice(0, -1)) {
    holders = holders.flatMap(({ holder }) =>
      keysAt(holder, step).flatMap((key) => {
        const next = holder[key];
        return isHolder(next)
          ? [{ holder: next, above: Array.isArray(holder) ? undefined : holder }]
          : [];
      }),
    );
  }
  return holders.flatMap(({ holder, above }) =>
    keysAt(holder, last).map((key) => ({ holder, key, above })),
  );
}

/** A copy in which the holders of a member, and all that holds them, can be changed. */
export function copyAlong(value: unknown, [step = '', ...rest]: Path): unknown {
  if (!isHolder(value)) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (rest.length === 0) return copy;
  for (const key of keysAt(value, step)) copy[key] = copyAlong(value[key], rest);
  return copy;
}

const keysAt = (holder: Record<string, unknown>, step: string): string[] =>
  step === EACH ? (Array.isArray(holder) ? Object.keys(holder) : []) : step in holder ? [step] : [];

export const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
