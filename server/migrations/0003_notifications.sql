-- Outbox: written in the transaction that caused the mail, sent afterwards, at least once.
create table mail (
  id bigint generated always as identity primary key,
  -- What caused it; the same cause never makes two mails.
  cause text not null unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- When the worker tries next; null once it is sent or given up.
  next_try_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index mail_due on mail (next_try_at) where next_try_at is not null;
create index mail_newest on mail (created_at desc, id desc);
