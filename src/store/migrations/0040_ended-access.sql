-- Watches are paused with the access of their key and with a licence.
alter table watches drop constraint watches_pause_reason_check;
alter table watches add constraint watches_pause_reason_check check (pause_reason in (
  'by_caller', 'quota_exceeded', 'max_credits_per_run', 'key_ended', 'feed_not_granted', 'watch_not_allowed'
));

-- What a key may do; null for all. Its ceiling of credits is chosen when it is made, so what it has used is exact.
alter table api_keys
  add column scopes text[],
  add column credits_max bigint check (credits_max >= 0),
  -- Spent or reserved; counted for keys with a ceiling.
  add column credits_used bigint not null default 0 check (credits_used between 0 and coalesce(credits_max, 0));

create index watches_of_key on watches (key_id) where state = 'active';
