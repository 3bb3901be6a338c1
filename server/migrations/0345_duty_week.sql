-- Who is on duty in which week; a week without a row has DUTY_EMAIL alone.
create table duty_week (
  -- Its Monday, YYYY-MM-DD.
  week text primary key check (week ~ '^\d{4}-\d\d-\d\d$' and extract(isodow from week::date) = 1),
  staff_id bigint not null references staff
);
comment on table duty_week is 'personal: Mitarbeitende; purpose: den Betrieb schützen und zeigen, wer was getan hat; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie das Protokoll, in dem ihr Name steht';
