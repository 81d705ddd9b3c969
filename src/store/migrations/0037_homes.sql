-- home member       what a source shows of a home, a line for each of its ids and kinds: its address key, its facts,
--                   and the state that still holds
-- home observation  a state that has ended: from and to when readings saw it
-- home report       what a source itself says happened and when: never mixed with what was observed
-- home alias        an operator's word that two home ids are one home

create table home_members (
  source text not null,
  kind text not null,
  source_id text not null,
  -- The feed of a licensed source; null where the source needs no licence.
  feed text,
  home_id uuid not null,
  building_id uuid not null,
  -- The key that home_id is made of.
  zip text not null,
  number text not null,
  street text not null,
  unit text not null,
  -- As the source writes it.
  address json not null,
  source_url text not null,
  -- Microdegrees.
  lat integer,
  lng integer,
  property_type text,
  beds real,
  baths real,
  living_area_sqft integer,
  year_built integer,
  -- County FIPS code and parcel number.
  parcel text,
  -- The present state. No status: sold rows, and rows whose history is not kept.
  status text,
  price_cents bigint,
  list_date date,
  state_since timestamptz not null,
  first_price_cents bigint,
  first_price_at timestamptz,
  -- When complete runs of a watch no longer saw it.
  removed_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Of all that the source shows of it: equal where nothing changed.
  digest text not null,
  -- Changes once a day, so that most updates touch no index.
  seen_on date not null,
  primary key (source, kind, source_id)
) with (fillfactor = 80);
create index home_members_by_home on home_members (home_id);
create index home_members_by_number on home_members (zip, number);
create index home_members_by_parcel on home_members (parcel) where parcel is not null;
create index home_members_by_day on home_members (seen_on);

create table home_observations (
  source text not null,
  kind text not null,
  source_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  status text not null,
  price_cents bigint,
  list_date date,
  -- Another state followed, or complete runs of a watch no longer saw it.
  ended_by text not null check (ended_by in ('changed', 'removed')),
  primary key (source, kind, source_id, from_at)
);
create index home_observations_by_end on home_observations (to_at);

create table home_reports (
  source text not null,
  source_id text not null,
  event text not null check (event in ('listed', 'sold')),
  date date not null,
  price_cents bigint,
  disclosure text,
  seen_on date not null,
  primary key (source, source_id, event, date)
);
create index home_reports_by_day on home_reports (seen_on);

create table home_aliases (
  home_id uuid not null,
  other_id uuid not null,
  why text not null,
  at timestamptz not null,
  primary key (home_id, other_id),
  check (home_id < other_id)
);
create index home_aliases_by_other on home_aliases (other_id);
