-- Which copy of a customer's data a log-in of the house may download, and until when (BOF-75).
alter table staff_login add column opened_export uuid references data_export on delete set null;
alter table staff_login add column export_ends_at timestamptz;
create index staff_login_opened_export on staff_login (opened_export) where opened_export is not null;
