-- Until when a deleted draft can be restored; then its texts and pictures are erased.
alter table inserat add column erase_at timestamptz;
create index inserat_erase on inserat (erase_at) where erase_at is not null;

-- Removed pictures of ads, as their rows were, while they can be restored.
create table removed_image (
  image_id bigint primary key,
  account_id bigint not null references account on delete cascade,
  inserat_id bigint not null references inserat on delete cascade,
  content_id text not null,
  widths integer[] not null,
  image jsonb not null,
  removed_at timestamptz not null,
  erase_at timestamptz not null
);
create index removed_image_account on removed_image (account_id);
create index removed_image_inserat on removed_image (inserat_id);
create index removed_image_content on removed_image (content_id);
create index removed_image_erase on removed_image (erase_at);
create trigger image_left after delete on removed_image for each row execute function image_left();

-- The same as shared/src/legal/personal-data-rules.ts.
comment on table inserat is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst, ein gelöschter Entwurf 10 Minuten länger, ein Entwurf, der nie online war, 180 Tage nach der letzten Änderung; danach bleibt eine Nummer ohne Inhalt';
comment on table cart is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst, ein gelöschter Entwurf 10 Minuten länger, ein Entwurf, der nie online war, 180 Tage nach der letzten Änderung; danach bleibt eine Nummer ohne Inhalt';
comment on table inserat_phase is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst, ein gelöschter Entwurf 10 Minuten länger, ein Entwurf, der nie online war, 180 Tage nach der letzten Änderung; danach bleibt eine Nummer ohne Inhalt';
comment on table push is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst, ein gelöschter Entwurf 10 Minuten länger, ein Entwurf, der nie online war, 180 Tage nach der letzten Änderung; danach bleibt eine Nummer ohne Inhalt';
comment on table effect is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst, ein gelöschter Entwurf 10 Minuten länger, ein Entwurf, der nie online war, 180 Tage nach der letzten Änderung; danach bleibt eine Nummer ohne Inhalt';
comment on table delivery_change is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst, ein gelöschter Entwurf 10 Minuten länger, ein Entwurf, der nie online war, 180 Tage nach der letzten Änderung; danach bleibt eine Nummer ohne Inhalt';
comment on table delivery_entry is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst, ein gelöschter Entwurf 10 Minuten länger, ein Entwurf, der nie online war, 180 Tage nach der letzten Änderung; danach bleibt eine Nummer ohne Inhalt';
comment on table image is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst, ein entferntes Bild 10 Minuten länger; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table removed_image is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst, ein entferntes Bild 10 Minuten länger; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table video is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst, ein entferntes Bild 10 Minuten länger; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table upload is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst, ein entferntes Bild 10 Minuten länger; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table file_removal is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst, ein entferntes Bild 10 Minuten länger; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table fixed_rating is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst, ein entferntes Bild 10 Minuten länger; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
