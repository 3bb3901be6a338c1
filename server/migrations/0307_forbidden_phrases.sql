-- Phrases that the house forbids, beside the offers that are always recognised; the first ones are of those.
alter table catalogue_version drop constraint catalogue_version_list_check;
alter table catalogue_version add constraint catalogue_version_list_check
  check (list in ('packages', 'extras', 'banner_prices', 'club_prices', 'topup_packages', 'forbidden_phrases'));
insert into catalogue_version (list, number, state, content, valid_from, created_at, changed_at, decided_at)
values ('forbidden_phrases', 1, 'released',
  '[{"id": 1, "phrase": "ohne Kondom"}, {"id": 2, "phrase": "ohne Gummi"}, {"id": 3, "phrase": "ohne Schutz"}, {"id": 4, "phrase": "AO Service"}]',
  '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01');

-- A phrase that begins to count is looked for in what is online, a part each minute.
alter table review drop constraint review_cause_check;
alter table review add constraint review_cause_check check (cause in ('new', 'changed', 'resubmitted', 'sample', 'phrase'));
create table phrase_search (
  catalogue_version_id bigint primary key,
  -- The last thing that was looked at.
  thing text not null default '',
  thing_id bigint not null default 0,
  done_at timestamptz
);
comment on table phrase_search is 'not personal: how far new phrases were looked for';
