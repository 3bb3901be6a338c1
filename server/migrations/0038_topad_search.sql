-- TopAds have an index of their words of their own: the index of all words had to gather every ad with a frequent word to find the few
-- TopAds among them. With it the T beside cantons and categories is not needed any more.
drop index inserat_search;
alter table inserat alter column search set expression as (
  delivery_words(name || ' ' || titel || ' ' || beschreibung, cantons, categories));
create index inserat_search on inserat using gin (search) where status = 'aktiv';
create index inserat_search_topad on inserat using gin (search) where status = 'aktiv' and topad_until is not null;
-- A column that is written anew has lost what the planner knew of it, and the new index is not chosen without.
analyze inserat;
