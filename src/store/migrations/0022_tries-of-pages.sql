-- How often the page at a run's cursor was tried in vain, and when it may be tried again: no process has a run that waits.
alter table watch_runs add column page_tries integer not null default 0, add column waits_until timestamptz;
