-- The rest of a payment that arrived too small, where the provider takes no second amount for it: a payment of its own.
alter table payment add column rest_of uuid references payment;
comment on column payment.rest_of is 'The payment of which a part came that this one completes; price, credits and bonus are what that part leaves open.';
create index payment_rest_of on payment (rest_of) where rest_of is not null;
