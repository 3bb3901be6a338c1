-- Locks payment against writes for seconds, while its three indexes are made.
-- A page of payments begins where its sort says: value and number together are a place in the list, in both directions.
create index payment_created_number on payment (created_at, number);
create index payment_received_number on payment (received_rappen, number);
create index payment_fee on payment (fee_rappen, number);
