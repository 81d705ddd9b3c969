-- The source's own places that rows of a place name: a source that knows no boxes is asked for those.
alter table place_extents add column own text[] not null default '{}';
