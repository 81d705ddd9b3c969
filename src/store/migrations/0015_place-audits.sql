-- What an audit of a source's place has found: homes of the area, and those that the place leaves out. A place that
-- leaves out homes leaks, and is not used.
alter table source_places add column audited_at timestamptz;
alter table source_places add column homes integer;
alter table source_places add column outside integer;
alter table source_places drop constraint source_places_status_check;
alter table source_places add constraint source_places_status_check
  check (status in ('good', 'none', 'wrong', 'leaks', 'failed'));
