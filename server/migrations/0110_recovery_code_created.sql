-- When each recovery code was made: what somebody else made is void once a change is taken back.
alter table recovery_code add column created_at timestamptz;
update recovery_code set created_at = second_factor.since
  from second_factor where second_factor.account_id = recovery_code.account_id;
update recovery_code set created_at = now() where created_at is null;
alter table recovery_code alter column created_at set not null;
