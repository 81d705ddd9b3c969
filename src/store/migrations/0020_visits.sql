-- When an account is erased by itself: that of a visit to a demo (docs/demo.md). Null for never.
alter table accounts add column erase_at timestamptz;
create index accounts_by_erasure on accounts (erase_at) where erase_at is not null;
