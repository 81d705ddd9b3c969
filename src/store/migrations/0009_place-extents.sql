-- Where the rows of a place were seen, by source and kind: the cover of a later search. Microdegrees.
create table place_extents (
  source text not null,
  kind text not null,
  form text not null check (form in ('zip', 'city')),
  name text not null,
  w integer not null,
  s integer not null,
  e integer not null,
  n integer not null,
  -- Rows that one page has shown there; the most of any page.
  rows integer not null,
  -- When all of the place's cover was last read.
  covered_at timestamptz,
  seen_at timestamptz not null,
  primary key (source, kind, form, name)
);
create index place_extents_by_age on place_extents (seen_at);
