-- Keys of persons of the house, for the calls by which they change something.
alter table idempotency
  alter column account_id drop not null,
  add column staff_id bigint references staff,
  add constraint idempotency_owner check (num_nonnulls(account_id, staff_id) = 1),
  add constraint idempotency_staff_id_key_hash_key unique (staff_id, key_hash);
