/** The rows of the loaded pages: all, those that are left in, and those that pass the filters. */
import { useCallback, useMemo, useState } from 'react';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { type LeftOut, useHidden } from '../home/use-hidden.js';
import type { Draft } from '../search/draft.js';
import { isWithin, readShape } from '../search/shape.js';
import type { LoadedPage } from '../service/load-page.js';
import { columnsOf } from './fields.js';
import { type Filters, NO_FILTERS, passing } from './filters.js';

export function useRows(pages: readonly LoadedPage[], route: SearchRoute, inputs: Draft | null) {
  const loaded = useMemo(() => pages.flatMap(({ result }): readonly Row[] => result.data), [pages]);
  const columns = useMemo(() => columnsOf(route), [route]);
  const { within, outside } = useOutside(loaded, inputs);
  const { kept, hidden } = useHidden(within);
  // Another search begins without filters.
  const [set, setSet] = useState({ inputs, filters: NO_FILTERS });
  const filters = set.inputs === inputs ? set.filters : NO_FILTERS;
  const onFilters = useCallback((next: Filters) => setSet({ inputs, filters: next }), [inputs]);
  const rows = useMemo(() => passing(kept, columns, filters), [kept, columns, filters]);
  return { loaded, kept, rows, hidden, outside, columns, filters, onFilters };
}

/** Homes of the box that are outside the drawn shape are left out, until shown. */
function useOutside(loaded: readonly Row[], inputs: Draft | null) {
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
