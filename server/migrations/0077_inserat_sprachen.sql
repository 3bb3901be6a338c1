-- Languages spoken, as ISO 639-1 codes; the list of partner websites can be narrowed to one of them.
alter table inserat add column sprachen text[] not null default '{}';
create index inserat_sprachen on inserat using gin (sprachen) where status = 'aktiv';
