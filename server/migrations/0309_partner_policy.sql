-- What a website does not want to show: whole categories and cantons, places of banners, single ads and clubs.
alter table website
  add column unwanted_categories integer[] not null default '{}',
  add column unwanted_cantons text[] not null default '{}',
  add column banner_slots text[] not null default '{a1,a2,a3,a4}',
  -- Counts the changes of this and of its block list.
  add column policy_version integer not null default 0;
create table website_block (
  website_id bigint not null references website on delete cascade,
  kind text not null check (kind in ('inserat', 'club')),
  item_id bigint not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (website_id, kind, item_id)
);
comment on table website_block is 'personal: Wo etwas steht; purpose: dir zeigen, dass es ankam und wieder weg ist; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 400 Tage nach der letzten Meldung dazu, längstens bis du dein Konto löschst; angenommene Meldungen an Webseiten 30 Tage, aufgegebene 400 Tage';
drop trigger delivery_website on website;
create trigger delivery_website after update on website for each row
  when ((old.public_id, old.name, old.url, old.status, old.accepts, old.webhook_url, old.inserat_link, old.club_link, old.policy_version)
     is distinct from
        (new.public_id, new.name, new.url, new.status, new.accepts, new.webhook_url, new.inserat_link, new.club_link, new.policy_version))
  execute function delivery_website();
