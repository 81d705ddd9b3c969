-- What the sandbox taught is kept under a name of its own from now on. What was learned before may be of either.
delete from place_extents;
delete from source_places;
delete from upstream_pages;
