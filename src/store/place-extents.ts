/** Where the rows of places were seen: a box for each place, source and kind. */
import type { Extent, LearnedExtent, PlaceName } from '#domain/extent.js';
import { arraysIn } from './columns.js';
import type { Db } from './db.js';

/** The source and kind of the rows. */
interface ExtentOwner {
  readonly source: string;
  readonly kind: string;
}

export interface NotedExtent extends Extent {
  /** When this collection read the whole cover of the place; null when it did not. */
  readonly coveredAt: Date | null;
}

/** Names of a source's own places stored per place. */
const OWN_MAX = 64;
/** An unchanged box is written again only when it was last seen this long ago. */
const SEEN_AGAIN = '1 day';

/**
 * Widens the extents of places, each place once. Rows are locked in key order, so that two nodes
 * that record the same places wait for each other and never deadlock.
 */
export async function noteExtents(
  db: Db,
  { source, kind }: ExtentOwner,
  extents: readonly NotedExtent[],
  at: Date,
): Promise<void> {
  const boxed = extents.map(({ box, own, ...one }) => ({
    ...one,
    ...box,
    own: JSON.stringify(own),
  }));
  await db.rows(
    `insert into place_extents as p
       (source, kind, form, name, w, s, e, n, rows, covered_at, own, seen_at)
     select $1, $2, x.form, x.name, x.w, x.s, x.e, x.n, x.rows, x.covered_at,
       array(select jsonb_array_elements_text(x.own::jsonb)), $12
     from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[],
                 $10::timestamptz[], $11::text[]) as x (form, name, w, s, e, n, rows, covered_at, own)
     order by x.form, x.name
     on conflict (source, kind, form, name) do update
     set w = least(p.w, excluded.w), s = least(p.s, excluded.s),
         e = greatest(p.e, excluded.e), n = greatest(p.n, excluded.n),
         rows = greatest(p.rows, excluded.rows),
         covered_at = greatest(p.covered_at, excluded.covered_at), seen_at = excluded.seen_at,
         own = array(select distinct one from unnest(p.own || excluded.own) as one order by one limit ${OWN_MAX})
     where excluded.w < p.w or excluded.s < p.s or excluded.e > p.e or excluded.n > p.n
       or excluded.rows > p.rows or not p.own @> excluded.own or excluded.covered_at > coalesce(p.covered_at, '-infinity')
       or p.seen_at < excluded.seen_at - interval '${SEEN_AGAIN}'`,
    [source, kind, ...arraysIn('form, name, w, s, e, n, rows, coveredAt, own', boxed), at],
  );
}

interface ExtentRow {
  readonly w: number;
  readonly s: number;
  readonly e: number;
  readonly n: number;
  readonly rows: number;
  readonly covered_at: Date | null;
  readonly own: readonly string[];
}

/** The known extent of a place, or undefined. */
export async function findExtent(
  db: Db,
  { source, kind }: ExtentOwner,
  { form, name }: PlaceName,
): Promise<LearnedExtent | undefined> {
  const [row] = await db.rows<ExtentRow>(
    `select w, s, e, n, rows, covered_at, own from place_extents
     where source = $1 and kind = $2 and form = $3 and name = $4`,
    [source, kind, form, name],
    'find_place_extent',
  );
  if (row === undefined) return undefined;
  const { rows, covered_at, own, ...box } = row;
  return { form, name, box, rows, own, coveredAtMs: covered_at?.getTime() ?? null };
}
