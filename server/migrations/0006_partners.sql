-- Partner websites that show ads. Only the SHA-256 of a key is kept; the first characters help to recognise it.
create table website (
  id bigint generated always as identity primary key,
  name text not null unique,
  url text not null,
  status text not null default 'on' check (status in ('on', 'off')),
  created_at timestamptz not null
);
create table website_key (
  key_hash bytea primary key,
  website_id bigint not null references website on delete cascade,
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index website_key_website on website_key (website_id);
