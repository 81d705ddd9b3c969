/**
 * The outline of a searched place: a county's own, about that of a ZIP or city, a box, a circle.
 */
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { Draft } from '../search/draft.js';
import { fipsOfCounty, zipsOfCity } from '../search/places.js';
import { areaOf } from './geometry.js';
import { outerLines } from './outer-lines.js';
import { loadCounties } from './outlines.js';
import { loadZipAreas } from './zip-areas.js';

/** `about` marks an outline that is an estimate. */
export type Outline = FeatureCollection<Geometry, { about: boolean }>;

export const NO_OUTLINE: Outline = { type: 'FeatureCollection', features: [] };

/** The outline of a search; empty for a place that is not known here. */
export async function outlineOf({ form, values, ...draft }: Draft): Promise<Outline> {
  switch (form) {
    case 'zip':
      return aboutZips([values.zip ?? '']);
    case 'city':
      return aboutZips(await zipsOfCity(values.city ?? '', values.state ?? ''));
    case 'county': {
      const fips = await fipsOfCounty(values.county ?? '', values.state ?? '');
      return fips.length === 0 ? NO_OUTLINE : collected([await loadCounties(fips)], false);
    }
    case 'bbox':
    case 'circle':
      return collected(
        areaOf({ ...draft, form, values }).features.map(({ geometry }) => geometry),
        false,
      );
  }
}

async function aboutZips(zips: readonly string[]): Promise<Outline> {
  const areas = [...(await loadZipAreas(zips)).values()];
  return areas.length === 0 ? NO_OUTLINE : collected([outerLines(areas)], true);
}

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
