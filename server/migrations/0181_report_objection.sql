-- A reporter or the owner does not agree with a decision: it is open again for another person, once.
alter table report
  add column objected_at timestamptz,
  add column objected_by text check (objected_by in ('reporter', 'owner')),
  add column objection ciphertext,
  -- The decision before; its sentences stand in the audit log.
  add column first_state text check (first_state in ('justified', 'unjustified')),
  add column first_decided_at timestamptz,
  add column first_decided_by bigint references staff,
  add check (num_nulls(objected_at, objected_by, first_state, first_decided_at) in (0, 4));
