/** The area of a searched place, which is found in files of the build. */
import { useEffect, useState } from 'react';
import type { Draft } from '../search/draft.js';
import { NO_AREA, type SearchedArea, searchedAreaOf } from './searched-area.js';

/** Null without a place, and until the area is known. */
export function usePlaceArea(place: Draft | null): SearchedArea | null {
  const [found, setFound] = useState<{ of: Draft; area: SearchedArea } | null>(null);
  useEffect(() => {
    if (place === null) return;
    let late = false;
    const keep = (area: SearchedArea) => {
      if (!late) setFound({ of: place, area });
    };
    searchedAreaOf(place).then(keep, () => keep(NO_AREA));
    return () => {
      late = true;
    };
  }, [place]);
  return found !== null && found.of === place ? found.area : null;
}
