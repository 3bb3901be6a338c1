-- Locks appeal against writes while the index is built, a tenth of a second for 100,000 appeals.
-- Decided appeals are listed, the newest decision first.
create index appeal_decided on appeal (decided_at, id) where decided_at is not null;
