-- What Rowhouse remembers, in one page. This is the schema after all migrations (migrations/*.sql);
-- a test compares the two. Times are handed in by the service, never now(), so that a test can hold
-- the clock still.
--
-- request     what a caller asked and pays for; its id is the contract's request_id
-- collection  one reading of a source; many requests may wait for one collection
-- result      one immutable page, which outlives both and serves the cache

create table accounts (
  account_id uuid primary key,
  name text not null,
  status text not null check (status in ('active', 'suspended', 'moved')),
  plan_credits integer not null check (plan_credits >= 0),
  rate_limit_per_minute integer not null check (rate_limit_per_minute > 0),
  max_pending integer not null check (max_pending > 0),
  created_at timestamptz not null,
  -- The licensed feeds that it may read, by their names: {"mls/actris"}.
  feeds text[] not null default '{}',
  -- When it is erased by itself: that of a visit to a demo. Null for never, and once it is erased.
  erase_at timestamptz
);
create index accounts_by_erasure on accounts (erase_at) where erase_at is not null;

-- Only a SHA-256 digest of a key is kept; key_start is what a person may see of it.
create table api_keys (
  key_id uuid primary key,
  account_id uuid not null references accounts,
  digest bytea not null unique,
  key_start text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  label text,
  -- From then on it is rejected; null for never.
  expires_at timestamptz,
  -- To about a minute: processes write it together for many calls.
  last_used_at timestamptz,
  -- What it may do; null for all.
  scopes text[],
  -- Chosen when it is made, so what it has used is exact.
  credits_max bigint check (credits_max >= 0),
  -- Spent or reserved; counted for keys with a ceiling.
  credits_used bigint not null default 0 check (credits_used between 0 and coalesce(credits_max, 0))
);
create index api_keys_of_account on api_keys (account_id);

-- Credits of an account that can be spent, and its window: all that a charge touches, in one row. Plan
-- credits belong to a calendar month ('2026-11', '' before the first) and do not roll over. calls is
-- counted in a clock minute (minutes since the Unix epoch). paid_from is how the last batch of hits was
-- paid: written so that the statement that charges can read it back. The checks make an overdraft
-- impossible.
create table wallets (
  account_id uuid primary key,
  period text not null,
  plan bigint not null check (plan >= 0),
  extra bigint not null check (extra >= 0),
  minute bigint not null,
  calls integer not null,
  paid_from text check (paid_from in ('plan', 'extra'))
) with (fillfactor = 50);
-- Wallets of past months that nobody has used since: an expired one has no month.
create index wallets_by_month on wallets (period) where period <> '';

-- Credits that jobs hold, by the bucket and month that they were taken from; extra credits have the
-- period ''.
create table reserved_credits (
  account_id uuid not null,
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  reserved bigint not null check (reserved >= 0),
  primary key (account_id, bucket, period)
) with (fillfactor = 60);
create index reserved_by_month on reserved_credits (period) where bucket = 'plan';

-- Credits by bucket and month, as the ledger sums them.
create view balances as
select account_id, bucket, period, sum(available)::bigint as available, sum(reserved)::bigint as reserved
from (
  select account_id, 'plan' as bucket, period, plan as available, 0 as reserved from wallets where period <> ''
  union all
  select account_id, 'extra', '', extra, 0 from wallets
  union all
  select account_id, bucket, period, 0, reserved from reserved_credits
) held
group by account_id, bucket, period;

-- The append-only ledger, but for most cache hits, whose entries are their own rows (hits). A cache hit is
-- one capture that takes from `available`; a job is a reserve entry and later one capture or release entry
-- that takes from `reserved`. It names its route, and a release why nothing was charged, so that usage by
-- day and route can be told long after the requests are gone.
-- An entry lies in the month of its partition_id: the id of its request, so that a reservation and its end
-- lie together; of an entry without a request, the least id of its moment.
create table ledger_entries (
  entry_id bigint generated always as identity,
  partition_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('grant', 'reserve', 'capture', 'release', 'expire', 'adjust')),
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  available_delta bigint not null,
  reserved_delta bigint not null,
  request_id uuid,
  created_at timestamptz not null,
  route text,
  reason text check (reason in ('failed', 'past_end', 'unread')),
  -- Of a job: the key that asked; null where none was noted.
  key_id uuid,
  primary key (entry_id, partition_id),
  constraint ledger_partition_of_request check (request_id is null or partition_id = request_id)
) partition by range (partition_id);
create table ledger_entries_default partition of ledger_entries default;
create index ledger_by_account on ledger_entries (account_id, created_at);
-- Exactly once, enforced here: a request is reserved at most once and ends at most once. All entries of a
-- request lie in one partition (ledger_partition_of_request), where its id is unique.
create unique index ledger_one_reserve on ledger_entries (request_id, partition_id) where kind = 'reserve';
create unique index ledger_one_end on ledger_entries (request_id, partition_id)
  where kind in ('capture', 'release');

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: add an adjust entry instead';
end $$;
-- A trigger of a partitioned table does not fire for statements that name a partition: each has its own.
create trigger ledger_is_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create trigger ledger_is_append_only before update or delete or truncate on ledger_entries_default
  for each statement execute function refuse_ledger_change();

-- body_gzip is the result from its "count" member on, exactly as it is sent; what differs between
-- calls (envelope, source, query) stands before it. next_task is what to read ahead when it is delivered.
create table results (
  result_id uuid primary key,
  page_hash text not null,
  route text not null,
  collected_at timestamptz not null,
  fresh_until timestamptz not null,
  completeness text not null check (completeness in ('complete', 'partial')),
  row_count integer not null,
  past_end boolean not null,
  body_gzip bytea not null,
  next_task jsonb,
  -- When a result of a licensed feed is emptied; null where no licence ends it before its request.
  kept_until timestamptz,
  -- The licensed feeds that it was read from: whoever is shown it needs a grant for each. Null where no licence was
  -- needed.
  feeds text[],
  -- An account that has seen it is erased: when no node has it in memory any more, it goes unless somebody else has it.
  erase_at timestamptz
);
alter table results alter column body_gzip set storage external;
create index results_by_page on results (page_hash, collected_at desc);
create index results_by_age on results (fresh_until);
create index results_by_licence on results (kept_until) where kept_until is not null;
create index results_to_erase on results (erase_at) where erase_at is not null;

-- A collection is claimed under a lease; one whose lease ended is claimed again. In flight there is
-- one collection for a page and the age that its callers take: equal searches join it.
create table collections (
  collection_id uuid primary key,
  page_hash text not null,
  route text not null,
  task jsonb not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  priority smallint not null,
  attempts integer not null,
  lease_id uuid,
  lease_until timestamptz,
  result_id uuid,
  error jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  settled_at timestamptz,
  max_age_s integer,
  -- Who asked for it; null where several accounts did, or nobody waits.
  account_id uuid,
  -- Collections of one account follow each other, those of several alternate.
  turn bigint not null default 0,
  -- Until when the same search fails at once: the content of its answer could not be trusted.
  fails_until timestamptz
);
create unique index collections_in_flight on collections (page_hash, max_age_s) nulls not distinct
  where state in ('queued', 'running');
create index collections_to_claim on collections (priority, turn, created_at) where state in ('queued', 'running');
create index collections_in_turn on collections (account_id, turn) where state in ('queued', 'running');
create index collections_running on collections (turn) where state = 'running';
create index collections_by_age on collections (settled_at) where state in ('done', 'failed');
create index collections_failed on collections (settled_at) where state = 'failed';
create index collections_failing on collections (page_hash) where fails_until is not null;

-- Ids carry their time (UUIDv7): the cleanup finds old requests by the primary key. Nothing is referenced,
-- because each check costs every call: accounts and keys are never deleted, and a result is removed only
-- when whatever named it is past its retention.
create table requests (
  request_id uuid primary key,
  account_id uuid not null,
  key_id uuid not null,
  route text not null,
  page_hash text not null,
  query text not null,
  status text not null check (status in ('pending', 'complete', 'failed')),
  cached boolean not null,
  credits smallint not null check (credits >= 0),
  collection_id uuid,
  result_id uuid,
  error jsonb,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index requests_of_account on requests (account_id, request_id);
create index requests_pending on requests (account_id) where status = 'pending';
create index requests_of_collection on requests (collection_id) where status = 'pending';
-- Jobs that nobody has read, by their results: their credit comes back when the licence of a result ends.
create index requests_unread on requests (result_id) where status = 'complete' and credits = 0;
-- Jobs whose credit is still reserved: those that run, and those that nobody has read.
create index requests_reserved on requests (account_id, request_id) where credits = 0 and status <> 'failed';

-- Which request of an account an Idempotency-Key stands for, be it a job or a cache hit. A failed job frees
-- its key; a key is forgotten with the retention of its request.
create table idempotency_keys (
  account_id uuid not null,
  idempotency_key text not null,
  request_id uuid not null,
  page_hash text not null,
  -- A key of a caller, of a page of a watch's run, of a call that is repeated without one, or of a
  -- home of a lookup batch.
  purpose text not null check (purpose in ('call', 'watch_run', 'repeat', 'lookup')),
  primary key (account_id, purpose, idempotency_key)
);
create unique index idempotency_keys_of_request on idempotency_keys (request_id);

-- What a cache hit delivered: the hits of one page and one echo share it. It goes with its result.
create table cached_pages (
  page_id uuid primary key,
  route text not null,
  page_hash text not null,
  query text not null,
  result_id uuid not null
);
create index cached_pages_of_result on cached_pages (result_id);

-- A cache hit in one row: its request, and the capture of its price in the ledger. As a request it is
-- found while its retention lasts, as an entry it stays. Ids carry their time (UUIDv7), so its one index
-- serves all: calls of an account by time, and one end a request. They say the month as well.
create table hits (
  account_id uuid not null,
  request_id uuid not null,
  key_id uuid not null,
  page_id uuid not null,
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  route text not null,
  created_at timestamptz not null,
  credits smallint not null check (credits > 0),
  primary key (account_id, request_id)
) partition by range (request_id);
create table hits_default partition of hits default;
create trigger hits_are_append_only before update or delete or truncate on hits
  for each statement execute function refuse_ledger_change();
create trigger hits_are_append_only before update or delete or truncate on hits_default
  for each statement execute function refuse_ledger_change();

-- Every entry of the ledger.
create view ledger as
select entry_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id,
  created_at, route, reason
from ledger_entries
union all
select null, account_id, 'capture', bucket, period, -credits, 0, request_id, created_at, route, null
from hits;

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

-- Since when the jobs of the ledger must be there: those before this moment went with their retention. Noted at what time
-- too, so that a start knows the newest moment of the cleanups before it.
create table job_cleanup (
  -- There is one.
  current boolean primary key check (current),
  deleted_before timestamptz not null,
  noted_at timestamptz not null
);

-- Entries of an hour among those of years. They lie in the order of their times, so a summary of each range of pages
-- finds them, and costs a write nearly nothing.
create index hits_by_time on hits using brin (request_id) with (autosummarize = on);
create index ledger_by_time on ledger_entries using brin (created_at) with (autosummarize = on);

-- A month of the ledger that is over can be archived: its rows go to files, and their sums stay.
-- Which months, and what proves their files: the rows of the tables in them and the SHA-256 sums of these rows.
-- Archived months form a chain of digests: whatever is changed, exchanged or taken out of it is found.
create table archived_months (
  month text primary key,
  archived_at timestamptz not null,
  hits bigint not null,
  hits_sha256 text not null,
  entries bigint not null,
  entries_sha256 text not null,
  -- Its place in the order of archiving, from 1.
  chain_position integer not null unique,
  -- Of the Parquet files.
  hits_file_sha256 text not null,
  entries_file_sha256 text not null,
  -- Of its rows in archived_sums.
  sums_sha256 text not null,
  -- Of this row and of the chain up to the month before.
  chain_sha256 text not null
);
create trigger archived_months_are_append_only before update or delete or truncate on archived_months
  for each statement execute function refuse_ledger_change();

-- The sums of their entries, so that balances are still the sum of all entries.
create table archived_sums (
  month text not null,
  account_id uuid not null,
  bucket text not null,
  period text not null,
  kind text not null,
  entries bigint not null,
  available_delta bigint not null,
  reserved_delta bigint not null,
  primary key (month, account_id, bucket, period, kind)
);
create index archived_sums_of_account on archived_sums (account_id);
create trigger archived_sums_are_append_only before update or delete or truncate on archived_sums
  for each statement execute function refuse_ledger_change();

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
    m.entries_sha256, m.hits_file_sha256, m.entries_file_sha256, m.sums_sha256), 'UTF8')), 'hex')
$$;

-- The least UUIDv7 of a moment: ids that were made at it or later are not below it.
create function first_uuid_at(at timestamptz) returns uuid
language sql immutable parallel safe
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- Makes the partitions of a month ('2026-11'), where they are missing, and gives them the rows of the month
-- that the default partitions took until then. False when one would have to move more than rows_max of them:
-- they stay. Waits only a moment for its locks and fails then: writers that meet it wait for it, because a row
-- that is on its way to a default partition would be refused there once the month has its own. Locks a table,
-- then its default partition; ledger_entries before hits, as charges do.
create function add_month(month text, rows_max bigint default null) returns boolean
language plpgsql
set lock_timeout = '200ms'
as $$
declare
  starts timestamp := (month || '-01')::timestamp;
  low uuid := first_uuid_at(starts at time zone 'UTC');
  high uuid := first_uuid_at((starts + interval '1 month') at time zone 'UTC');
  t record;
  waiting bigint;
  made boolean := true;
begin
  for t in
    select parent, key, guard, parent || '_' || replace(month, '-', '_') as part, parent || '_default' as rest
    from (values
      ('ledger_entries', 'partition_id', 'ledger_is_append_only'),
      ('hits', 'request_id', 'hits_are_append_only')
    ) tables (parent, key, guard)
  loop
    continue when to_regclass(t.part) is not null;
    execute format(
      'select count(*) from (select from %1$I where %2$I >= %3$L and %2$I < %4$L limit %5$L) waiting',
      t.rest, t.key, low, high, rows_max + 1
    ) into waiting;
    if waiting > rows_max then
      made := false;
      continue;
    end if;
    execute format('lock table only %I in share row exclusive mode', t.parent);
    continue when to_regclass(t.part) is not null;
    execute format('lock table %I in access exclusive mode', t.rest);
    execute format('create table %I (like %I including constraints including indexes)', t.part, t.parent);
    execute format('select count(*) from %1$I where %2$I >= %3$L and %2$I < %4$L', t.rest, t.key, low, high)
      into waiting;
    if waiting > 0 then
      execute format('alter table %I disable trigger %I', t.rest, t.guard);
      execute format(
        'with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
        t.rest, t.key, low, high, t.part
      );
      execute format('alter table %I enable trigger %I', t.rest, t.guard);
    end if;
    execute format(
      'create trigger %I before update or delete or truncate on %I for each statement execute function refuse_ledger_change()',
      t.guard, t.part
    );
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', t.parent, t.part, low, high);
  end loop;
  return made;
end $$;

-- Takes the partitions of a month out of the ledger and drops them. Others that use the tables are waited
-- for a moment at a time, so that charges go on between two tries; false when they did not end in about 20
-- seconds. Locks ledger_entries before hits.
create function drop_month(month text) returns boolean
language plpgsql
set lock_timeout = '200ms'
as $$
declare
  suffix text := replace(month, '-', '_');
begin
  for attempt in 1..50 loop
    begin
      lock table only ledger_entries, only hits in access exclusive mode;
      execute format('alter table ledger_entries detach partition %I', 'ledger_entries_' || suffix);
      execute format('alter table hits detach partition %I', 'hits_' || suffix);
      execute format('drop table %I, %I', 'ledger_entries_' || suffix, 'hits_' || suffix);
      return true;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  return false;
end $$;

-- Both functions take accounts in ascending order, each once, with what belongs to each in arrays of the
-- same length, and lock wallets in that order. The planner may take nothing but the primary key: without
-- statistics, or with those of an empty table, it would read all wallets, in another order. And it plans
-- once: for short arrays it would plan each call again.

-- Counts calls; gives the calls of each account in its minute so far. A late call counts in the minute
-- that has begun elsewhere.
create function count_calls(in_minute bigint, accounts uuid[], counts integer[]) returns integer[]
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  calls integer[];
begin
  with counted as (
    update wallets w
    set calls = case when w.minute >= in_minute then w.calls else 0 end + counts[array_position(accounts, w.account_id)],
      minute = greatest(w.minute, in_minute)
    where w.account_id = any (accounts)
    returning w.account_id, w.calls
  )
  select array_agg(c.calls order by c.account_id) into calls from counted c;
  if cardinality(calls) is distinct from cardinality(accounts) then
    raise exception 'an account has no wallet';
  end if;
  return calls;
end $$;

-- Which bucket pays: plan before extra. All of `total` comes from one bucket, so calls that are charged
-- together are charged together or not at all: extra credits pay only when the plan's do not suffice for
-- the cheapest of them. Null when no bucket pays.
create function paying_bucket(plan bigint, extra bigint, total bigint, cheapest bigint) returns text
language sql immutable parallel safe
return case when plan >= total then 'plan' when plan < cheapest and extra >= total then 'extra' end;

-- Counts and charges cache hits. Of each account as many as its window admits are paid, the first ones, all
-- of them from one bucket (paying_bucket); where none pays, or the month's plan credits were not granted
-- yet, none is. Hits come in the order of accounts: those of accounts[n] are counts[n] from the place
-- firsts[n] on, counted from 1, and the page of a hit is its place among page_ids. costs is the running sum
-- of prices: costs[h] before the hit h, costs[h + 1] with it; cheapest[n] is the least price among the hits
-- of accounts[n]. The first counted_before[n] of them were admitted by count_calls and are not counted again.
-- Gives, for each account, its calls in its minute so far, and whether its hits were paid.
create function charge_hits(
  at timestamptz, in_minute bigint, in_period text,
  accounts uuid[], counts integer[], counted_before integer[], firsts integer[], rate_limits integer[],
  cheapest integer[],
  request_ids uuid[], key_ids uuid[], page_nths integer[], costs integer[], page_ids uuid[], routes text[],
  out calls integer[], out paid boolean[]
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  with counted as (
    update wallets w
    set (calls, minute, plan, extra, paid_from) = (
      select e.before + e.n, greatest(w.minute, in_minute),
        w.plan - case e.pays when 'plan' then e.total else 0 end,
        w.extra - case e.pays when 'extra' then e.total else 0 end,
        e.pays
      from (
        select d.*, case
          when d.admitted > 0 and w.period >= in_period then paying_bucket(w.plan, w.extra, d.total, d.cheapest)
        end as pays
        from (
          select c.before, c.n, c.admitted, cheapest[c.nth] as cheapest,
            costs[firsts[c.nth] + c.admitted] - costs[firsts[c.nth]] as total
          from (
            select b.nth, b.before, b.n, counted_before[b.nth] + least(b.n, greatest(0, b.rate_limit - b.before)) as admitted
            from (
              select a.nth, counts[a.nth] - counted_before[a.nth] as n, rate_limits[a.nth] as rate_limit,
                case when w.minute >= in_minute then w.calls else 0 end as before
              from (select array_position(accounts, w.account_id) as nth offset 0) a
              offset 0
            ) b
            offset 0
          ) c
          offset 0
        ) d
        offset 0
      ) e
    )
    where w.account_id = any (accounts)
    returning array_position(accounts, w.account_id) as nth, w.calls, w.paid_from, w.period
  ), stored as (
    insert into hits (account_id, request_id, key_id, page_id, bucket, period, route, created_at, credits)
    select accounts[c.nth], request_ids[h], key_ids[h], page_ids[page_nths[h]], c.paid_from,
      case c.paid_from when 'plan' then c.period else '' end, routes[page_nths[h]], at, costs[h + 1] - costs[h]
    from counted c, generate_series(
      firsts[c.nth],
      firsts[c.nth] + counted_before[c.nth] - 1 + least(
        counts[c.nth] - counted_before[c.nth],
        greatest(0, rate_limits[c.nth] - (c.calls - counts[c.nth] + counted_before[c.nth]))
      )
    ) h
    where c.paid_from is not null
  )
  select array_agg(c.calls order by c.nth), array_agg(c.paid_from is not null order by c.nth)
  into calls, paid
  from counted c;
  if cardinality(calls) is distinct from cardinality(accounts) then
    raise exception 'an account has no wallet';
  end if;
end $$;

-- What operators did: who said to be it, what was changed, and its values before and after. No key and no secret is
-- in it.
create table audit_log (
  entry_id bigint generated always as identity primary key,
  created_at timestamptz not null,
  -- The name that the operator gave: there is one token for all of them.
  operator text not null,
  action text not null,
  account_id uuid,
  -- What was changed: the id of a key or a job, the name of a feed, source or dataset.
  subject text,
  before jsonb,
  after jsonb
);
create index audit_log_of_account on audit_log (account_id, entry_id) where account_id is not null;

-- What is left of the values of an entry when its account is erased.
create function redact_audit_values(entry jsonb) returns jsonb
language sql immutable parallel safe
return entry || coalesce(
  (select jsonb_object_agg(v.key, '[erased]'::text) from jsonb_each(entry) v where v.key in ('name', 'label') and v.value <> 'null'),
  '{}'
);

-- An entry is never removed, and changed in one way only: its values are redacted.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.before := redact_audit_values(old.before);
    old.after := redact_audit_values(old.after);
    if new is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_is_append_only before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_is_only_redacted before update on audit_log
  for each row execute function refuse_audit_change();

-- Accounts that are erased (docs/decisions/0047): what of each table goes is in src/store/account-data.ts. erased_at
-- is null until nothing is left.
create table erasures (
  account_id uuid primary key,
  begun_at timestamptz not null,
  erased_at timestamptz
);

-- Whatever a node keeps in memory of keys and accounts is told apart by a version: each change of who may call takes
-- the next one. The newest change stays, so that versions never begin again.
create table access_changes (
  version bigint primary key,
  account_id uuid not null,
  changed_at timestamptz not null
);

-- How the readings of each route went: times of the last ones, and how often each field was filled
-- (filled: field → rows) in all rows read.
create table route_health (
  route text primary key,
  successes bigint not null,
  failures bigint not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  took_ms integer[] not null,
  rows_read bigint not null,
  filled jsonb not null,
  -- Fields that the source no longer sends as it did, and since when.
  lost jsonb not null default '{}'
);

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

-- How often each field and member of a source is filled, so that a process knows what is normal from its start. The
-- name has the source, the kind and the field.
create table field_shares (
  name text primary key,
  rows double precision not null,
  filled double precision not null
);

-- What collectors last met at each source; the API refuses while a circuit is open.
create table source_states (
  source text primary key,
  failures integer not null,
  open_until timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  -- Since when an operator keeps it from being read, and why.
  paused_at timestamptz,
  paused_reason text,
  -- Searches that failed over the content of an answer since the last success: where they asked, and for whom.
  content_failures jsonb not null default '[]',
  -- How it is asked for areas, where that is not its usual way.
  area_form text
);

-- Where homes of sources with a lookup were last seen: no source can be asked for an id alone.
create table home_places (
  source text not null,
  source_id text not null,
  zip text not null,
  lat double precision,
  lng double precision,
  seen_at timestamptz not null,
  primary key (source, source_id)
);
create index home_places_by_age on home_places (seen_at);

-- Where the rows of a place were seen, by source and kind: the cover of a later search. Microdegrees.
create table place_extents (
  source text not null,
  kind text not null,
  form text not null check (form in ('zip', 'city')),
  name text not null,
  w integer not null,
  s integer not null,
  e integer not null,
  n integer not null,
  -- Rows that one page has shown there; the most of any page.
  rows integer not null,
  -- When all of the place's cover was last read.
  covered_at timestamptz,
  seen_at timestamptz not null,
  -- The source's own places that rows of a place name: a source that knows no boxes is asked for those.
  own text[] not null default '{}',
  primary key (source, kind, form, name)
);
create index place_extents_by_age on place_extents (seen_at);

-- Places in the numbering of each source: the token under which a ZIP or city is asked for, and whether it
-- can be trusted. Microdegrees; a box is null where the source names none.
create table source_places (
  source text not null,
  form text not null check (form in ('zip', 'city')),
  name text not null,
  status text not null check (status in ('good', 'none', 'wrong', 'leaks', 'failed')),
  token text,
  label text,
  w integer,
  s integer,
  e integer,
  n integer,
  checked_at timestamptz not null,
  -- What an audit has found: homes of the area, and those that the place leaves out.
  audited_at timestamptz,
  homes integer,
  outside integer,
  -- When the operator imported it; null where it was looked up.
  imported_at timestamptz,
  primary key (source, form, name),
  check ((status = 'good') = (token is not null))
);
create index source_places_by_age on source_places (checked_at);

-- Outlines of ZIPs that the operator imported, the box of each in microdegrees, and the file that they came from: one
-- set at a time.
create table zip_outlines (
  zip text primary key,
  w integer not null,
  s integer not null,
  e integer not null,
  n integer not null,
  check (w < e and s < n)
);
create table zip_outline_sets (
  -- There is one.
  current boolean primary key check (current),
  file_name text not null,
  file_sha256 text not null,
  report jsonb not null,
  imported_at timestamptz not null
);

-- Feeds whose rows are kept here: where the pull of each stands, who pulls it, and what it last met. The feed
-- is pulled in the order of its changes; `mark` is the last row that is stored, with the moment of its change.
create table replicas (
  feed text primary key,
  source text not null,
  -- What was pulled, null before: another address or condition begins from nothing.
  origin_hash text,
  mark jsonb,
  -- When the feed was asked for the last page that is stored, and for the last page of the last pull that ended.
  read_at timestamptz,
  pulled_at timestamptz,
  compared_at timestamptz,
  -- When the feed is pulled and its keys are compared next.
  due_at timestamptz not null,
  compare_due_at timestamptz,
  row_count integer not null default 0,
  last_line integer not null default 0,
  last_error text,
  last_error_at timestamptz,
  lease_id uuid,
  lease_until timestamptz
);

-- Tables of rows, each a partition of dataset_rows: files that the operator imported, and the rows of a feed, one
-- table a kind. One import of a dataset is current; a new one is loaded beside it and takes its place in one
-- transaction. The old one is removed a while later, so that a node that has not heard of the change still reads
-- whole pages of it.
create table imports (
  import_id integer generated always as identity primary key,
  source text not null,
  dataset text,
  state text not null check (state in ('loading', 'current', 'ended', 'earlier')),
  file_name text,
  file_sha256 text,
  mapping jsonb,
  mapping_hash text,
  report jsonb,
  -- When the import began, when it last stored rows, and when it became current or ended.
  started_at timestamptz not null,
  touched_at timestamptz not null,
  settled_at timestamptz,
  -- When it became current; and the next import of its dataset, when that took its place. Null for one that was
  -- removed: nothing of it is retained.
  current_at timestamptz,
  replaced_by integer,
  -- Of the rows of a feed, which have no file.
  feed text references replicas (feed) on delete cascade,
  kind text,
  check (case when feed is null
    then kind is null and num_nulls(dataset, file_name, file_sha256, mapping, mapping_hash, report) = 0
    else kind is not null and state <> 'loading'
      and num_nonnulls(dataset, file_name, file_sha256, mapping, mapping_hash, report) = 0
  end)
);
create unique index imports_current on imports (source, dataset) where state = 'current';
create unique index imports_loading on imports (source, dataset) where state = 'loading';
create unique index imports_of_feed on imports (feed, kind) where state = 'current';

-- The rows of imports: what they are found by, and in `body` what they are read from. Each import has a
-- partition of its own, which is filled before it has indexes and dropped as a whole
-- (src/store/dataset-rows.ts). x and y are microdegrees, strip is a band of y.
create table dataset_rows (
  import_id integer not null,
  line integer not null,
  strip integer,
  x integer,
  y integer,
  zip text,
  city text,
  state text,
  county_fips text,
  day date,
  price double precision,
  beds real,
  baths real,
  sqft integer,
  property_type text,
  year_built integer,
  source_id text not null,
  body text not null,
  -- Whether a sale was at arm's length; null where its publisher does not say.
  arms_length boolean,
  primary key (import_id, line)
) partition by list (import_id);

-- The sales of an import by month and place, for statistics: a ZIP's ten years are 120 short rows, where its sales
-- would be thousands. A sale is [price, sqft, property_type, beds, arms_length].
create table sale_months (
  import_id integer not null references imports on delete cascade,
  nth integer not null,
  zip text,
  city text,
  state text,
  county_fips text,
  month date not null,
  sale_count integer not null,
  sales json not null,
  primary key (import_id, nth)
);
create index sale_months_of_zip on sale_months (zip, month);
create index sale_months_of_city on sale_months (city, month);
create index sale_months_of_county on sale_months (county_fips, month);

-- Market series: a value of a measure for a region and a period, which is named by its first day. Partitions are those
-- of imports, as for dataset_rows; the key holds the value, so that a series is read from its index alone.
create table market_series (
  import_id integer not null,
  region_kind text not null,
  region text not null,
  measure text not null,
  period date not null,
  value numeric not null,
  primary key (import_id, region_kind, region, measure, period) include (value)
) partition by list (import_id);

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
-- Turns that were taken, by slots of ten seconds since the Unix epoch; the last hour is kept.
create unlogged table source_turns (
  source text not null,
  slot bigint not null,
  turns integer not null,
  primary key (source, slot)
);
create unlogged table upstream_pages (
  request_hash text primary key,
  body bytea not null,
  bytes integer not null,
  read_at timestamptz not null
);
alter table upstream_pages alter column body set storage external;
create index upstream_pages_by_age on upstream_pages (read_at);

-- The keys that a feed has, gathered until all of them are here. They may be lost at any time.
create unlogged table replica_keys (
  feed text not null,
  source_id text not null,
  primary key (feed, source_id)
);

-- Watches (docs/watches.md): searches that are read on a schedule, what their last reading showed, and the log of
-- what changed.
--
-- watch         a search, its schedule and what to report of it
-- watch run     one reading of a watch: all pages of the search
-- watch row     one home as a run saw it; the rows of snapshot_run_id are what the watch knows
-- event         one entry of an account's log; written in the transaction of what it tells

-- An account's newest event. Its row is locked while events are written, so that they are committed in the order
-- of their numbers: a reader never sees a number whose predecessor is still to come.
create table event_sequences (
  account_id uuid primary key,
  last_seq bigint not null check (last_seq >= 0),
  -- Events up to this one are no longer kept.
  ended_seq bigint not null default 0 check (ended_seq >= 0)
);

create table events (
  account_id uuid not null,
  seq bigint not null,
  event_id uuid not null unique,
  type text not null,
  watch_id uuid,
  created_at timestamptz not null,
  data json not null,
  primary key (account_id, seq)
);
create index events_by_time on events (created_at);

create table watches (
  watch_id uuid primary key,
  account_id uuid not null references accounts,
  -- The key that made it: the searches of its runs are counted there.
  key_id uuid not null,
  name text not null,
  route text not null,
  -- The normalized query of its first page.
  query json not null,
  schedule json not null,
  events text[] not null,
  fields text[] not null,
  min_price_change integer not null check (min_price_change >= 0),
  max_credits_per_run integer check (max_credits_per_run > 0),
  runs_until_removed smallint not null check (runs_until_removed between 1 and 10),
  state text not null check (state in ('active', 'paused')),
  pause_reason text check (pause_reason in (
    'by_caller', 'quota_exceeded', 'max_credits_per_run', 'key_ended', 'feed_not_granted', 'watch_not_allowed'
  )),
  created_at timestamptz not null,
  next_run_at timestamptz,
  -- The run whose rows are known; null until the first complete run, and after a change of the search.
  snapshot_run_id uuid,
  -- What the snapshot was made by: a run that is made by something else begins a new one.
  snapshot_of text,
  last_complete_at timestamptz,
  -- Runs in a row that failed.
  failures integer not null default 0,
  idempotency_key text,
  body_hash text not null,
  -- The end of the last complete run, whatever the search was then.
  last_read_at timestamptz,
  unique (account_id, idempotency_key),
  check ((state = 'paused') = (pause_reason is not null)),
  check ((state = 'active') = (next_run_at is not null))
);
create index watches_of_account on watches (account_id, created_at);
create index watches_in_turn on watches (account_id, next_run_at) where state = 'active';
create index watches_of_key on watches (key_id) where state = 'active';

create table watch_runs (
  run_id uuid primary key,
  watch_id uuid not null references watches on delete cascade,
  account_id uuid not null,
  state text not null check (state in ('running', 'complete', 'partial', 'failed')),
  -- Why it is not complete.
  reason text,
  started_at timestamptz not null,
  ended_at timestamptz,
  lease_id uuid not null,
  lease_until timestamptz not null,
  -- The snapshot that it is compared with; null for a run that begins a new one.
  compared_run_id uuid,
  -- Where it stands: pages that were read, and the cursor of the next; null before the first.
  pages integer not null default 0,
  next_cursor text,
  is_partial boolean not null default false,
  credits integer not null default 0,
  row_count integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  relisted integer not null default 0,
  -- False when its rows are removed: only what the watch knows is kept.
  has_rows boolean not null default true,
  -- The Idempotency-Keys of the calls that asked for it, newest first.
  idempotency_keys text[] not null default '{}',
  -- How often the page at its cursor was tried in vain.
  page_tries integer not null default 0,
  -- When the page may be tried again; null where nothing waits.
  waits_until timestamptz,
  check ((state = 'running') = (ended_at is null))
);
create unique index watch_runs_running on watch_runs (watch_id) where state = 'running';
create index watch_runs_of_watch on watch_runs (watch_id, started_at);
create index watch_runs_in_turn on watch_runs (account_id, lease_until) where state = 'running';
create index watch_runs_with_rows on watch_runs (run_id) where has_rows and state <> 'running';
create index watch_runs_by_end on watch_runs (ended_at);

create table watch_rows (
  run_id uuid not null references watch_runs on delete cascade,
  source_id text not null,
  "row" json not null,
  -- The watched fields; a field that is null for a reason of ours is left out: nothing is known of it.
  watched json not null,
  -- Street line, unit and ZIP; null where the street is hidden.
  address_key text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Complete runs in a row without it.
  missed smallint not null default 0,
  removed_at timestamptz,
  change text check (change in ('added', 'changed', 'relisted', 'removed')),
  -- What `change` replaced.
  previous json,
  -- Prices and status, and the first run that saw them so.
  state json not null,
  state_since timestamptz not null,
  primary key (run_id, source_id)
);
create index watch_rows_changed on watch_rows (run_id) where change is not null;
create index watch_rows_by_address on watch_rows (run_id, address_key) where address_key is not null;

-- Webhooks (docs/webhooks.md): endpoints that events of an account are sent to.
--
-- endpoint      an address, what it asks for, and where it stands in the log of its account
-- delivery      one event that an endpoint did not take at the first attempt, or that is to be sent to it again

create table endpoints (
  endpoint_id uuid primary key,
  account_id uuid not null references accounts,
  url text not null,
  name text not null,
  types text[] not null,
  state text not null check (state in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('by_caller', 'gone', 'failing', 'unconfirmed', 'unsubscribed')),
  disabled_at timestamptz,
  -- The secrets that sign, newest first: [{"secret": …, "ends_at": …}].
  secrets json not null,
  created_at timestamptz not null,
  -- The first event of the log that was not sent to it.
  next_seq bigint not null check (next_seq > 0),
  -- One process at a time sends to it.
  lease_id uuid,
  lease_until timestamptz,
  -- When it had its last turn: the one that waits longest is next.
  served_at timestamptz,
  -- Nothing is sent to it until then: it asked to be left alone.
  held_until timestamptz,
  -- Since when no attempt succeeded.
  failing_since timestamptz,
  -- The last attempt.
  last_at timestamptz,
  last_code integer,
  last_ms integer,
  last_error text,
  -- The call that made it: its Idempotency-Key makes one endpoint, however often the call is repeated.
  idempotency_key text,
  body_hash text,
  unique (account_id, idempotency_key),
  check ((state = 'disabled') = (disabled_reason is not null)),
  check ((state = 'disabled') = (disabled_at is not null)),
  check (idempotency_key is null or body_hash is not null)
);
create index endpoints_of_account on endpoints (account_id, created_at);
create index endpoints_in_turn on endpoints (account_id, served_at nulls first) where state = 'enabled';

create table deliveries (
  endpoint_id uuid not null references endpoints on delete cascade,
  seq bigint not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts smallint not null check (attempts >= 0),
  created_at timestamptz not null,
  next_at timestamptz,
  last_at timestamptz,
  last_code integer,
  last_ms integer,
  last_error text,
  primary key (endpoint_id, seq),
  check ((status = 'pending') = (next_at is not null))
);
create index deliveries_due on deliveries (endpoint_id, next_at) where status = 'pending';
create index deliveries_by_time on deliveries (created_at);

-- Mails sent in an hour or a day, by the hash of what they are counted for: an account or an address.
create table mail_counts (
  subject text not null,
  begins_at timestamptz not null,
  n integer not null check (n >= 0),
  primary key (subject, begins_at)
);
create index mail_counts_by_time on mail_counts (begins_at);

-- What homes of watches were before (docs/watches.md): the price and status history of a home.
--
-- home state    prices and status of a home from the first to the last run that saw them so; written when they end.
--               The state that still holds is in watch_rows.
-- watch gap     a time in which the search of a watch was not read whole, although it was to be

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

-- home member       what a source shows of a home, a line for each of its ids and kinds: its address key, its facts,
--                   and the state that still holds
-- home observation  a state that has ended: from and to when readings saw it
-- home report       what a source itself says happened and when: never mixed with what was observed

create table home_members (
  source text not null,
  kind text not null,
  source_id text not null,
  -- The feed of a licensed source; null where the source needs no licence.
  feed text,
  home_id uuid not null,
  building_id uuid not null,
  -- The key that home_id is made of.
  zip text not null,
  number text not null,
  street text not null,
  unit text not null,
  -- As the source writes it.
  address json not null,
  source_url text not null,
  -- Microdegrees.
  lat integer,
  lng integer,
  property_type text,
  beds real,
  baths real,
  living_area_sqft integer,
  year_built integer,
  -- County FIPS code and parcel number.
  parcel text,
  -- The present state. No status: sold rows, and rows whose history is not kept.
  status text,
  price_cents bigint,
  list_date date,
  state_since timestamptz not null,
  first_price_cents bigint,
  first_price_at timestamptz,
  -- When complete runs of a watch no longer saw it.
  removed_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Of all that the source shows of it: equal where nothing changed.
  digest text not null,
  -- Changes once a day, so that most updates touch no index.
  seen_on date not null,
  primary key (source, kind, source_id)
) with (fillfactor = 80);
create index home_members_by_home on home_members (home_id);
create index home_members_by_number on home_members (zip, number);
-- What sources show of a ZIP, without the sales of files, which may be many times as many.
create index home_members_by_zip on home_members (zip, kind, source);
create index home_members_by_parcel on home_members (parcel) where parcel is not null;
create index home_members_by_day on home_members (seen_on);
create index home_members_by_place on home_members ((lat / 20000), lng) where lat is not null;

create table home_observations (
  source text not null,
  kind text not null,
  source_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  status text not null,
  price_cents bigint,
  list_date date,
  -- Another state followed, or complete runs of a watch no longer saw it.
  ended_by text not null check (ended_by in ('changed', 'removed')),
  primary key (source, kind, source_id, from_at)
);
create index home_observations_by_end on home_observations (to_at);

create table home_reports (
  source text not null,
  source_id text not null,
  event text not null check (event in ('listed', 'sold')),
  date date not null,
  price_cents bigint,
  disclosure text,
  seen_on date not null,
  primary key (source, source_id, event, date)
);
create index home_reports_by_day on home_reports (seen_on);

-- What an operator corrects of homes: a link, by which two home ids are one home, or an exclusion, by which no
-- collection stores a home, or one id at a source's origin.
create table home_corrections (
  correction_id bigint generated always as identity primary key,
  kind text not null check (kind in ('link', 'exclusion')),
  home_id uuid,
  other_id uuid,
  why text,
  source text,
  source_id text,
  at timestamptz not null,
  unique nulls not distinct (kind, home_id, other_id, source, source_id),
  check (case kind
    when 'link' then num_nulls(home_id, other_id, why) = 0 and home_id < other_id
      and num_nonnulls(source, source_id) = 0
    else num_nonnulls(other_id, why) = 0 and num_nonnulls(home_id, source) = 1
      and num_nonnulls(source, source_id) <> 1
  end)
);
create index home_corrections_by_other on home_corrections (other_id) where other_id is not null;

-- How far estimates of a county were from its sales of the last year, or of its rents, with what estimates take from
-- there: the trend of prices and the bounds of intervals. A row without a result is asked for and not
-- computed yet. It is computed again when lost, so nothing of it is logged or exported.
create unlogged table county_errors (
  county_fips text not null,
  kind text not null check (kind in ('sale', 'rent')),
  asked_at timestamptz not null,
  claimed_at timestamptz,
  computed_at timestamptz,
  -- What the result was computed with: the method, and the imports that were current.
  version text,
  result jsonb,
  primary key (county_fips, kind),
  check (num_nulls(computed_at, version, result) in (0, 3))
);

-- Snapshots (docs/snapshots.md): finished searches that stay as they were.
--
-- manifest  the first line of the content, canonical JSON; the rows are the others. The hash is of all lines.

create table snapshots (
  snapshot_id uuid primary key,
  account_id uuid not null references accounts,
  hash text not null,
  name text not null,
  created_at timestamptz not null,
  route text not null,
  source text not null,
  manifest text not null,
  rows_erased integer not null default 0 check (rows_erased >= 0),
  unique (account_id, hash)
);
create index snapshots_by_time on snapshots (created_at);
create table snapshot_rows (
  snapshot_id uuid not null references snapshots on delete cascade,
  nth integer not null,
  source_id text not null,
  home_id uuid,
  line text not null,
  primary key (snapshot_id, nth)
);
create index snapshot_rows_of_home on snapshot_rows (home_id) where home_id is not null;
create index snapshot_rows_of_source_id on snapshot_rows (source_id);

-- Lookup batches (docs/lookups.md): many homes looked up at once, area by area, under a lease.
--
-- attempts    claims since an area was last finished: one that is never finished is given up
-- place       the area in which a home is searched for; null where none is known, and it has an outcome
-- source_id   the home that was found; request_id the job that it was charged as
-- candidates  homes that fit an address equally

create table lookup_batches (
  batch_id uuid primary key,
  account_id uuid not null references accounts,
  key_id uuid not null,
  route text not null,
  state text not null check (state in ('running', 'ended')),
  created_at timestamptz not null,
  ended_at timestamptz,
  lease_id uuid,
  lease_until timestamptz not null,
  attempts integer not null default 0,
  idempotency_key text,
  body_hash text not null,
  unique (account_id, idempotency_key)
);
create index lookup_batches_by_time on lookup_batches (created_at);
create index lookup_batches_running on lookup_batches (account_id, lease_until) where state = 'running';
create table lookup_batch_homes (
  batch_id uuid not null references lookup_batches on delete cascade,
  nth integer not null,
  by text not null check (by in ('address', 'url', 'source_id')),
  value text not null,
  place jsonb,
  outcome text not null,
  detail text,
  candidates jsonb,
  source_id text,
  request_id uuid,
  credits integer not null default 0 check (credits >= 0),
  primary key (batch_id, nth)
);
