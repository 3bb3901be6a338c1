-- Since when the person wants the digest of the morning; null if she does not.
alter table staff add column digest_since timestamptz;

-- The days whose digest went out.
create table digest (
  day date primary key,
  made_at timestamptz not null
);
comment on table digest is 'not personal: on which days the digest of the house went out';
