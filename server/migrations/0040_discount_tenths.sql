-- The personal discount in tenths of a percent; a payment keeps the one it was opened with.
alter table account
  drop constraint account_discount_percent_check,
  alter column discount_percent type double precision,
  add constraint account_discount_percent_check
    check (discount_percent between 0 and 100 and discount_percent::numeric = round(discount_percent::numeric, 1));
alter table payment alter column discount_percent type double precision;
