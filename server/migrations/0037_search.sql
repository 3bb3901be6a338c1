-- Words are found in any of their forms, with and without umlauts, and, where nothing is found, as they were probably meant.
create extension if not exists pg_trgm;

-- The same as `foldWords` in shared/src/delivery/rules.ts: ä, ae and a are one letter, and so are accented ones.
create function delivery_fold(words text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    replace(regexp_replace(normalize(lower(words collate pg_c_utf8), NFD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'),
    '([aou])e', '\1', 'g')
$$;
create or replace function delivery_words(words text, cantons text[], categories integer[]) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple',
      regexp_replace(delivery_fold(regexp_replace(words, '<[^>]*>|&[a-z]+;', ' ', 'g')) collate pg_c_utf8, '[^[:alnum:]]+', ' ', 'g'))
    || array_to_tsvector(cantons || array(select 'K' || c from unnest(categories) c))
$$;
-- The old words are folded too.
drop index inserat_search;
alter table inserat alter column search set expression as (
  delivery_words(name || ' ' || titel || ' ' || beschreibung, cantons, categories)
    || case when topad_until is null then ''::tsvector else array_to_tsvector('{T}') end);
create index inserat_search on inserat using gin (search) where status = 'aktiv';

-- A word that is looked for is cut to its German stem, and every word that begins with it is found. No word is too common to be looked for.
create text search dictionary delivery_stem (template = snowball, language = german);
create text search configuration delivery_query (copy = simple);
alter text search configuration delivery_query
  alter mapping for asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
  with delivery_stem;

-- The words of the ads that were lifted last, made anew every few minutes: what a word that is found nowhere may have meant.
create table delivery_word (
  word text collate "C" primary key,
  ads integer not null
);
create index delivery_word_like on delivery_word using gin (word gin_trgm_ops);
