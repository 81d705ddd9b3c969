-- collections    until when the same search fails at once, where the content of its answer could not be trusted.
-- source_states  searches that failed so since the last success: where they asked, and for whom.
alter table collections add fails_until timestamptz;
create index collections_failing on collections (page_hash) where fails_until is not null;
alter table source_states add content_failures jsonb not null default '[]';
