-- The audit log is read by person, kind, object and time, newest first, page by page.
drop index audit_staff;
drop index audit_object;
create index audit_at on audit (at desc, id desc);
create index audit_actor on audit (actor, at desc, id desc);
create index audit_action on audit (action, at desc, id desc);
create index audit_object on audit (object, at desc, id desc);

-- Every hour all lines since the last checkpoint are hashed together with its hash: whoever keeps
-- one elsewhere can prove that no line before it was changed, added or taken out.
create table audit_checkpoint (
  id bigint generated always as identity primary key,
  last_line bigint not null unique,
  lines bigint not null,
  hash bytea not null,
  made_at timestamptz not null
);
comment on table audit_checkpoint is 'not personal: hashes over lines of the audit log';
create trigger audit_checkpoint_append_only before update or delete or truncate on audit_checkpoint
  for each statement execute function refuse_change();
revoke insert, update, delete, truncate on audit_checkpoint from samtrot_app;

-- The last line that is final: with all writers out for an instant, every smaller id is there or
-- will never be.
create function audit_watermark() returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  lock table audit in share mode;
  return (select max(id) from audit);
end $$;

-- The lines after one up to another, and one hash over all their columns in this order.
create function audit_digest(p_after bigint, p_up_to bigint, out lines bigint, out digest bytea)
language sql stable set search_path = pg_catalog, public as $$
  select count(*),
         coalesce(string_agg(sha256(convert_to(jsonb_build_array(
           id, extract(epoch from at), actor, staff_id, action, object, "right", reason,
           details, before, after, request)::text, 'UTF8')), ''::bytea order by id), ''::bytea)
    from audit where id > p_after and id <= p_up_to
$$;

-- Writes a checkpoint up to a watermark that was taken in a transaction before.
create function audit_checkpoint_up_to(watermark bigint, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  last audit_checkpoint;
  found_lines bigint;
  body bytea;
begin
  lock table audit_checkpoint in share row exclusive mode;
  select * into last from audit_checkpoint order by id desc limit 1;
  select lines, digest into found_lines, body
    from audit_digest(coalesce(last.last_line, 0), watermark);
  if found_lines > 0 then
    insert into audit_checkpoint (last_line, lines, hash, made_at)
    values (watermark, found_lines, sha256(coalesce(last.hash, ''::bytea) || body), p_at);
  end if;
  return found_lines;
end $$;
revoke execute on function audit_watermark(), audit_checkpoint_up_to(bigint, timestamptz) from public;
grant execute on function audit_watermark(), audit_checkpoint_up_to(bigint, timestamptz) to samtrot_app;
