-- Takes no lock. Called after the account's lock is acquired, like account_held: an account with a
-- pending deletion must not be published again by a call that was authenticated before it.
create function account_deletion_pending(account_id bigint) returns boolean language plpgsql as $$
begin
  return exists (select from account a where a.id = account_id and a.delete_at is not null);
end $$;
