-- Places in the numbering of each source: the token under which a ZIP or city is asked for, and whether it
-- can be trusted. Microdegrees; a box is null where the source names none.
create table source_places (
  source text not null,
  form text not null check (form in ('zip', 'city')),
  name text not null,
  status text not null check (status in ('good', 'none', 'wrong', 'failed')),
  token text,
  label text,
  w integer,
  s integer,
  e integer,
  n integer,
  checked_at timestamptz not null,
  primary key (source, form, name),
  check ((status = 'good') = (token is not null))
);
create index source_places_by_age on source_places (checked_at);
