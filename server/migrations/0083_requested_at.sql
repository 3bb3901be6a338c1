-- The columns say "request" as the code does: a consent is requested, confirmed and ended.
alter table newsletter_consent rename column wished_at to requested_at;
