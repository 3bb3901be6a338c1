-- Takes no lock. Asked after the account's lock, like account_held, by calls whose session was read
-- before: an account that waits for its erasure must not go online again.
create function account_leaving(account_id bigint) returns boolean language plpgsql as $$
begin
  return exists (select from account a where a.id = account_id and a.delete_at is not null);
end $$;
