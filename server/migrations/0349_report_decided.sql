-- Decided reports are listed, the newest decision first.
create index report_decided on report (decided_at, id) where decided_at is not null;
