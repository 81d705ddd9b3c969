/**
 * The outline of a searched place: a county's own, about that of a ZIP or city, a box, a circle.
 */
import type { Feature, FeatureCollection, Geometry, MultiPolygon } from 'geojson';
import type { Draft } from '../search/draft.js';
import { fipsOfCounty, zipsOfCity } from '../search/places.js';
import { areaOf } from './geometry.js';
import { outerLines } from './outer-lines.js';
import { loadCounties } from './outlines.js';
import { loadZipAreas } from './zip-areas.js';

/** `about` marks an outline that is an estimate. */
export type Outline = FeatureCollection<Geometry, { about: boolean }>;

export const NO_OUTLINE: Outline = { type: 'FeatureCollection', features: [] };

/** What is drawn of a searched place. */
export interface SearchedArea {
  readonly outline: Outline;
  /** The areas of its ZIPs, where the outline is an estimate of them; null otherwise. */
  readonly estimate: readonly MultiPolygon[] | null;
}

export const NO_AREA: SearchedArea = { outline: NO_OUTLINE, estimate: null };

/** The area of a search; empty for a place that is not known here. */
export async function searchedAreaOf({ form, values, ...draft }: Draft): Promise<SearchedArea> {
  switch (form) {
    case 'zip':
      return aboutZips([values.zip ?? '']);
    case 'city':
      return aboutZips(await zipsOfCity(values.city ?? '', values.state ?? ''));
    case 'county': {
      const fips = await fipsOfCounty(values.county ?? '', values.state ?? '');
      return fips.length === 0 ? NO_AREA : exact([await loadCounties(fips)]);
    }
    case 'bbox':
    case 'circle':
      return exact(areaOf({ ...draft, form, values }).features.map(({ geometry }) => geometry));
  }
}

async function aboutZips(zips: readonly string[]): Promise<SearchedArea> {
  const estimate = [...(await loadZipAreas(zips)).values()];
  if (estimate.length === 0) return NO_AREA;
  return { outline: collected([outerLines(estimate)], true), estimate };
}

const exact = (shapes: readonly Geometry[]): SearchedArea => ({
  outline: collected(shapes, false),
  estimate: null,
});

const collected = (shapes: readonly Geometry[], about: boolean): Outline => ({
  type: 'FeatureCollection',
  features: shapes.map(
    (geometry): Feature<Geometry, { about: boolean }> => ({
      type: 'Feature',
      properties: { about },
      geometry,
    }),
  ),
});
