create table image (
  id bigint generated always as identity (start with 30001) primary key,
  account_id bigint not null references account,
  inserat_id bigint not null references inserat,
  -- SHA-256 of the rebuilt picture; names the files and is the wire's cloudflare_id.
  content_id text not null,
  name text not null,
  width integer not null,
  height integer not null,
  -- Widths of the stored WebP files.
  widths integer[] not null,
  placeholder text not null,
  position integer not null,
  created_at timestamptz not null
);
create index image_inserat on image (inserat_id, position, id);
create index image_content on image (content_id);
