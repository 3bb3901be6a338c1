-- Images that something else than their owner keeps: a report, until it is deleted. Removing a row schedules the removal of its files.
create table kept_image (
  holder text not null,
  content_id text not null,
  widths integer[] not null,
  position integer not null,
  primary key (holder, content_id)
);
create index kept_image_content on kept_image (content_id);
create trigger image_left after delete on kept_image for each row execute function image_left();
comment on table kept_image is 'personal: Meldungen; purpose: Meldungen prüfen, entscheiden und den Entscheid belegen; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: bis 24 Monate nach dem Entscheid, auch wenn du dein Konto vorher löschst; Angaben der meldenden Person 6 Monate, ihre Netzadresse als Prüfsumme 30 Tage';
