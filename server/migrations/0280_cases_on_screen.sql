-- Counts what happened to a case, so that nobody settles what they have not seen; who settled it, and how.
alter table payment_case
  add column version integer not null default 1,
  add column decided_by bigint references staff (id),
  add column decided_at timestamptz,
  add column decision text;
grant update (version, decided_by, decided_at, decision) on payment_case to samtrot_app;

-- What the money desk finds payments by, newest first.
create index payment_status on payment (status, number desc);
create index payment_price on payment (price_rappen, number desc);
create index payment_received on payment (received_rappen, number desc) where received_rappen is not null;
create index payment_created on payment (created_at);
create index payment_refund_waiting on payment_refund (created_at) where status = 'beauftragt';
