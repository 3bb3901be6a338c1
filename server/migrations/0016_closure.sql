-- Whether the account is open. It stays so until the end of the transaction: whoever closes it (`alone`) waits for all that hold it,
-- and whoever comes later finds it closed. An advisory lock, because the lock on the row is taken again and more strongly in between.
create function hold_account(account_id bigint, alone boolean) returns boolean language plpgsql as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtext('account'), hashtext(account_id::text));
  else
    perform pg_advisory_xact_lock_shared(hashtext('account'), hashtext(account_id::text));
  end if;
  -- A statement of its own, so that it sees what was written during the wait.
  return exists (select from account a where a.id = account_id and a.closed_at is null);
end $$;

-- Mails to an address that the account has given up: they go with the account all the same.
alter table mail add column account_id bigint references account;
create index mail_account on mail (account_id) where account_id is not null;

-- Pictures whose files go once they are due, unless a row of `image` names them by then.
create table file_removal (
  content_id text primary key,
  widths integer[] not null,
  due_at timestamptz not null
);
create index file_removal_due on file_removal (due_at);

-- Whatever takes a picture off an ad: its files have no further reason.
create function image_left() returns trigger language plpgsql as $$
begin
  insert into file_removal (content_id, widths, due_at) values (old.content_id, old.widths, '-infinity')
  on conflict (content_id) do update set due_at = excluded.due_at,
    widths = array(select distinct unnest(file_removal.widths || excluded.widths));
  return null;
end $$;
create trigger image_left after delete on image for each row execute function image_left();
