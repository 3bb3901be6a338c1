-- Which versions of terms and privacy an account has accepted.
create table text_acceptance (
  account_id bigint not null references account on delete cascade,
  text_version_id bigint not null references text_version,
  accepted_at timestamptz not null,
  primary key (account_id, text_version_id)
);
comment on table text_acceptance is 'personal: Bedingungen; purpose: zeigen, worauf wir uns geeinigt haben; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du dein Konto löschst';

-- The first version is valid until another has begun, also before its own date.
create or replace function text_valid(of_text text, at timestamptz) returns bigint stable language sql as $$
  select id from text_version
   where text = of_text and state = 'released' and (valid_from <= at or number = 1)
   order by number > 1 desc, valid_from desc limit 1
$$;

-- Who registers accepts what is valid then, whichever way the account is made.
create function accept_texts() returns trigger language plpgsql as $$
begin
  insert into text_acceptance (account_id, text_version_id, accepted_at)
  select new.id, text_valid(t, new.created_at), new.created_at from unnest(array['terms', 'privacy']) t;
  return null;
end $$;
create trigger accept_texts after insert on account for each row execute function accept_texts();
insert into text_acceptance (account_id, text_version_id, accepted_at)
select a.id, v.id, a.created_at from account a, text_version v
 where a.closed_at is null and v.number = 1 and v.text in ('terms', 'privacy');

-- How far the mails about new terms have come.
create table text_announcement (
  text_version_id bigint primary key,
  -- The last account that was written to.
  reached bigint not null default 0,
  next_at timestamptz not null
);
comment on table text_announcement is 'not personal: how far the mails about new terms have come';
