-- Why a session was ended by somebody, for the tab that still has its cookie. Kept until the session would have ended by itself.
create table ended_session (
  token_hash bytea primary key,
  reason text not null check (reason in ('device', 'change')),
  expires_at timestamptz not null
);
create index ended_session_expires on ended_session (expires_at);

comment on table session is 'personal: Anmeldungen; purpose: dich angemeldet lassen und dir zeigen, wo du angemeldet bist; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 30 Minuten nach der letzten Benutzung, längstens 24 Stunden; mit «Angemeldet bleiben» 30 Tage, längstens 90 Tage; oder bis du dich abmeldest';
comment on table reauthentication is 'personal: Anmeldungen; purpose: dich angemeldet lassen und dir zeigen, wo du angemeldet bist; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 30 Minuten nach der letzten Benutzung, längstens 24 Stunden; mit «Angemeldet bleiben» 30 Tage, längstens 90 Tage; oder bis du dich abmeldest';
comment on table ended_session is 'personal: Beendete Anmeldungen; purpose: dir in einem offenen Fenster sagen, warum du abgemeldet bist; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis die Anmeldung von selbst geendet hätte, längstens 90 Tage';
