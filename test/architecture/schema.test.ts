import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '#store/migrate.js';
import { sharedStore } from '../support/open-test-store.js';
import { textOf } from './read-tree.js';

const store = sharedStore();

/** What a schema is, one line a thing; the table of migrations itself is left out. */
const CATALOG = `
  with ours as (
    select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') and c.relname <> 'migrations'
  )
  select 'table ' || relname || ' ' || (
    select concat_ws(' ', relpersistence, pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid))
    from pg_class p where p.oid = ours.oid
  ) as line from ours
  union all
  select 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
    || case when attnotnull then ' not null' else '' end || ' identity=' || attidentity::text
    || ' storage=' || attstorage::text || ' default=' || coalesce(pg_get_expr(adbin, adrelid), '-')
    from ours join pg_attribute a on attrelid = ours.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select 'constraint ' || relname || ' ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    from ours join pg_constraint on conrelid = ours.oid
  union all
  select 'index ' || pg_get_indexdef(indexrelid) from ours join pg_index on indrelid = ours.oid
  union all
  select 'trigger ' || pg_get_triggerdef(t.oid) from ours join pg_trigger t on tgrelid = ours.oid
    where not tgisinternal
  union all
  select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    join pg_namespace n on n.oid = pronamespace where n.nspname = 'public'
  order by 1`;

const catalog = async (): Promise<string[]> =>
  (await store.pool.rows<{ line: string }>(CATALOG)).map(({ line }) => line);

test('running the migrations again runs none and changes nothing', async () => {
  const before = await catalog();
  assert.ok(before.length > 60, 'the catalog is read');
  assert.deepEqual(await migrate(store.pool), []);
  assert.deepEqual(await catalog(), before);
});

test('schema.sql is the schema after all migrations: tables, columns, checks, indexes, triggers', async () => {
  const migrated = await catalog();
  await store.pool.rows('drop schema public cascade');
  await store.pool.rows('create schema public');
  const session = await store.pool.session();
  await session.query(textOf('src/store/schema.sql'));
  session.release();
  assert.deepEqual(await catalog(), migrated);
});
