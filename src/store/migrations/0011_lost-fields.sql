-- Fields of a route that its source no longer sends as it did, and since when: {"extras.zestimate": "2026-11-21T…"}.
alter table route_health add column lost jsonb not null default '{}';
