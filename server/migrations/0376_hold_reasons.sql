-- Locks catalogue_version against reading and writing for a moment, while its few rows are checked again.
-- What the house says of a reason of a hold is a list of the catalogue, too.
alter table catalogue_version drop constraint catalogue_version_list_check;
alter table catalogue_version add constraint catalogue_version_list_check
  check (list in ('packages', 'extras', 'banner_prices', 'club_prices', 'topup_packages', 'categories', 'offerings', 'cantons',
    'forbidden_phrases', 'hold_reasons', 'risk_weights'));
insert into catalogue_version (list, number, state, content, valid_from, created_at, changed_at, decided_at)
values ('hold_reasons', 1, 'released',
  '{
    "minderjaehrig": {"label":"Alter","sentence":"Dein Inserat weckt Zweifel am Alter. Bitte melde dich bei uns.","account_sentence":"In deinem Konto gibt es Zweifel am Alter. Bitte melde dich bei uns.","fields":["titel","beschreibung","name","story_title","text","club_name","bild"],"revise":false,"final":true,"refunds":false},
    "zwang": {"label":"Zwang","sentence":"Wir haben einen Hinweis auf Zwang erhalten. Bitte melde dich bei uns.","account_sentence":"","fields":[],"revise":false,"final":true,"refunds":false},
    "bilder_ohne_zustimmung": {"label":"Bild ohne Zustimmung","sentence":"Andere Leute darfst du nur mit ihrem Nachweis zeigen. Bitte ersetze das Bild.","account_sentence":"In deinem Konto stehen Bilder anderer Leute ohne ihren Nachweis.","fields":["bild"],"revise":true,"final":true,"refunds":false},
    "persoenliche_daten": {"label":"Persönliche Daten","sentence":"Der Text nennt persönliche Daten anderer Leute. Bitte nimm sie heraus.","account_sentence":"In deinem Konto stehen persönliche Daten anderer Leute.","fields":["titel","beschreibung","name","story_title","text","club_name","bild"],"revise":true,"final":true,"refunds":false},
    "betrug": {"label":"Betrug","sentence":"Wir haben einen begründeten Hinweis auf Betrug erhalten.","account_sentence":"","fields":[],"revise":false,"final":true,"refunds":false},
    "schutz": {"label":"Angebot ohne Schutz","sentence":"Angebote ohne Kondom und AO sind nicht erlaubt. Bitte ändere den Text.","account_sentence":"In deinem Konto stehen Angebote ohne Kondom oder AO. Sie sind nicht erlaubt.","fields":["titel","beschreibung","name","story_title","text","club_name","offerings"],"revise":true,"final":true,"refunds":false},
    "falsche_angaben": {"label":"Falsche Angaben","sentence":"Eine Angabe stimmt nach unserer Prüfung nicht. Bitte berichtige sie.","account_sentence":"Angaben in deinem Konto stimmen nach unserer Prüfung nicht.","fields":["titel","beschreibung","name","story_title","text","club_name","telefon","cantons","canton","categories","url","homepage","bild"],"revise":true,"final":true,"refunds":true},
    "bilder_regeln": {"label":"Bildregeln","sentence":"Ein Bild hält unsere Bildregeln nicht ein. Bitte ersetze es.","account_sentence":"Bilder in deinem Konto halten unsere Bildregeln nicht ein.","fields":["bild"],"revise":true,"final":false,"refunds":true},
    "kontakt_im_text": {"label":"Kontakt im Text","sentence":"Telefon und Webseite gehören in ihre Felder. Bitte nimm sie aus dem Text.","account_sentence":"In deinem Konto stehen Telefon oder Webseite in Texten statt in ihren Feldern.","fields":["titel","beschreibung","name","story_title","text","club_name"],"revise":true,"final":false,"refunds":true},
    "falsche_region": {"label":"Falsche Region","sentence":"Die Region passt nicht zu deinem Inserat. Bitte wähle die richtige.","account_sentence":"In deinem Konto passen Regionen nicht zu dem, was du anbietest.","fields":["cantons","canton","ort"],"revise":true,"final":false,"refunds":true},
    "doppelt": {"label":"Doppelt","sentence":"Dasselbe Angebot steht schon einmal online. Bitte lösche eines davon.","account_sentence":"In deinem Konto steht dasselbe Angebot mehrmals.","fields":[],"revise":true,"final":true,"refunds":true},
    "werbung_fremd": {"label":"Werbung für andere","sentence":"Das wirbt für ein fremdes Angebot. Bitte nimm die Werbung heraus.","account_sentence":"In deinem Konto steht Werbung für fremde Angebote.","fields":["titel","beschreibung","name","story_title","text","club_name","url","homepage","bild"],"revise":true,"final":true,"refunds":true},
    "konto_missbrauch": {"label":"Missbrauch des Kontos","sentence":"Dein Konto wurde gegen unsere Regeln verwendet.","account_sentence":"","fields":[],"revise":false,"final":true,"refunds":false},
    "anderes": {"label":"Anderer Grund","sentence":"","account_sentence":"","fields":["titel","beschreibung","name","story_title","text","club_name","telefon","cantons","canton","categories","url","homepage","bild"],"revise":true,"final":true,"refunds":true}
  }',
  '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01');
