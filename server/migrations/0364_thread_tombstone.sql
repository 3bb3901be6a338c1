-- Locks account against writes for a moment, since a new table refers to it; no row is read.
-- The numbers of conversations that went with an account: who calls with one is understood (BOF-81).
create table thread_tombstone (
  id bigint primary key,
  account_id bigint not null references account on delete cascade,
  deleted_at timestamptz not null
);
create index thread_tombstone_account on thread_tombstone (account_id);
create index thread_tombstone_deleted on thread_tombstone (deleted_at);
comment on table thread is 'personal: Nachrichten an den Support; purpose: deine Fragen beantworten; basis: Vertrag oder unser Interesse, dir zu helfen (Bst. b und f); kept: 180 Tage, nachdem wir sie erledigt haben; offene, bis sie erledigt sind; längstens bis du dein Konto löschst (solche ohne Anmeldung gehören dazu, sobald du deine Adresse bestätigt hast); danach 180 Tage nur ihre Nummer';
comment on table thread_entry is 'personal: Nachrichten an den Support; purpose: deine Fragen beantworten; basis: Vertrag oder unser Interesse, dir zu helfen (Bst. b und f); kept: 180 Tage, nachdem wir sie erledigt haben; offene, bis sie erledigt sind; längstens bis du dein Konto löschst (solche ohne Anmeldung gehören dazu, sobald du deine Adresse bestätigt hast); danach 180 Tage nur ihre Nummer';
comment on table thread_file is 'personal: Nachrichten an den Support; purpose: deine Fragen beantworten; basis: Vertrag oder unser Interesse, dir zu helfen (Bst. b und f); kept: 180 Tage, nachdem wir sie erledigt haben; offene, bis sie erledigt sind; längstens bis du dein Konto löschst (solche ohne Anmeldung gehören dazu, sobald du deine Adresse bestätigt hast); danach 180 Tage nur ihre Nummer';
comment on table thread_tombstone is 'personal: Nachrichten an den Support; purpose: deine Fragen beantworten; basis: Vertrag oder unser Interesse, dir zu helfen (Bst. b und f); kept: 180 Tage, nachdem wir sie erledigt haben; offene, bis sie erledigt sind; längstens bis du dein Konto löschst (solche ohne Anmeldung gehören dazu, sobald du deine Adresse bestätigt hast); danach 180 Tage nur ihre Nummer';
