/** The area of a searched place, which is found in files of the build. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Draft } from '../search/draft.js';
import { NO_AREA, type SearchedArea, searchedAreaOf } from './searched-area.js';

/** Null without a place, and until the area is known. */
export function usePlaceArea(place: Draft | null): SearchedArea | null {
  const { data, isError } = useQuery({
    queryKey: ['area', place],
    queryFn: place === null ? skipToken : () => searchedAreaOf(place),
    staleTime: 'static',
  });
  return isError ? NO_AREA : (data ?? null);
}
