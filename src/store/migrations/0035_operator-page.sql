-- What the operator's page shows beside what was kept before: fill rates by day, the pace that is used, and the last
-- collections that failed.

-- How the readings of each route went on each day (UTC), and how many rows had each field (filled: field → rows).
create table route_days (
  route text not null,
  day date not null,
  successes bigint not null,
  failures bigint not null,
  rows_read bigint not null,
  filled jsonb not null,
  primary key (route, day)
);

-- Turns that were taken of a source, by slots of ten seconds since the Unix epoch; the last hour is kept.
create unlogged table source_turns (
  source text not null,
  slot bigint not null,
  turns integer not null,
  primary key (source, slot)
);

create index collections_failed on collections (settled_at) where state = 'failed';
