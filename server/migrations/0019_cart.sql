-- What an advertiser is putting together for an ad, as far as it has a price. Never a price itself: that is computed on reading.
create table cart (
  -- One for each ad, and an ad has one owner. Goes with a swept blank draft.
  inserat_id bigint primary key references inserat on delete cascade,
  account_id bigint not null references account on delete cascade,
  base_package text not null,
  regions integer not null check (regions >= 0),
  categories integer not null check (categories >= 0),
  daily_pushes integer not null check (daily_pushes >= 0),
  dated_pushes integer not null check (dated_pushes >= 0),
  planned boolean not null,
  topad boolean not null,
  colour boolean not null,
  story boolean not null,
  updated_at timestamptz not null
);
create index cart_newest on cart (account_id, updated_at desc);
grant select, insert, update, delete on cart to samtrot_app;
-- An ad's cart stays with its ad and its owner.
revoke update on cart from samtrot_app;
grant update (base_package, regions, categories, daily_pushes, dated_pushes, planned, topad, colour, story, updated_at)
  on cart to samtrot_app;
