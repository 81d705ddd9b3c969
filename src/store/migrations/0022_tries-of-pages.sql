-- How often the page at a run's cursor was tried in vain: a run that waits for its source is left, and resumes elsewhere.
alter table watch_runs add column page_tries integer not null default 0;
