/**
 * Where homes were last seen, so that one can be found again by its id alone. Sources are named by
 * their origins (`sandbox/…`).
 */
import { arraysIn } from './columns.js';
import type { Db } from './db.js';

export interface HomePlace {
  readonly source_id: string;
  readonly zip: string;
  readonly lat: number | null;
  readonly lng: number | null;
}

/** Records the places of homes of a source; the newest wins. */
export async function noteHomePlaces(
  db: Db,
  source: string,
  places: readonly HomePlace[],
  at: Date,
): Promise<void> {
  const homes = [...new Map(places.map((place) => [place.source_id, place])).values()];
  await db.rows(
    `insert into home_places (source, source_id, zip, lat, lng, seen_at)
     select $1, h.source_id, h.zip, h.lat, h.lng, $6
     from unnest($2::text[], $3::text[], $4::float8[], $5::float8[]) as h (source_id, zip, lat, lng)
     order by h.source_id
     on conflict (source, source_id) do update
     set zip = excluded.zip, lat = excluded.lat, lng = excluded.lng, seen_at = excluded.seen_at`,
    [source, ...arraysIn('source_id, zip, lat, lng', homes), at],
  );
}

/** Where homes of a source were last seen, by id; those never seen are left out. */
export async function findHomePlaces(
  db: Db,
  source: string,
  sourceIds: readonly string[],
): Promise<Map<string, HomePlace>> {
  const rows = await db.rows<HomePlace>(
    `select source_id, zip, lat, lng from home_places
     where source = $1 and source_id = any($2::text[])`,
    [source, sourceIds],
  );
  return new Map(rows.map((place) => [place.source_id, place]));
}
