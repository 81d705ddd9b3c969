-- An account that is being moved to another store, or was: its calls are told to come again.
alter table accounts drop constraint accounts_status_check;
alter table accounts add constraint accounts_status_check check (status in ('active', 'suspended', 'moved'));
