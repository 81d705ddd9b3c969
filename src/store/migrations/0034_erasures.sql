-- Accounts that are erased: their names and all that is not billing goes (docs/decisions/0047).
create table erasures (
  account_id uuid primary key,
  begun_at timestamptz not null,
  erased_at timestamptz
);

create table erasure_results (
  result_id uuid primary key,
  due_at timestamptz not null
);
create index erasure_results_by_time on erasure_results (due_at);

create function redact_audit_values(entry jsonb) returns jsonb
language sql immutable parallel safe
return entry || coalesce(
  (select jsonb_object_agg(v.key, '[erased]'::text) from jsonb_each(entry) v where v.key in ('name', 'label') and v.value <> 'null'),
  '{}'
);

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
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
drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_is_only_redacted before update on audit_log
  for each row execute function refuse_audit_change();
