-- What sources show of a ZIP, without the sales of files, which may be many times as many.
create index home_members_by_zip on home_members (zip, kind, source);
