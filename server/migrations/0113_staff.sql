-- The people of the house. They have no account: an address may be both without either knowing it.
create table staff (
  id bigint generated always as identity primary key,
  name text not null,
  sign text not null unique check (sign ~ '^[A-ZÄÖÜ]{2}$'),
  -- A ciphertext, found by the keyed hash beside it.
  email text not null,
  email_hash bytea not null unique,
  password_hash text,
  role text not null check (role in ('owner', 'moderator', 'finance', 'partner_manager', 'reader')),
  state text not null default 'invited' check (state in ('invited', 'active', 'blocked', 'left')),
  created_at timestamptz not null,
  last_login_at timestamptz,
  check (state <> 'active' or password_hash is not null)
);
comment on table staff is 'personal: Mitarbeitende; purpose: den Betrieb schützen und zeigen, wer was getan hat; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie das Protokoll, in dem ihr Name steht';

-- What one person asked for and a second one has to allow. Nothing changes before.
create table approval (
  id bigint generated always as identity primary key,
  operation text not null,
  "right" text not null,
  object text not null,
  -- What is carried out, as the operation takes it; never shown.
  input jsonb not null,
  -- The figures people compare.
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  asked_by bigint not null references staff,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'open'
    check (state in ('open', 'approved', 'declined', 'withdrawn', 'expired', 'void')),
  decided_by bigint references staff,
  decided_at timestamptz,
  -- Why it was declined, or what no longer held.
  note text,
  -- Approved by the asker, in a house of one person.
  solo boolean not null default false,
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'approved' or decided_by is not null),
  check (state <> 'approved' or solo = (decided_by = asked_by))
);
create index approval_open on approval (expires_at) where state = 'open';
create index approval_newest on approval (id desc) where state <> 'open';
comment on table approval is 'personal: Mitarbeitende; purpose: den Betrieb schützen und zeigen, wer was getan hat; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie das Protokoll, in dem ihr Name steht';

-- Final is final, whatever the application does.
create function keep_decided_approval() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'approval % is decided', old.id;
  end if;
  return new;
end $$;
create trigger approval_decided_once before update on approval
  for each row execute function keep_decided_approval();
revoke delete, truncate on approval from samtrot_app;

-- Who of the house, by which right, why, what it was and what it became, in which request.
alter table audit
  add column staff_id bigint references staff,
  add column "right" text,
  add column reason text,
  add column before jsonb,
  add column after jsonb,
  add column request text,
  add check ((staff_id is not null) = (actor like 'staff:%'));
create index audit_staff on audit (staff_id, id desc) where staff_id is not null;
create index audit_object on audit (object, id desc);
