-- Usage by day that is summed once, so that showing it does not read each call again: an account can make millions of
-- calls a month. What usage_days holds ends at usage_summed.through_at; later entries are counted when usage is asked for.
create table usage_days (
  account_id uuid not null,
  date date not null,
  route text not null,
  -- Charged calls, and delivered ones that cost nothing.
  complete bigint not null,
  failed bigint not null,
  credits bigint not null,
  primary key (account_id, date, route)
);
create index usage_days_by_date on usage_days (date);

create table usage_summed (
  -- There is one.
  current boolean primary key check (current),
  from_at timestamptz not null,
  through_at timestamptz not null,
  check (from_at <= through_at)
);

-- Entries of an hour among those of years. They lie in the order of their times, so a summary of each range of pages
-- finds them, and costs a write nearly nothing.
create index hits_by_time on hits using brin (request_id) with (autosummarize = on);
create index ledger_by_time on ledger_entries using brin (created_at) with (autosummarize = on);

-- Jobs whose credit is still reserved: those that run, and those that nobody has read.
create index requests_reserved on requests (account_id, request_id) where credits = 0 and status <> 'failed';
