-- Market series: a value of a measure for a region and a period, which is named by its first day. Partitions are those
-- of imports, as for dataset_rows; the key holds the value, so that a series is read from its index alone.
create table market_series (
  import_id integer not null,
  region_kind text not null,
  region text not null,
  measure text not null,
  period date not null,
  value numeric not null,
  primary key (import_id, region_kind, region, measure, period) include (value)
) partition by list (import_id);
