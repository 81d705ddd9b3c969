/** An operator's corrections of homes: links between two ids, and exclusions. */
import type { HomeAlias, HomeMember } from '#domain/home.js';
import type { Db } from './db.js';
import { first, hasRow, rowCount } from './first-row.js';
import { MEMBER, type MemberName, memberNames } from './homes.js';

/** An operator's links of homes that include one of these. */
export const findAliases = (db: Db, homeIds: readonly string[]): Promise<HomeAlias[]> =>
  db.rows<HomeAlias>(
    `select home_id, other_id, why, at from home_corrections
     where kind = 'link' and (home_id = any($1::uuid[]) or other_id = any($1::uuid[]))
     order by home_id, other_id`,
    [homeIds],
  );

/** All links, newest first. */
export const listAliases = (db: Db, limit: number): Promise<HomeAlias[]> =>
  db.rows<HomeAlias>(
    `select home_id, other_id, why, at from home_corrections
     where kind = 'link' order by at desc, home_id, other_id limit $1`,
    [limit],
  );

/** Links two homes; returns false when they are linked already. */
export const putAlias = (db: Db, alias: HomeAlias): Promise<boolean> =>
  hasRow(
    db,
    `insert into home_corrections (kind, home_id, other_id, why, at)
     values ('link', least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid), $3, $4)
     on conflict do nothing returning 1`,
    [alias.home_id, alias.other_id, alias.why, alias.at],
  );

/** Removes a link; undefined when it does not exist. */
export const deleteAlias = (
  db: Db,
  homeId: string,
  otherId: string,
): Promise<HomeAlias | undefined> =>
  first(
    db,
    `delete from home_corrections
     where kind = 'link' and home_id = least($1::uuid, $2::uuid) and other_id = greatest($1::uuid, $2::uuid)
     returning home_id, other_id, why, at`,
    [homeId, otherId],
  );

/** Removes all stored data of some members; returns how many. */
export const eraseMembers = (db: Db, members: readonly MemberName[]): Promise<number> =>
  rowCount(
    db,
    // Locks rows in the order in which collections record them, so that neither deadlocks.
    `with named as (
       select h.source, h.kind, h.source_id
       from unnest($1::text[], $2::text[], $3::text[]) as m (source, kind, source_id)
       join home_members h using (source, kind, source_id)
       order by h.source, h.kind, h.source_id for update of h
     ), observed as (
       delete from home_observations o using named n
       where o.source = n.source and o.kind = n.kind and o.source_id = n.source_id
     ), reported as (
       delete from home_reports r using named n where r.source = n.source and r.source_id = n.source_id
     )
     delete from home_members h using named n
     where h.source = n.source and h.kind = n.kind and h.source_id = n.source_id returning 1`,
    memberNames(members),
  );

/** An excluded home, or one excluded id at a source's origin. */
export type HomeExclusion =
  | { readonly home_id: string; readonly source: null; readonly source_id: null }
  | { readonly home_id: null; readonly source: string; readonly source_id: string };

/** Excludes a home from being recorded; false when it is excluded already. */
export const putExclusion = (db: Db, one: HomeExclusion, at: Date): Promise<boolean> =>
  hasRow(
    db,
    `insert into home_corrections (kind, home_id, source, source_id, at)
     values ('exclusion', $1, $2, $3, $4) on conflict do nothing returning 1`,
    [one.home_id, one.source, one.source_id, at],
  );

/** Lets it be recorded again; false when it was not excluded. */
export const deleteExclusion = (db: Db, one: HomeExclusion): Promise<boolean> =>
  hasRow(
    db,
    `delete from home_corrections
     where kind = 'exclusion' and (home_id = $1 or (source = $2 and source_id = $3)) returning 1`,
    [one.home_id, one.source, one.source_id],
  );

/** All exclusions, newest first. */
export const listExclusions = (
  db: Db,
  limit: number,
): Promise<(HomeExclusion & { readonly at: Date })[]> =>
  db.rows<HomeExclusion & { readonly at: Date }>(
    `select home_id, source, source_id, at from home_corrections
     where kind = 'exclusion' order by at desc, home_id, source, source_id limit $1`,
    [limit],
    'list_exclusions',
  );

/** Members by their ids at a source, of any kind. */
export const findMembersById = (db: Db, source: string, sourceId: string): Promise<HomeMember[]> =>
  db.rows<HomeMember>(
    `select ${MEMBER} from home_members
     where source = $1 and kind = any('{listings,rentals,sold,auctions}') and source_id = $2`,
    [source, sourceId],
  );
