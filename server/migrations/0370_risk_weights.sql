-- Locks catalogue_version against reading and writing for a moment, while its few rows are checked again.
-- The points of signals are a list of the catalogue, too.
alter table catalogue_version drop constraint catalogue_version_list_check;
alter table catalogue_version add constraint catalogue_version_list_check
  check (list in ('packages', 'extras', 'banner_prices', 'club_prices', 'topup_packages', 'categories', 'offerings', 'cantons',
    'forbidden_phrases', 'risk_weights'));
insert into catalogue_version (list, number, state, content, valid_from, created_at, changed_at, decided_at)
values ('risk_weights', 1, 'released',
  '{"word_age": 70, "picture_of_held": 60, "phone_of_held": 60, "picture_elsewhere": 40, "chargeback": 40, "phone_elsewhere": 30,
    "phrase_near": 30, "report": 25, "first_thing": 20, "changed": 20, "account_new": 15, "contact_in_text": 10, "good_history": -30}',
  '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01');
