-- The sales of an import by month and place, for statistics. Filled here for what was imported before.
create table sale_months (
  import_id integer not null references imports on delete cascade,
  nth integer not null,
  zip text,
  city text,
  state text,
  county_fips text,
  month date not null,
  sale_count integer not null,
  sales json not null,
  primary key (import_id, nth)
);
create index sale_months_of_zip on sale_months (zip, month);
create index sale_months_of_city on sale_months (city, month);
create index sale_months_of_county on sale_months (county_fips, month);
insert into sale_months (import_id, nth, zip, city, state, county_fips, month, sale_count, sales)
select import_id, row_number() over (partition by import_id), zip, city, state, county_fips, month, count(*),
  json_agg(json_build_array(price, sqft, property_type, beds, arms_length))
from (
  select r.*, date_trunc('month', r.day::timestamp)::date as month
  from dataset_rows r join imports i using (import_id)
  where i.state = 'current' and i.feed is null and r.day is not null
) dated
group by import_id, zip, city, state, county_fips, month;
