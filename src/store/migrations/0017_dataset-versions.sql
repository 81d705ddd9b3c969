-- When an import became current, and the import that replaced it: statistics as of a day need both. Of a replaced
-- import the months of its sales are retained where those of the next one differ.
alter table imports add column current_at timestamptz;
alter table imports add column replaced_by integer;
update imports set current_at = settled_at where state = 'current' and feed is null;
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in ('loading', 'current', 'ended', 'earlier'));
