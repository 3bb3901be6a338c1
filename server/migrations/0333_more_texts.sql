-- Questions, office hours, contact lines and help lines are texts of the house, too. What the pages said before is the first version.
insert into text_version (text, number, state, content, valid_from, created_at, changed_at, decided_at)
select text, 1, 'released', btrim(content, E'\n'), valid_from::timestamptz, valid_from::timestamptz, valid_from::timestamptz, valid_from::timestamptz
  from (values
    ('hours', '2026-11-29 00:00+01', $text$
Montag bis Freitag
: 09:00–12:00 und 13:00–17:00
$text$),
    ('contact', '2026-11-29 00:00+01', $text$
E-Mail
: [{email}](mailto:{email})

Telefon
: [{telefon}](tel:{telefon})

{buerozeiten}

Antwort
: Innerhalb von {antwort}
$text$),
    ('helplines', '2026-11-29 00:00+01', $text$
# Ist jemand in Gefahr?

Ruf [117](tel:117) an. Beratung: ACT212, [0840 212 212](tel:0840212212).
$text$),
    ('faq', '2026-11-29 00:00+01', $text$
# Häufige Fragen

## Samtrot und dein Konto

### Was ist Samtrot?

Samtrot ist ein Portal für Inserate, Banner und Clubs in der Schweiz. Du erstellst sie hier, und sie erscheinen auf unseren Partner-Webseiten.

### Wer darf Samtrot nutzen?

Nur Erwachsene ab 18 Jahren. Das gilt für dich und für alle Personen auf deinen Bildern.

### Wie eröffne ich ein Konto?

Registriere dich mit Benutzername, E-Mail-Adresse und Passwort. Das ist gratis.

Danach bekommst du eine E-Mail mit einem Link. Damit bestätigst du deine Adresse. Keine E-Mail da? Sieh auch im Spam-Ordner nach.

### Ich habe mein Passwort vergessen. Was nun?

Öffne die Anmeldung und wähle «Passwort vergessen?». Gehört die Adresse zu einem Konto, bekommst du einen Link für ein neues Passwort.

### Wie bekomme ich eine Kopie meiner Daten?

Im Profil unter «Sicherheit», «Meine Daten». Wir stellen alles als ZIP zusammen: Inserate, Bilder, Guthaben, Belege, Nachrichten und Protokoll, mit einer Erklärung dazu.

Das dauert meist wenige Minuten. Wir schreiben dir, wenn es bereit ist. Du kannst es {kopie_tage} Tage lang herunterladen, mit deinem Passwort oder Passkey.

Neu zusammenstellen lässt es sich {kopien_am_tag}-mal am Tag. {adresse_geaendert}

### Wie lösche ich mein Konto?

Im Profil, mit deinem Passwort oder Passkey. {adresse_geaendert} Löschst du es, gehen deine Inserate, Banner und Clubs sofort offline, und du bist überall abgemeldet.

{bedenkzeit_stunden} Stunden lang kannst du es dir noch anders überlegen: Melde dich an oder nimm den Link in unserer Mail, und wähle «Konto behalten». Danach sind deine Angaben gelöscht.

Dein restliches Guthaben verfällt. Es wird nicht ausbezahlt. Buchungen behalten wir ohne deinen Namen, weil das Gesetz es verlangt. Meldungen und unsere Entscheide bleiben eine Zeit lang; wie lange, steht unter «Datenschutz».

## Guthaben und Zahlung

### Was sind Credits?

Mit Credits bezahlst du auf Samtrot. 1 Credit ist CHF 1.-. Du lädst dein Guthaben im Voraus auf und siehst vor jeder Buchung den Preis.

### Wie kann ich bezahlen?

Die Zahlungsarten von Samtrot sind {zahlungsarten}.

Welche davon für deine Zahlung offen sind, siehst du auf der Zahlungsseite. Deine Kartendaten gehen nur an den Zahlungsanbieter, nie an uns.

### Wann sind meine Credits da?

Sobald der Zahlungsanbieter die Zahlung bestätigt, meistens sofort. Eine Überweisung dauert länger: {ueberweisung_dauer} So lange steht sie im Verlauf als «Ausstehend».

### Gibt es einen Bonus?

Ja. Zu grösseren Beträgen bekommst du Bonus-Credits dazu. Wie viele, steht beim Aufladen neben dem Betrag.

### Wie löse ich einen Gutschein ein?

Gib den Code unter «Guthaben» ein. Die Credits kommen sofort dazu. Jeder Gutschein gilt einmal pro Konto.

Nach {gutschein_versuche} Versuchen in {gutschein_sekunden} Sekunden musst du kurz warten.

### Bekomme ich Geld zurück?

Nein. Gutgeschriebenes Guthaben wird auf Wunsch nicht zurückerstattet und nicht ausbezahlt.

{rueckerstattung}

{betraege}

Kann eine Banküberweisung nicht verbucht werden, geht sie an das Konto zurück, von dem sie kam. Die Auszahlung dauert {auszahlung_dauer}.

### Ist die Mehrwertsteuer inbegriffen?

Ja. Alle Preise sind inkl. MwSt. Sie fällt an, wenn du mit Credits etwas kaufst, nicht schon beim Aufladen, und steckt in dem, was du für diese Credits bezahlt hast. Bonus, Gutscheine und geschenkte Credits enthalten keine. Wie viel es ist, steht im Verlauf und im Monatsauszug.

### Wo finde ich meine Belege?

Unter «Guthaben» bei «Belege»: ein Beleg für jede Aufladung, ein Auszug für jeden vergangenen Monat und der ganze Verlauf als Tabelle (CSV). Dein Name steht auf keinem davon.

Die Tabelle hat eine Zeile für jede Bewegung deines Guthabens: Datum, Zeit, Art und Text, Eingang, Ausgang und Saldo in Credits, was in CHF dafür bezahlt wurde, die enthaltene MwSt. mit ihrem Satz, Belegnummer, Zahlungsart und Bestellnummer. Zahlungen ohne Credits stehen nur im Verlauf.

## Inserate

### Was kostet ein Inserat?

Ein Gratis-Inserat kostet nichts. Du kannst pro Tag eines aufgeben und es einmal am Tag {rueckzug_minuten} Minuten lang zurückziehen. Premium beginnt bei {preis_tag} für 1 Tag, 1 Monat kostet {preis_monat}.

Gratis: {gratis_umfang}. Premium: {premium_umfang}. Jede weitere Region oder Kategorie kostet {preis_region}.

### Wie lange ist mein Inserat online?

Ein Gratis-Inserat ist {gratis_tage} Tage online. Ein Premium-Inserat läuft so lange, wie du wählst: von 1 Tag bis 1 Monat.

Am Ende läuft es ab. Du findest es dann unter «Abgelaufen» und kannst es neu aufgeben.

### Was bedeuten Aktiv, Geplant, Entwurf, Ausgeblendet und Abgelaufen?

Aktiv: Dein Inserat ist auf den Partner-Webseiten zu sehen.

Geplant: Es geht zu deiner Wunschzeit online. Das gibt es mit Premium und kostet {preis_planung}.

Entwurf: Nur du siehst es. Es kostet nichts. War er nie online, löschen wir ihn {entwurf_tage} Tage nach der letzten Änderung.

Ausgeblendet: Du hast es von den Partner-Webseiten genommen. Es steht bei den Entwürfen und lässt sich wieder einblenden.

Abgelaufen: Seine Zeit ist um.

### Kann ich mein Inserat ausblenden?

Ja, solange es aktiv ist. Es verschwindet sofort von den Partner-Webseiten. Einblenden kostet nichts.

Bei Premium bleibt die Laufzeit so lange stehen, insgesamt bis zu {ausblenden_tage} Tage. Bei Gratis-Inseraten läuft sie weiter.

### Was ist die Auto-Reaktivierung?

Mit Premium kann dein Inserat am Ende von selbst neu starten, mit dem gleichen Paket. Der Preis wird dann neu abgebucht.

Reicht dein Guthaben nicht, läuft es ab, und du bekommst eine E-Mail, ausser du hast Nachrichten ausgeschaltet. Die Auto-Reaktivierung kannst du jederzeit ausschalten.

### Wie wird mein Inserat besser gesehen?

Mit Extras: Push ab {preis_push}, Story für {zahl_story}, Farbe für {zahl_farbe} und TopAd für {preis_topad}. TopAd und Story gelten {extra_stunden} Stunden, oder für einen Teil des Preises so viele, wie dein Inserat noch läuft.

### Was ist nicht erlaubt?

Einige Angebote sind verboten. Welche, steht oben im Formular des Inserats. Erkennt ein Programm sie im Text, wird das Inserat nicht veröffentlicht, und du erfährst, welches Feld du ändern musst.

### Prüft ihr mein Inserat, und was ist, wenn ihr es sperrt?

{sperren}

## Banner und Clubs

### Was kostet ein Banner, und wie lange läuft er?

Ein Banner kostet pro Monat ab {preis_banner}, je nach Typ und Zahl der Webseiten. Du wählst {banner_monate}.

Am Ende läuft er ab oder wird mit der Auto-Reaktivierung für gleich viele Monate neu gebucht.

### Kann ich einen Banner ausblenden?

Ja, solange er aktiv ist. Die Laufzeit läuft weiter. Bis zu ihrem Ende kannst du ihn gratis wieder einblenden. Ausgeblendet wird er nicht automatisch neu gebucht.

### Was kostet ein Club, und wie lange läuft er?

Ein Club kostet {preis_club} pro Monat und steht auf allen Partner-Webseiten. Du wählst {club_monate} und kannst jederzeit verlängern.

Von selbst verlängert er sich nicht, und einzeln ausblenden lässt er sich nicht.

### Was bekomme ich zurück, wenn ich einen Banner oder Club lösche?

{rueckerstattung_geplant}

Läuft er schon, wird für die restliche Laufzeit nichts erstattet.

### Was sehen Besucher von meinem Club?

Name, Texte, Adresse, Telefonnummer, Webseite, Öffnungszeiten und Bilder. Den Namen der Kontaktperson sehen sie nie.

## Diskretion und Hilfe

### Was passiert mit meinen Fotos?

Bevor jemand ein Foto sieht, entfernen wir alle versteckten Angaben: Ort, Zeit und Gerät. Die hochgeladene Datei löschen wir danach. Du kannst es vorher zuschneiden oder ein Gesicht verdecken. Das geschieht auf deinem Gerät.

{einstufung}

In deinem Konto sind Bilder verdeckt, solange die Diskret-Ansicht an ist. Tippst du eines an, siehst du es kurz. Nur die Vorschau zeigt sie wie den Besuchern, bis du dort «Verdecken» wählst.

### Sieht man meinen E-Mails an, worum es geht?

Nein. Betreff und Vorschau sind neutral und nennen weder das Portal noch dein Inserat. Auch der Titel im Browser nennt nie dein Inserat.

Unter «Sicherheit», «Diskretion» machst du auch Titel und Symbol neutral. «Schnell weg» zeigt sofort eine neutrale Seite und meldet dich ab, wenn du nichts anderes gewählt hast.

Im Profil kannst du einstellen, welche E-Mails du bekommst. Den Newsletter bekommst du nur, wenn du ihn bestätigt hast.

### Wann bekomme ich eine Antwort?

Wir antworten dir innerhalb von {antwort}. Du erreichst uns {buerozeiten}.

Jede Nachricht bekommt eine Nummer wie S-10042. Nenne sie, wenn du uns noch einmal schreibst.

### Wie lange behaltet ihr meine Nachricht?

{nachricht_tage} Tage, nachdem wir sie erledigt haben, wird sie gelöscht. Offene bleiben, bis sie erledigt sind. Löschst du dein Konto, geht sie mit; eine ohne Anmeldung gehört dazu, sobald du deine Adresse bestätigt hast. E-Mails an uns liegen zudem in unserem Postfach, das wir von Hand leeren.
$text$)
  ) first (text, valid_from, content);
