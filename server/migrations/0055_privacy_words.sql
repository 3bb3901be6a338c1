-- The box of a discreet registration: '' is a box left empty, null a client that said nothing, whose switch stays as it is. Those that
-- wait from before were told apart by nothing; they end as they would have, switched off.
update pending_registration set newsletter_wording = '' where newsletter_wording is null;

-- The same as shared/src/legal/personal-data-rules.ts.
comment on table message is
  'personal: Nachrichten an den Support; purpose: deine Fragen beantworten; basis: Vertrag oder unser Interesse, dir zu helfen (Bst. b und f); kept: 180 Tage nach dem Eingang';
