-- Jobs of an account, newest first, for operators.
create index requests_of_account on requests (account_id, request_id);
