-- Every TopAd and story that was paid for, from when to when it runs, and what of it comes back. `inserat.topad_until` and
-- `story_until` stay what readers look at.
create table promotion (
  id bigint generated always as identity primary key,
  inserat_id bigint not null references inserat,
  account_id bigint not null references account,
  kind text not null check (kind in ('topAd', 'story')),
  from_at timestamptz not null,
  -- Cut off where the ad ended before.
  until_at timestamptz not null,
  -- Whole hours that were charged, and their price.
  hours integer not null check (hours between 1 and 24),
  price integer not null check (price > 0),
  -- The order that paid for it.
  cause text not null references booking_order (cause),
  -- For how long the ad was not online in that time because it ended or started late; what its owner hides counts as run.
  missed_ms bigint not null default 0 check (missed_ms >= 0),
  state text not null default 'due' check (state in ('due', 'done', 'refunded', 'cancelled')),
  settled_at timestamptz,
  -- Credits that came back for it.
  refunded integer not null default 0 check (refunded between 0 and price),
  check ((state = 'due') = (settled_at is null)),
  check (refunded = 0 or state = 'refunded')
);
create index promotion_due on promotion (until_at) where state = 'due';
create index promotion_of on promotion (inserat_id) where state = 'due';
create index promotion_account on promotion (account_id);
create index promotion_cause on promotion (cause);
revoke delete on promotion from samtrot_app;
revoke update on promotion from samtrot_app;
grant update (from_at, until_at, missed_ms, state, settled_at, refunded) on promotion to samtrot_app;

-- Those that run or wait at this moment: the newest order of each kind ends when the ad's does, the one before it a day earlier.
insert into promotion (inserat_id, account_id, kind, from_at, until_at, hours, price, cause)
select inserat_id, account_id, kind, until_at - interval '24 hours', until_at, 24, price, cause
  from (select i.id as inserat_id, i.account_id, item ->> 'key' as kind, (item ->> 'total')::integer as price, o.cause,
               case item ->> 'key' when 'topAd' then i.topad_until else i.story_until end
                 - (row_number() over (partition by i.id, item ->> 'key' order by o.id desc) - 1) * interval '24 hours' as until_at
          from inserat i join booking b on b.inserat_id = i.id join booking_order o on o.booking_id = b.id,
               jsonb_array_elements(o.items) item
         where i.status in ('geplant', 'aktiv', 'ausgeblendet') and item ->> 'key' in ('topAd', 'story')
           and (item ->> 'total')::integer > 0) bought
 where until_at > now();
