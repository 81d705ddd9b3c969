-- A row of a file or a feed without a price has none: -1 stood in its place.
alter table dataset_rows alter column price drop not null;
update dataset_rows set price = null where price < 0;
