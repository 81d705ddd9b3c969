/** Homes of the box that are outside the drawn shape are left out, until shown. */
import { useMemo, useState } from 'react';
import type { Row } from '#contract/rows.js';
import type { LeftOut } from '../home/use-hidden.js';
import type { Draft } from '../search/draft.js';
import { isWithin, readShape } from '../search/shape.js';

export function useOutside(loaded: readonly Row[], inputs: Draft | null) {
  const [shown, setShown] = useState(false);
  const text = inputs?.form === 'bbox' ? inputs.shape : undefined;
  const shape = useMemo(() => (text === undefined ? null : readShape(text)), [text]);
  const inside = useMemo(
    () => (shape === null ? loaded : loaded.filter(({ location }) => isWithin(location, shape))),
    [loaded, shape],
  );
  const count = loaded.length - inside.length;
  const outside: LeftOut = { count, shown, toggle: () => setShown(!shown) };
  return { within: shown ? loaded : inside, outside };
}
