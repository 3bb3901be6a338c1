-- «Wo findet man dich?» has three answers: region (neither), place (ort_anzeigen), address (both). Older ads keep what they had.
alter table inserat add column ort_anzeigen boolean not null default false,
  -- When somebody can be reached: lines of days and hours, or by appointment.
  add column erreichbar jsonb not null default '{"zeiten": [], "nach_absprache": false}';
alter table inserat alter column adresse_anzeigen set default false;
update inserat set adresse_anzeigen = false where adresse_anzeigen and status in ('leer', 'geloescht');
update inserat set ort_anzeigen = true where adresse_anzeigen;
alter table inserat add check (ort_anzeigen or not adresse_anzeigen);
