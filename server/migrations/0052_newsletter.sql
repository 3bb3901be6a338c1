-- Who wants the newsletter: one row from the wish to its end. With a confirmed one the house proves the consent.
create table newsletter_consent (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- Stands in the signed token of a letter's link; tells nothing of the account.
  key uuid not null unique default gen_random_uuid(),
  -- The sentence that was agreed to, as it was shown.
  wording text not null,
  source text not null check (source in ('registration', 'profile')),
  wished_at timestamptz not null,
  -- The mailed link was opened and its button pressed.
  confirmed_at timestamptz,
  ended_at timestamptz
);
create unique index newsletter_consent_open on newsletter_consent (account_id) where ended_at is null;
create index newsletter_consent_account on newsletter_consent (account_id);

alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check
  check (purpose in ('reset', 'confirm', 'change', 'newsletter'));

-- The box of a discreet registration: the sentence that stood beside it, null where it was not ticked.
alter table registration_wish add column newsletter_wording text;

-- One newsletter of the house, sent in portions.
create table newsletter_issue (
  id bigint generated always as identity primary key,
  subject text not null,
  -- Its paragraphs.
  body jsonb not null,
  -- Of subject and text: the same file is sent once, however often the command is given.
  hash bytea not null unique,
  created_at timestamptz not null,
  -- When the next portion is due; null once all had theirs.
  next_at timestamptz,
  -- The highest number of an account that was looked at.
  reached bigint not null default 0,
  -- For how many mails were made.
  made integer not null default 0
);
create index newsletter_issue_due on newsletter_issue (next_at) where next_at is not null;

-- Who had which: nobody gets one twice.
create table newsletter_sending (
  issue_id bigint not null references newsletter_issue,
  account_id bigint not null references account on delete cascade,
  made_at timestamptz not null,
  primary key (issue_id, account_id)
);
create index newsletter_sending_account on newsletter_sending (account_id);
create index newsletter_sending_made on newsletter_sending (made_at);
