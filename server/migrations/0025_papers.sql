-- Receipts, corrections and monthly statements, as they were issued. A paper names no person: the number of the account stands for it,
-- so that the books keep it when the account is closed.
create table paper (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('receipt', 'correction', 'statement')),
  account_id bigint not null references account,
  -- Without gaps in its kind and year; statements have none.
  number text,
  payment_id uuid unique references payment,
  refund_id uuid unique references payment_refund,
  -- `2026-11` in Swiss time.
  month text,
  -- Everything that stands on it; drawing it again gives the same file.
  content jsonb not null,
  -- SHA-256 of the file, which is its name in the archive too.
  hash text not null,
  created_at timestamptz not null,
  unique (kind, number),
  unique (account_id, month),
  check (case kind when 'receipt' then payment_id when 'correction' then refund_id end is not null or kind = 'statement'),
  check ((kind = 'statement') = (month is not null)),
  check ((kind = 'statement') = (number is null))
);

-- The last number given in a kind and year. It moves in the transaction that issues the paper, so nothing is ever left out.
create table paper_number (
  kind text not null,
  year integer not null,
  last integer not null,
  primary key (kind, year)
);

-- Papers that have to be issued. The subject is a payment, a refund or a month.
create table paper_due (
  id bigint generated always as identity,
  kind text not null,
  subject text not null,
  account_id bigint not null references account,
  -- When it is tried next; moved on by whoever takes it.
  due_at timestamptz not null default '-infinity',
  primary key (kind, subject, account_id)
);
create index paper_due_order on paper_due (due_at, id);

-- Months for which the statements of all accounts were put into `paper_due`.
create table paper_month (
  month text primary key,
  noted_at timestamptz not null
);

-- The credits of a top-up, or money that went back, and the paper about it: one cannot be without the other.
create function payment_credited() returns trigger language plpgsql as $$
begin
  insert into paper_due (kind, subject, account_id) values ('receipt', new.id, new.account_id) on conflict do nothing;
  return null;
end $$;
create trigger payment_credited after update of status on payment for each row
  when (new.status = 'gutgeschrieben' and old.status is distinct from new.status) execute function payment_credited();

create function refund_confirmed() returns trigger language plpgsql as $$
begin
  insert into paper_due (kind, subject, account_id)
  select 'correction', new.id, account_id from payment where id = new.payment_id on conflict do nothing;
  return null;
end $$;
create trigger refund_made after insert on payment_refund for each row
  when (new.status = 'bestaetigt') execute function refund_confirmed();
create trigger refund_confirmed after update of status on payment_refund for each row
  when (new.status = 'bestaetigt' and old.status <> 'bestaetigt') execute function refund_confirmed();

insert into paper_due (kind, subject, account_id)
select 'receipt', id, account_id from payment where status in ('gutgeschrieben', 'erstattet', 'rueckbelastet') order by settled_at;
insert into paper_due (kind, subject, account_id)
select 'correction', r.id, p.account_id from payment_refund r join payment p on p.id = r.payment_id
 where r.status = 'bestaetigt' order by r.settled_at;

create trigger paper_append_only before update or delete or truncate on paper
  for each statement execute function refuse_change();
revoke update, delete, truncate on paper from samtrot_app;
revoke delete, truncate on paper_number, paper_month from samtrot_app;
