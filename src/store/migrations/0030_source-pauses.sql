-- Sources and feeds that an operator keeps from being read: since when, and why.
alter table source_states
  add column paused_at timestamptz,
  add column paused_reason text;
