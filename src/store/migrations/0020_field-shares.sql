-- How often each field and member of a source is filled, so that a process knows what is normal from its start. The
-- name has the source, the kind and the field.
create table field_shares (
  name text primary key,
  rows double precision not null,
  filled double precision not null
);
