-- How far estimates of a county were from its sales of the last year, or of its rents, with what estimates take from
-- there: the trend of prices and the bounds of intervals. A row without a result is asked for and not
-- computed yet. It is computed again when lost, so nothing of it is logged or exported.
create unlogged table county_errors (
  county_fips text not null,
  kind text not null check (kind in ('sale', 'rent')),
  asked_at timestamptz not null,
  claimed_at timestamptz,
  computed_at timestamptz,
  -- What the result was computed with: the method, and the imports that were current.
  version text,
  result jsonb,
  primary key (county_fips, kind),
  check (num_nulls(computed_at, version, result) in (0, 3))
);
