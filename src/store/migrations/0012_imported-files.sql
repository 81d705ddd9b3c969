-- Files that the operator imported, one row an import. One import of a dataset is current; a new one is
-- loaded beside it and takes its place in one transaction. The old one is removed a while later, so that
-- a node that has not heard of the change still reads whole pages of it.
create table imports (
  import_id integer generated always as identity primary key,
  source text not null,
  dataset text not null,
  state text not null check (state in ('loading', 'current', 'ended')),
  file_name text not null,
  file_sha256 text not null,
  mapping jsonb not null,
  mapping_hash text not null,
  report jsonb not null,
  -- When the import began, when it last stored rows, and when it became current or ended.
  started_at timestamptz not null,
  touched_at timestamptz not null,
  settled_at timestamptz
);
create unique index imports_current on imports (source, dataset) where state = 'current';
create unique index imports_loading on imports (source, dataset) where state = 'loading';

-- The rows of imports: what they are found by, and in `body` what they are read from. Each import has a
-- partition of its own, which is filled before it has indexes and dropped as a whole
-- (src/store/dataset-rows.ts). x and y are microdegrees, strip is a band of y; a row without a price has -1.
create table dataset_rows (
  import_id integer not null,
  line integer not null,
  strip integer,
  x integer,
  y integer,
  zip text,
  city text,
  state text,
  county_fips text,
  day date not null,
  price double precision not null,
  beds real,
  baths real,
  sqft integer,
  property_type text,
  year_built integer,
  source_id text not null,
  body text not null,
  primary key (import_id, line)
) partition by list (import_id);
