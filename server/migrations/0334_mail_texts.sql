-- The signature of mails, and the sentences that stand in many of them. So far mails had no signature.
insert into text_version (text, number, state, content, valid_from, created_at, changed_at, decided_at)
select text, 1, 'released', btrim(content, E'\n'), valid_from::timestamptz, valid_from::timestamptz, valid_from::timestamptz, valid_from::timestamptz
  from (values
    ('mail_signature', '2026-11-29 00:00+01', ''),
    ('mail_sentences', '2026-11-29 00:00+01', $text$
Anrede
: Guten Tag

Nicht du
: Falls du das nicht warst, kannst du diese Nachricht löschen.

Antwortzeit
: Wir antworten dir innerhalb von {antwort}.

Schaltfläche
: Lässt sich die Schaltfläche nicht öffnen? Dann kopiere diese Adresse in deinen Browser:
$text$)
  ) first (text, valid_from, content);
