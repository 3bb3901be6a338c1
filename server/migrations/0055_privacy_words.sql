-- The box of a discreet registration: '' is a box left empty, null a client that said nothing, whose switch stays as it is. Those that
-- wait from before were told apart by nothing; they end as they would have, switched off.
update pending_registration set newsletter_wording = '' where newsletter_wording is null;

-- The same as shared/src/legal/personal-data-rules.ts.
comment on table message is
  'personal: Nachrichten an den Support; purpose: deine Fragen beantworten; basis: Vertrag oder unser Interesse, dir zu helfen (Bst. b und f); kept: 180 Tage nach dem Eingang';
comment on table image is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table video is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table upload is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table file_removal is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table fixed_rating is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen und gleiche Bilder erkennen; basis: Vertrag; gleiche Bilder erkennen: überwiegendes Interesse (Bst. b und f); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
