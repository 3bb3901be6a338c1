-- A column without a default: no row is written, the lock is held for milliseconds.
alter table payment add column fee_rappen integer check (fee_rappen >= 0);
comment on column payment.fee_rappen is 'what the provider keeps of it, in Rappen; null where it does not state it';
grant update (fee_rappen) on payment to samtrot_app;
-- The month adds up its fees.
create index payment_fee_settled on payment (settled_at) include (fee_rappen) where fee_rappen is not null;
