-- The licensed feeds that a result was read from: whoever is shown it needs a grant for each. Null where no licence
-- was needed.
alter table results add column feeds text[];
