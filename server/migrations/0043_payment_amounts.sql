-- What really came of a payment, and ways on for one of which another amount came.
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check check (status in
  ('erstellt', 'offen', 'gutgeschrieben', 'abgelehnt', 'abgebrochen', 'verfallen', 'gescheitert', 'teilbezahlt', 'abweichend',
   'erstattet', 'zurueckbezahlt', 'rueckbelastet'));
alter table payment
  -- In francs, as the provider last told; null until something came, and for money of another currency.
  add column received_rappen integer check (received_rappen >= 0),
  -- What it counts for where it was settled with less than was asked for; price_rappen, credits and bonus stay what was asked.
  add column settled_rappen integer check (settled_rappen > 0),
  add column settled_credits integer check (settled_credits > 0),
  add column settled_bonus integer check (settled_bonus >= 0),
  -- The payer wants the money back; the house decides.
  add column refund_wished_at timestamptz;
update payment set received_rappen = price_rappen where status in ('gutgeschrieben', 'erstattet', 'rueckbelastet');
grant update (received_rappen, settled_rappen, settled_credits, settled_bonus, refund_wished_at) on payment to samtrot_app;

-- 'ueberschuss': what was paid beyond the price goes back, no credits with it.
alter table payment_refund drop constraint payment_refund_kind_check;
alter table payment_refund add constraint payment_refund_kind_check check (kind in ('erstattung', 'rueckbelastung', 'ueberschuss'));

alter table payment_case drop constraint payment_case_kind_check;
alter table payment_case add constraint payment_case_kind_check check (kind in
  ('differs', 'underpaid', 'overpaid', 'after_closure', 'unknown', 'missing', 'not_credited', 'not_paid', 'refund_differs', 'chargeback',
   'carding', 'bank_unmatched', 'refund_by_hand'));
