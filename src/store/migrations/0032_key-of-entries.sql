-- Which key a job was asked with, so that usage can be told by key when the job is long gone. Entries of before have none.
alter table ledger_entries add column key_id uuid;
