-- What an operator says of a key, when it ends by itself, and when it was last used (to about a minute).
alter table api_keys
  add column label text,
  add column expires_at timestamptz,
  add column last_used_at timestamptz;
