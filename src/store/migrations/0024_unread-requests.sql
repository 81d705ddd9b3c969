-- Jobs that nobody has read, by their results: their credit comes back when the licence of a result ends.
create index requests_unread on requests (result_id) where status = 'complete' and credits = 0;
