-- Locks payment against writes for seconds, while its two indexes are made.
-- The newest payments of an account, and of a method.
create index payment_account_number on payment (account_id, number desc);
create index payment_method on payment ((coalesce(method, wanted_method)), number desc);
