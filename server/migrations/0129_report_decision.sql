-- How a report was decided: the sentences to both sides, and the hold that came of it.
alter table report
  add column hold_id bigint references hold,
  -- To the reporters, and to the owner.
  add column answer ciphertext,
  add column statement ciphertext,
  -- The rule that held it by itself, before a person decided.
  add column automatic boolean not null default false;
