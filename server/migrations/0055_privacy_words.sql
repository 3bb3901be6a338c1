-- The box of a discreet registration: '' is a box left empty, null a client that said nothing, whose switch stays as it is. Those that
-- wait from before were told apart by nothing; they end as they would have, switched off.
update pending_registration set newsletter_wording = '' where newsletter_wording is null;
