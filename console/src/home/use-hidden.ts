/** Homes that were hidden in this browser are left out of map, table and figures, until shown. */
import { useMemo, useState } from 'react';
import type { Row } from '#contract/rows.js';
import { rowKey } from '../results/fields.js';
import { hasMark, useMarks } from './marks.js';

/** Rows that are left out until one asks for them. */
export interface LeftOut {
  /** Of the loaded rows. */
  readonly count: number;
  readonly shown: boolean;
  toggle(): void;
}

export function useHidden(loaded: readonly Row[]) {
  const marks = useMarks();
  const [shown, setShown] = useState(false);
  const without = useMemo(
    () => loaded.filter((row) => !hasMark(marks, rowKey(row), 'hidden')),
    [loaded, marks],
  );
  const count = loaded.length - without.length;
  const hidden: LeftOut = { count, shown, toggle: () => setShown(!shown) };
  return { kept: shown || count === 0 ? loaded : without, hidden };
}
