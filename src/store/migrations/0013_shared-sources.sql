-- What the processes that read a source share: its pace, who reads it, and the pages they have read. Each may be
-- lost at any time, so nothing of it is logged or exported.
create unlogged table source_pace (
  source text primary key,
  next_at timestamptz not null,
  held_until timestamptz
);
create unlogged table source_readers (
  source text not null,
  process uuid not null,
  seen_at timestamptz not null,
  primary key (source, process)
);
create unlogged table upstream_pages (
  request_hash text primary key,
  body bytea not null,
  bytes integer not null,
  read_at timestamptz not null
);
alter table upstream_pages alter column body set storage external;
create index upstream_pages_by_age on upstream_pages (read_at);
