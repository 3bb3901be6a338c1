-- Locks payment against writes for seconds, while its three indexes are made.
-- A page of payments begins where its sort says: value and number together are a place in the list, in both directions.
drop index payment_created;
create index payment_created on payment (created_at, number);
drop index payment_received;
create index payment_received on payment (received_rappen, number);
create index payment_fee on payment (fee_rappen, number);
