-- What a final decision refunds for the unused paid time, by the order that paid for it.
create table hold_refund (
  hold_id bigint not null references hold,
  account_id bigint not null references account,
  -- The cause of the order's charge.
  cause text not null,
  credits integer not null check (credits > 0),
  primary key (hold_id, cause)
);
create index hold_refund_cause on hold_refund (cause);
comment on table hold_refund is 'personal: Sperren und Einsprüche; purpose: Regeln durchsetzen und jeden Entscheid erklären; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: Grund und Zeitpunkte so lange wie das Protokoll; Texte, bis du dein Konto löschst';
revoke update, delete, truncate on hold_refund from samtrot_app;

-- All that a final decision has refunded, pushes and promotions included; null before one.
alter table hold add column refunded integer;
-- Who asked for a decision that somebody else approved.
alter table hold add column asked_by bigint references staff;
