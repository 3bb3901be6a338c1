-- Pictures and videos that are safe to publish: what hangs where, what is on its way, and whose files go.

alter table image
  add column place text not null default 'inserat' check (place in ('inserat', 'story')),
  -- Perceptual hash: pictures that look alike differ in few of its bits. Null for what came before it was taken.
  add column phash bit(64),
  add column rating text not null default 'erotisch' check (rating in ('jugendfrei', 'erotisch', 'explizit')),
  -- The operator has said so; the advertiser can only be stricter.
  add column rating_fixed boolean not null default false,
  -- Of all its files, for the quota.
  add column bytes bigint not null default 0;
create unique index image_story on image (inserat_id) where place = 'story';
-- What is on a banner belongs to no story.
alter table image add constraint image_place check (place = 'inserat' or inserat_id is not null);
create index image_account on image (account_id);

-- A file on its way, in parts, until an action takes it or its time is up. Its bytes lie in the upload store under its id.
create table upload (
  id uuid primary key,
  account_id bigint not null references account,
  -- A draft that nobody touched goes with what was on its way to it.
  inserat_id bigint not null references inserat on delete cascade,
  kind text not null check (kind in ('image', 'video')),
  size bigint not null check (size > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- All bytes have arrived.
  finished_at timestamptz
);
create index upload_account on upload (account_id);
create index upload_inserat on upload (inserat_id);
create index upload_expires on upload (expires_at);

create table video (
  id bigint generated always as identity (start with 50001) primary key,
  account_id bigint not null references account,
  inserat_id bigint not null references inserat,
  place text not null check (place in ('inserat', 'story')),
  name text not null,
  position integer not null,
  status text not null default 'wartet' check (status in ('wartet', 'laeuft', 'bereit', 'gescheitert')),
  -- The upload from which it is rebuilt; null once that is done or given up. The raw file is never served.
  upload_id uuid unique,
  progress integer not null default 0 check (progress between 0 and 100),
  -- Code of why it failed.
  failure text,
  attempts integer not null default 0,
  -- Until then a worker has it; whoever finds it later takes it over.
  claimed_until timestamptz,
  -- SHA-256 of the largest file; names the files and is the wire's cloudflare_id.
  content_id text,
  width integer,
  height integer,
  -- Heights of the stored files, largest first.
  heights integer[] not null default '{}',
  duration_ms integer,
  bytes bigint not null default 0,
  rating text not null default 'erotisch' check (rating in ('jugendfrei', 'erotisch', 'explizit')),
  rating_fixed boolean not null default false,
  created_at timestamptz not null,
  check ((status = 'bereit') = (content_id is not null)),
  check ((status in ('wartet', 'laeuft')) = (upload_id is not null))
);
create index video_inserat on video (inserat_id, position, id);
create index video_account on video (account_id);
create index video_content on video (content_id);
create index video_waiting on video (created_at) where status in ('wartet', 'laeuft');
create unique index video_story on video (inserat_id) where place = 'story';

-- Files of any kind, by their names.
alter table file_removal add column names text[] not null default '{}';
update file_removal set names = array(select content_id || '-' || w || '.webp' from unnest(widths) w);
alter table file_removal drop column widths;
create or replace function image_left() returns trigger language plpgsql as $$
begin
  insert into file_removal (content_id, names, due_at)
  values (old.content_id, array(select old.content_id || '-' || w || '.webp' from unnest(old.widths) w), '-infinity')
  on conflict (content_id) do update set due_at = excluded.due_at,
    names = array(select distinct unnest(file_removal.names || excluded.names));
  return null;
end $$;
-- Raw bytes of an upload go with its row and with the video that was to be made of it.
create function video_left() returns trigger language plpgsql as $$
begin
  if old.content_id is not null then
    insert into file_removal (content_id, names, due_at)
    values (old.content_id, array[old.content_id || '-poster.webp']
              || array(select old.content_id || '-' || h || '.mp4' from unnest(old.heights) h), '-infinity')
    on conflict (content_id) do update set due_at = excluded.due_at,
      names = array(select distinct unnest(file_removal.names || excluded.names));
  end if;
  return null;
end $$;
create trigger video_left after delete on video for each row execute function video_left();

-- What a partner website shows at most.
alter table website add column accepts text not null default 'erotisch' check (accepts in ('jugendfrei', 'erotisch', 'explizit'));
-- Who has heard what a website may have forgets it.
create function delivery_website() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery', 'website');
  return null;
end $$;
create trigger delivery_website after update on website
  for each row when (old.* is distinct from new.*) execute function delivery_website();

-- Partner websites hear of videos as they do of pictures.
create trigger delivery_video after insert or delete on video
  for each row execute function delivery_track_image();
create trigger delivery_video_changed after update of status, rating, position, name on video
  for each row when (old.status = 'bereit' or new.status = 'bereit') execute function delivery_track_image();

-- Whether a stored file belongs to a paper.
create index paper_hash on paper (hash);
