-- Outlines of ZIPs that the operator imported, the box of each in microdegrees, and the file that they came from: one
-- set at a time.
create table zip_outlines (
  zip text primary key,
  w integer not null,
  s integer not null,
  e integer not null,
  n integer not null,
  check (w < e and s < n)
);
create table zip_outline_sets (
  -- There is one.
  current boolean primary key check (current),
  file_name text not null,
  file_sha256 text not null,
  report jsonb not null,
  imported_at timestamptz not null
);

-- When the operator imported a place of a source; null where it was looked up.
alter table source_places add column imported_at timestamptz;
