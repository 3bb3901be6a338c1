-- Locks placement against writes while the index is built, about a second for a million rows.
-- What a website still has, for take-downs ahead of a long feed.
create index placement_website on placement (website_id, kind);
