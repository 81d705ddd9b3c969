-- What homes of watches were before (docs/watches.md): the price and status history of a home.
--
-- home state    prices and status of a home from the first to the last run that saw them so; written when they end.
--               The state that still holds is in watch_rows.
-- watch gap     a time in which the search of a watch was not read whole, although it was to be

alter table watch_rows add column state json;
alter table watch_rows add column state_since timestamptz;
-- Rows of before: what they are is known since they were last seen.
update watch_rows set state_since = last_seen_at, state = (
  select json_object_agg(key, value) from json_each(watched)
  where key in ('status', 'listing_kind', 'list_price', 'rent_monthly', 'sale_price', 'sold_date',
    'extras.listing_status_raw', 'extras.starting_bid', 'extras.auction_end')
    and value::text <> 'null'
);
update watch_rows set state = '{}' where state is null;
alter table watch_rows alter column state set not null;
alter table watch_rows alter column state_since set not null;

-- The end of the last complete run, whatever the search was then.
alter table watches add column last_read_at timestamptz;
update watches set last_read_at = last_complete_at;

create table home_states (
  watch_id uuid not null references watches on delete cascade,
  source_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  state json not null,
  -- Another state followed; complete runs did not see the home; it came under another id; the search was
  -- changed.
  ended_by text not null check (ended_by in ('changed', 'removed', 'relisted', 'search_changed')),
  next_source_id text,
  primary key (watch_id, source_id, from_at),
  check ((ended_by = 'relisted') = (next_source_id is not null))
);
create index home_states_by_end on home_states (to_at);

create table watch_gaps (
  watch_id uuid not null references watches on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (watch_id, from_at)
);
create index watch_gaps_by_end on watch_gaps (to_at);
