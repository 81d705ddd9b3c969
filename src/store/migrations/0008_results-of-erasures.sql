-- When a result that an erased account has seen goes is a column of the result.
alter table results add column erase_at timestamptz;
create index results_to_erase on results (erase_at) where erase_at is not null;
update results r set erase_at = e.due_at from erasure_results e where e.result_id = r.result_id;
drop table erasure_results;
