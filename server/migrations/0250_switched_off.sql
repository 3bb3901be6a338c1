-- Questions about what is free and can be undone that its owner has switched off.
alter table account add column switched_off text[] not null default '{}';
