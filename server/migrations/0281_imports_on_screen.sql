-- What a file of the bank held, and what became of its movements, for who drops it on the page.
alter table bank_import
  add column movements integer,
  add column added integer,
  add column not_booked integer,
  add column without_parts integer;
grant update (movements, added, not_booked, without_parts) on bank_import to samtrot_app;
alter table bank_entry add column outcome text check (outcome in ('credited', 'refunds', 'cases'));
grant update (outcome) on bank_entry to samtrot_app;
