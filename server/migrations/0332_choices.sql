-- What advertisers choose from are lists of the catalogue, too. An entry once offered stays in its list: ads name it by its number.
alter table catalogue_version drop constraint catalogue_version_list_check;
alter table catalogue_version add constraint catalogue_version_list_check
  check (list in ('packages', 'extras', 'banner_prices', 'club_prices', 'topup_packages', 'categories', 'offerings', 'cantons',
    'forbidden_phrases'));
insert into catalogue_version (list, number, state, content, valid_from, created_at, changed_at, decided_at)
select list, 1, 'released', content, '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01'
  from (values
    ('categories', (select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'offered', active) order by id) from category)),
    ('offerings', (select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'offered', active) order by id) from offering)),
    ('cantons', (select jsonb_object_agg(id, name) from canton))
  ) first (list, content);
alter table club drop constraint club_canton_fkey;
drop table category, offering, canton;
