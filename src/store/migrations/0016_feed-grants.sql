-- The feeds that an account may read, by their names: {"mls/actris"}.
alter table accounts add column feeds text[] not null default '{}';

-- When a result of a licensed feed is emptied; null where no licence ends it before its request.
alter table results add column kept_until timestamptz;
create index results_by_licence on results (kept_until) where kept_until is not null;
