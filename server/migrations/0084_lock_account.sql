-- Named after what it does: locks an account shared, or exclusive so that nothing else happens to it. Returns whether it is open.
-- An advisory lock, because the row is locked again and more strongly within the same transaction.
drop function hold_account(bigint, boolean);
create function lock_account(account_id bigint, exclusive boolean) returns boolean language plpgsql as $$
begin
  if exclusive then
    perform pg_advisory_xact_lock(hashtext('account'), hashtext(account_id::text));
  else
    perform pg_advisory_xact_lock_shared(hashtext('account'), hashtext(account_id::text));
  end if;
  -- A statement of its own, so that it sees what was written during the wait.
  return exists (select from account a where a.id = account_id and a.closed_at is null);
end $$;
