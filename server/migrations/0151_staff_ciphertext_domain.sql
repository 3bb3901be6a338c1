-- The domain says what the checks said, and the program's types follow it.
alter table staff
  drop constraint staff_email_encrypted,
  alter email type ciphertext;
alter table staff_factor
  drop constraint staff_factor_secret_encrypted,
  drop constraint staff_factor_new_secret_encrypted,
  alter secret type ciphertext,
  alter new_secret type ciphertext;
