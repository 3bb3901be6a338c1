-- «Ansicht der Kundin»: whose pages a log-in of the house may read, and until when (BOF-78).
alter table staff_login add column viewed_account bigint references account on delete set null;
alter table staff_login add column view_ends_at timestamptz;
create index staff_login_viewed_account on staff_login (viewed_account) where viewed_account is not null;
