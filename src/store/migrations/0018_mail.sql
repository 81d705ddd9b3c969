-- Alerts by mail: states of an endpoint without consent, and how many mails were sent.
alter table endpoints drop constraint endpoints_disabled_reason_check;
alter table endpoints add constraint endpoints_disabled_reason_check
  check (disabled_reason in ('by_caller', 'gone', 'failing', 'unconfirmed', 'unsubscribed'));
create table mail_counts (
  subject text not null,
  begins_at timestamptz not null,
  n integer not null check (n >= 0),
  primary key (subject, begins_at)
);
create index mail_counts_by_time on mail_counts (begins_at);
