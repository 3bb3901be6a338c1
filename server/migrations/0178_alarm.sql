-- What is wrong right now and whether somebody was told; the row goes when it is well again.
create table alarm (
  kind text primary key
    check (kind in ('worker', 'mail', 'disk', 'audit_chain', 'urgent_report')),
  raised_at timestamptz not null,
  -- When it is mailed once more; null after that.
  repeat_at timestamptz
);
comment on table alarm is 'not personal: what is wrong in the house right now';

-- The last check of all checkpoints of the audit log, with the lines between which it is broken.
create table audit_chain_check (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  broken_after bigint,
  broken_up_to bigint
);
comment on table audit_chain_check is 'not personal: when the audit log was last checked, and what was found';
