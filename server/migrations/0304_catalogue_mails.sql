-- A version whose approval ended without a release goes back to its draft, whoever or whatever ended it.
alter table catalogue_version add column missed_told_at timestamptz;
comment on column catalogue_version.missed_told_at is 'when people were told that it did not begin';
update catalogue_version set missed_told_at = changed_at where state = 'draft' and valid_from is not null;
drop index catalogue_version_due;
create index catalogue_version_missed on catalogue_version (valid_from)
  where state in ('submitted', 'draft') and missed_told_at is null;
create function catalogue_settle() returns trigger language plpgsql as $$
begin
  update catalogue_version v
     set state = case new.state when 'declined' then 'declined' else 'draft' end,
         decided_by = new.decided_by, decided_at = new.decided_at, note = coalesce(new.note, ''),
         approval_id = case new.state when 'declined' then v.approval_id end,
         valid_from = case new.state when 'withdrawn' then null else v.valid_from end
   where v.approval_id = new.id and v.state = 'submitted';
  return null;
end $$;
create trigger catalogue_settle after update of state on approval for each row
  when (new.operation = 'catalogue_release' and old.state = 'open' and new.state not in ('open', 'approved'))
  execute function catalogue_settle();

-- Who was looked at before a version with higher prices begins; told where the renewal costs more.
create table price_notice (
  catalogue_version_id bigint not null,
  thing text not null check (thing in ('inserat', 'banner')),
  thing_id bigint not null,
  at timestamptz not null,
  primary key (catalogue_version_id, thing, thing_id)
);
comment on table price_notice is 'not personal: which listing was compared with which prices';
