-- home exclusion  what an operator wants no reading to note: a home, or one id at a source's origin. What it does not name
--                 is empty.
create table home_exclusions (
  home_id text not null,
  source text not null,
  source_id text not null,
  at timestamptz not null,
  primary key (home_id, source, source_id)
);
