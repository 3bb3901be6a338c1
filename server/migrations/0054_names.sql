-- The field's words for what these tables hold; see docs/GLOSSARY.md.
alter table password_wish rename to password_reset_request;
alter table registration_wish rename to pending_registration;
alter index registration_wish_due rename to pending_registration_due;
alter index registration_wish_email rename to pending_registration_email;
alter index registration_wish_expires rename to pending_registration_expires;
alter table username_hold rename to reserved_username;
alter index username_hold_expires rename to reserved_username_expires;
alter index username_hold_email rename to reserved_username_email;
alter table spent_proof rename to used_challenge;
alter table used_challenge rename column riddle to challenge;
alter index spent_proof_expires rename to used_challenge_expires;
alter table session rename column proved_at to reauthenticated_at;
alter table mail rename column vanish to delete_after_send;

alter table payment_case drop constraint payment_case_kind_check;
update payment_case set kind = 'after_deletion', key = replace(key, 'after_closure:', 'after_deletion:') where kind = 'after_closure';
alter table payment_case add constraint payment_case_kind_check check (kind in
  ('differs', 'underpaid', 'overpaid', 'after_deletion', 'unknown', 'missing', 'not_credited', 'not_paid', 'refund_differs', 'chargeback',
   'carding', 'bank_unmatched', 'refund_by_hand'));
