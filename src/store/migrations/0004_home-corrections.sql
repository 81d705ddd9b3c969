-- Corrections of homes are one table: what a correction does not name is null.
create table home_corrections (
  correction_id bigint generated always as identity primary key,
  kind text not null check (kind in ('link', 'exclusion')),
  home_id uuid,
  other_id uuid,
  why text,
  source text,
  source_id text,
  at timestamptz not null,
  unique nulls not distinct (kind, home_id, other_id, source, source_id),
  check (case kind
    when 'link' then num_nulls(home_id, other_id, why) = 0 and home_id < other_id
      and num_nonnulls(source, source_id) = 0
    else num_nonnulls(other_id, why) = 0 and num_nonnulls(home_id, source) = 1
      and num_nonnulls(source, source_id) <> 1
  end)
);
create index home_corrections_by_other on home_corrections (other_id) where other_id is not null;
insert into home_corrections (kind, home_id, other_id, why, at)
  select 'link', home_id, other_id, why, at from home_aliases order by at, home_id, other_id;
insert into home_corrections (kind, home_id, source, source_id, at)
  select 'exclusion', nullif(home_id, '')::uuid, nullif(source, ''), nullif(source_id, ''), at
  from home_exclusions order by at, home_id, source, source_id;
drop table home_aliases, home_exclusions;
