-- Archived months form a chain of digests: whatever is changed, exchanged or taken out of it is found. Months that
-- were archived before get their places in the order in which they were archived; their files stay as they are.

alter table archived_months
  -- Its place in the order of archiving, from 1.
  add column chain_position integer unique,
  -- Of the Parquet files; null for a month in one file of the earlier form.
  add column hits_file_sha256 text,
  add column entries_file_sha256 text,
  -- Of its rows in archived_sums.
  add column sums_sha256 text,
  -- Of this row and of the chain up to the month before.
  add column chain_sha256 text;

-- The digest of a month's sums: a line each, with commas and a line feed, in the order of their bytes.
create function archived_sums_sha256(of_month text) returns text language sql stable
as $$
  select encode(sha256(convert_to(coalesce(string_agg(line, '' order by line collate "C"), ''), 'UTF8')), 'hex')
  from (
    select concat_ws(',', account_id, bucket, period, kind, entries, available_delta, reserved_delta) || e'\n' as line
    from archived_sums where month = of_month
  ) lines
$$;

-- The digest of the chain up to a month: of the chain before it ('' before the first) and all that is kept of it.
create function archive_chain_sha256(previous text, m archived_months) returns text language sql stable
as $$
  select encode(sha256(convert_to(concat_ws(e'\n', previous, m.chain_position, m.month,
    to_char(m.archived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), m.hits, m.hits_sha256, m.entries,
    m.entries_sha256, coalesce(m.hits_file_sha256, ''), coalesce(m.entries_file_sha256, ''), m.sums_sha256), 'UTF8')), 'hex')
$$;

alter table archived_months disable trigger archived_months_are_append_only;
do $$
declare
  previous text := '';
  m archived_months;
begin
  update archived_months a set chain_position = p.place, sums_sha256 = archived_sums_sha256(a.month)
  from (select month, row_number() over (order by archived_at, month) as place from archived_months) p
  where p.month = a.month;
  for m in select * from archived_months order by chain_position loop
    previous := archive_chain_sha256(previous, m);
    update archived_months a set chain_sha256 = previous where a.month = m.month;
  end loop;
end $$;
alter table archived_months enable trigger archived_months_are_append_only;

alter table archived_months
  alter column chain_position set not null,
  alter column sums_sha256 set not null,
  alter column chain_sha256 set not null,
  add check ((hits_file_sha256 is null) = (entries_file_sha256 is null));
