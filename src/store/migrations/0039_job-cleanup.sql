-- Since when the jobs of the ledger must be there: those before this moment went with their retention. Noted at what time
-- too, so that a start knows the newest moment of the cleanups before it.
create table job_cleanup (
  -- There is one.
  current boolean primary key check (current),
  deleted_before timestamptz not null,
  noted_at timestamptz not null
);
-- What older versions removed was not noted: presence is checked from the oldest job on that is there.
insert into job_cleanup (current, deleted_before, noted_at)
select true, coalesce((select min(created_at) from requests), now()), now()
where exists (select from ledger_entries) or exists (select from hits);
