-- Locks staff_login and partner_login against reading and writing for a moment, and writes the few rows of the second anew.
-- A confirmation gives a log-in of the house or of a website another token, as it does a session (0366).
alter table staff_login add column previous_hash bytea;
alter table staff_login add column previous_until timestamptz;
create index staff_login_previous on staff_login (previous_hash) where previous_hash is not null;

-- What stays of a log-in while its token changes; the others have one.
alter table partner_login add column id uuid not null unique default gen_random_uuid();
alter table partner_login add column previous_hash bytea;
alter table partner_login add column previous_until timestamptz;
create index partner_login_previous on partner_login (previous_hash) where previous_hash is not null;
