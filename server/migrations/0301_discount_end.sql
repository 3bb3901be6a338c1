-- A personal discount ends; its owner is told before.
alter table account
  -- First instant at which the price is the ordinary one; null: no end.
  add column discount_ends_at timestamptz,
  -- When she is told; null: not any more.
  add column discount_tell_at timestamptz;
create index account_discount_tell on account (discount_tell_at) where discount_tell_at is not null;
