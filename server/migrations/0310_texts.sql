-- Texts that the house changes: what the law asks for first. A released version never changes; which one is valid follows from its date.
create table text_version (
  id bigint generated always as identity primary key,
  text text not null,
  number integer not null check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'submitted', 'released', 'declined')),
  content text not null,
  -- The version that it was drafted from.
  based_on bigint references text_version,
  valid_from timestamptz,
  created_by bigint references staff,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Counts the savings of a draft.
  saved integer not null default 0,
  submitted_by bigint references staff,
  submitted_at timestamptz,
  approval_id bigint references approval,
  decided_by bigint references staff,
  decided_at timestamptz,
  note text not null default '',
  unique (text, number),
  check (state = 'draft' or valid_from is not null)
);
comment on table text_version is 'personal: Mitarbeitende; purpose: den Betrieb schützen und zeigen, wer was getan hat; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie das Protokoll, in dem ihr Name steht';
-- Two versions of a text do not begin at the same moment.
create unique index text_version_begins on text_version (text, valid_from) where state in ('submitted', 'released');
create index text_version_approval on text_version (approval_id) where approval_id is not null;
revoke delete, truncate on text_version from samtrot_app;

create function text_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a released version of a text never changes';
end $$;
create trigger text_version_stays before update or delete on text_version
  for each row when (old.state in ('released', 'declined')) execute function text_version_stays();

-- A version whose approval ended without a release goes back to its draft, whoever or whatever ended it.
create function text_settle() returns trigger language plpgsql as $$
begin
  update text_version v
     set state = case new.state when 'declined' then 'declined' else 'draft' end,
         decided_by = new.decided_by, decided_at = new.decided_at, note = coalesce(new.note, ''),
         approval_id = case new.state when 'declined' then v.approval_id end,
         valid_from = case new.state when 'withdrawn' then null else v.valid_from end
   where v.approval_id = new.id and v.state = 'submitted';
  return null;
end $$;
create trigger text_settle after update of state on approval for each row
  when (new.operation = 'text_release' and old.state = 'open' and new.state not in ('open', 'approved'))
  execute function text_settle();

-- The version of a text that is valid then; the first one is until another begins.
create function text_valid(of_text text, at timestamptz) returns bigint stable language sql as $$
  select id from text_version
   where text = of_text and state = 'released' and (valid_from <= at or number = 1)
   order by valid_from desc limit 1
$$;

-- What the pages said before is the first version.
insert into text_version (text, number, state, content, valid_from, created_at, changed_at, decided_at)
select text, 1, 'released', btrim(content, E'\n'), valid_from::timestamptz, valid_from::timestamptz, valid_from::timestamptz, valid_from::timestamptz
  from (values
    ('imprint', '2026-11-24 00:00+01', $text$
# Impressum

Wer dieses Portal betreibt und wie du uns erreichst.

## Betreiberin {#betreiberin}

{adresse}

Telefon: [{telefon}](tel:{telefon})

## Register und Vertretung {#register}

Eingetragen im
: {register}

UID
: {uid}

Vertreten durch
: {vertretung}

## Jugendschutz {#jugendschutz}

Dieses Portal richtet sich nur an Personen ab 18 Jahren. Die öffentlichen Seiten und die Seiten deines Kontos tragen das RTA-Kennzeichen (Restricted to Adults), damit Schutzprogramme sie erkennen.

## Inhalte melden {#meldung}

Verletzt ein Inserat, ein Banner oder ein Club das Gesetz oder deine Rechte, melde es über die [Kontaktseite](/kontakt) oder ein Inserat oder einen Club mit «Inserat melden» oder «Club melden» auf der Seite, wo du ihn siehst. Nenne auf der Kontaktseite die Nummer oder die Adresse der Seite. Wir prüfen jede Meldung und nehmen Rechtswidriges offline.

## Haftung für Inhalte und Links {#haftung}

Für den Inhalt eines Inserats, eines Banners oder eines Clubs ist verantwortlich, wer es aufgegeben oder bestellt hat. Links führen auf Seiten, die andere betreiben. Für deren Inhalt sind wir nicht verantwortlich.

## Urheberrecht {#urheberrecht}

Texte, Gestaltung und Programme des Portals gehören der Betreiberin oder ihren Lizenzgebern. Texte und Bilder eines Inserats, eines Banners oder eines Clubs gehören der Person, die es aufgegeben hat.
$text$),
  ('terms', '2026-11-24 00:00+01', $text$
# Rechtliches

Die Bedingungen, zu denen du das Portal nutzt.

## Geltung {#geltung}

Diese Bedingungen gelten zwischen {firma}, {ort} («wir»), und allen, die auf diesem Portal ein Konto haben («du»). Mit der Registrierung nimmst du sie an. Eigene Bedingungen von dir gelten nur, wenn wir ihnen schriftlich zugestimmt haben.

## Mindestalter und Konto {#alter}

- Du bist mindestens 18 Jahre alt und handlungsfähig. Auch alle abgebildeten Personen sind mindestens 18 Jahre alt.
- Du arbeitest selbstbestimmt, aus freiem Willen und mit den nötigen Bewilligungen.
- Deine Angaben sind richtig, und du liest die E-Mails an deine Adresse.
- Dein Konto gehört dir allein. Gib dein Passwort niemandem. Bemerkst du einen Missbrauch, ändere es und melde es uns.

## Was wir tun {#leistung}

Du gibst Inserate auf, bestellst Banner oder trägst Clubs ein. Wir zeigen sie während der gewählten Laufzeit auf den Partner-Webseiten, die eingeschaltet sind. Welche das sind, steht auf der Startseite und in deinem Konto. Die Liste kann sich ändern.

{einstufung}

Wir vermitteln keine Verträge und sind an Abmachungen zwischen dir und anderen nicht beteiligt. Für eine bestimmte Zahl von Aufrufen oder Anfragen stehen wir nicht ein.

## Laufzeit, Ausblenden und Verlängerung {#laufzeit}

- **Inserate** laufen gratis {gratis_tage} Tage, mit Premium 1 Tag bis 1 Monat. Einen Entwurf, der nie online war, löschen wir {entwurf_tage} Tage nach der letzten Änderung. Blendest du eines aus, steht die Laufzeit von Premium still, insgesamt bis zu {ausblenden_tage} Tage; die eines Gratis-Inserats läuft weiter. Mit der Auto-Reaktivierung startet ein Premium-Inserat am Ende neu und kostet wieder seinen Preis.
- **Banner** laufen {banner_monate} auf den Webseiten, die du wählst. Blendest du einen aus, läuft die Zeit weiter; bis zum Ende kannst du ihn wieder einblenden. Mit der Auto-Reaktivierung wird er am Ende für gleich viele Monate neu gebucht, ausgeblendet nicht.
- **Clubs** laufen {club_monate} auf allen Partner-Webseiten. Sie lassen sich nicht einzeln ausblenden und verlängern sich nicht von selbst. Du kannst sie jederzeit um ganze Monate verlängern.
- Schaltest du alles auf einmal offline, steht die Zeit von Clubs und von Bannern, die nicht schon ausgeblendet waren, so lange still. Für Inserate gilt dasselbe wie beim Ausblenden.
- Reicht dein Guthaben für eine automatische Verlängerung nicht, endet die Laufzeit.

## Guthaben und Preise {#guthaben}

- Du zahlst im Voraus. 1 Credit entspricht 1 CHF.
- Der Preis steht vor jeder Bestellung da, Zeile für Zeile. Abgebucht wird genau, was du bestätigst.
- Preise sind Endpreise in Schweizer Franken. Was du für Credits bezahlt hast, enthält {mwst} Mehrwertsteuer, sobald du damit etwas kaufst. Bonus, Gutscheine und geschenkte Credits haben nichts gekostet und enthalten keine.
- Eine Aufladung ist ein Zahlungsmittel. Auf sie wird keine Mehrwertsteuer erhoben.
- Bonus und Gutscheine sind Credits ohne Gegenwert in Geld. Einen Gutschein löst jedes Konto einmal ein.
- Guthaben verfällt nicht, solange das Konto besteht. Es ist nicht übertragbar und wird nicht ausbezahlt, ausser wir kündigen ohne Anlass.
- {betraege}
- {rueckerstattung}

Bleibt eine Leistung aus, die wir zu vertreten haben, schreiben wir dir ihren Preis als Credits gut. Zwingende gesetzliche Ansprüche bleiben bestehen.

## Regeln für Inhalte {#inhalte}

Du bist für deine Inserate, Banner und Clubs verantwortlich. Nicht erlaubt sind:

- Angebote mit Minderjährigen oder der Anschein davon
- Angebote unter Zwang oder für Personen, die nicht selbst entscheiden
- Angebote ohne Schutz; einen Text, in dem ein Programm sie erkennt, lehnen wir beim Aufgeben ab
- Bilder und Angaben anderer Personen ohne deren Einwilligung
- falsche Angaben, fremde Telefonnummern, Beleidigungen und Drohungen
- alles, was das Gesetz verbietet, besonders nach dem Strafgesetzbuch

Wir dürfen sie prüfen, ablehnen, ändern lassen oder offline nehmen, wenn sie gegen diese Regeln verstossen:

- {sperren}

Bei schweren Verstössen können wir das Konto sperren oder schliessen. Straftaten zeigen wir an.

## Rechte an Texten und Bildern {#rechte}

Deine Texte und Bilder bleiben deine. Du erlaubst uns und den Partner-Webseiten, sie während der Laufzeit zu zeigen, dafür zu verkleinern und in andere Formate umzuwandeln. Die Erlaubnis endet, wenn das Inserat offline geht. Das gilt für Banner und Clubs genauso. Du versicherst, dass du sie geben darfst.

## Partner-Webseiten {#partner}

Partner-Webseiten werden von anderen betrieben. Sie sind verpflichtet, Inserate, Banner und Clubs zu entfernen, sobald wir es ihnen melden. Kopien, die Dritte ohne Erlaubnis anfertigen, können wir nicht verhindern.

## Verfügbarkeit {#verfuegbarkeit}

Wir betreiben das Portal mit Sorgfalt. Unterbrüche für Wartung oder durch Störungen sind möglich. Wer darauf angewiesen ist, gibt ein Inserat nicht in letzter Minute auf.

## Haftung {#haftung}

Wir haften für Schäden, die wir absichtlich oder grobfahrlässig verursachen. Für leichte Fahrlässigkeit, für Hilfspersonen, für entgangenen Gewinn und für Handlungen Dritter ist die Haftung ausgeschlossen, soweit das Gesetz es erlaubt. Erheben Dritte wegen deiner Inhalte Ansprüche gegen uns, stellst du uns davon frei, wenn du sie zu verantworten hast.

## Ende des Vertrags {#ende}

Du kannst dein Konto im Profil löschen. {adresse_geaendert} Löschst du es, gehen Inserate, Banner und Clubs sofort offline. {bedenkzeit_stunden} Stunden lang kannst du es noch behalten; danach **verfällt dein Restguthaben ohne Rückerstattung**. Brauche es vorher auf, wenn du willst.

Wir können ein Konto mit einer Frist von 30 Tagen kündigen, bei schweren Verstössen sofort. Kündigen wir, ohne dass du dazu Anlass gegeben hast, erstatten wir gekauftes und nicht verbrauchtes Guthaben.

## Datenschutz {#datenschutz}

Was wir mit deinen Daten tun, steht unter [Datenschutz](/datenschutz).

## Änderungen {#aenderungen}

Wir können diese Bedingungen und die Preise ändern. Wesentliche Änderungen der Bedingungen teilen wir dir mindestens 30 Tage vorher mit. Bist du nicht einverstanden, kannst du bis dahin kündigen. Laufende Buchungen behalten ihren Preis.

## Recht und Gerichtsstand {#recht}

Es gilt Schweizer Recht. Gerichtsstand ist der Sitz der Betreiberin ({ort}). Zwingende Gerichtsstände, besonders für Konsumentinnen und Konsumenten, bleiben vorbehalten. Ist eine Bestimmung ungültig, gelten die übrigen weiter.
$text$),
  ('privacy', '2026-11-28 00:00+01', $text$
# Datenschutz

Welche Daten wir bearbeiten, wozu, wie lange, und was du verlangen kannst.

## Wer verantwortlich ist {#verantwortlich}

Verantwortlich für die Bearbeitung deiner Daten auf diesem Portal ist:

{adresse}

Es gelten das Schweizer Datenschutzgesetz (DSG) und die Datenschutzverordnung (DSV). Für Personen in der Europäischen Union beachten wir zusätzlich die Datenschutz-Grundverordnung (DSGVO), soweit sie anwendbar ist.

Vertretung in der Europäischen Union (Art. 27 DSGVO): {eu_vertretung}

## Das Wichtigste in Kürze {#kurz}

- Cookies setzen wir erst, wenn du dich anmeldest oder mit unserem Link ein neues Passwort setzt: {cookies}. Sie halten deine Anmeldung und schützen sie.
- Wir laden nichts von Dritten: keine Schriften, keine Karten, keine Werbung, keine fremden Zähldienste. Was wir selbst zählen, steht unter [Besuche und Statistik](#besuche).
- Bilder und Videos verlieren ihre Metadaten, bevor jemand sie sieht: Standort, Gerät und Aufnahmezeit sind weg. Die hochgeladene Datei löschen wir nach dem Umwandeln, die eines abgebrochenen Uploads nach {upload_stunden} Stunden.
- Unsere E-Mails haben einen neutralen Betreff. Werbung bekommst du nur, wenn du sie bestätigt hast.
- Kartendaten sehen wir nie. Du gibst sie beim Zahlungsanbieter ein.
- Du kannst dein Konto selbst löschen. {adresse_geaendert}

## Welche Daten wir bearbeiten {#daten}

### Konto

Benutzername, Spitzname, E-Mail-Adresse, Passwort und deine Einstellungen für Benachrichtigungen. Vom Passwort speichern wir nur eine Prüfsumme (Argon2id), aus der sich das Passwort nicht zurückrechnen lässt. Dazu kommt, was du unter «Sicherheit» einrichtest, und mit welchem Browser und System du dich wann anmeldest.

### Inserate

Alles, was du in ein Inserat schreibst, und die Bilder dazu: zum Beispiel Name, Titel, Beschreibung, Telefonnummer, Region und Kategorie. Diese Angaben veröffentlichst du selbst. Sie können besonders schützenswerte Daten sein. Schreib nur, was öffentlich sein darf.

### Banner und Clubs

Von einem Banner: Text oder Bild, Zieladresse und die Webseiten, auf denen er steht; dazu zählen wir, wie oft er gezeigt und angeklickt wird. Von einem Club: Name, Texte, Adresse, Telefonnummer, Webseite, Öffnungszeiten und Bilder. Auch das veröffentlichst du selbst. Den Namen der Kontaktperson eines Clubs zeigen wir auf keiner Webseite.

### Guthaben und Zahlungen

Aufladungen, Gutscheine, Bestellungen und dein Saldo. Von einer Zahlung erhalten wir Betrag, Zeitpunkt, Zahlungsart, Zahlungsnummer und Ergebnis. Von einer Überweisung speichern wir Betrag, Datum und Referenz, nicht den Namen auf dem Kontoauszug.

### Nachrichten

Was du uns über die Formulare oder per E-Mail schreibst: Name, E-Mail-Adresse, Telefonnummer (freiwillig), Betreff, Nachricht und Dateien. Ein Programm liest unser Postfach und legt E-Mails zu deinen Nachrichten. Das Postfach selbst leeren wir von Hand; die Fristen im Verzeichnis gelten für das, was im Portal liegt.

### Meldungen

Wer ein Inserat, einen Banner oder einen Club meldet, muss keinen Namen nennen. Wir halten fest, worum es ging und wie es in diesem Moment aussah, auch wenn es danach geändert oder gelöscht wird.

### Newsletter

Den Newsletter bekommst du nur, wenn du ihn bestellst und den Link in unserer E-Mail bestätigst. Wir halten fest, wann du welchem Wortlaut zugestimmt hast. Abbestellen kannst du ihn jederzeit mit dem Link in jedem Newsletter oder in deinem Profil; dann endet er sofort.

### Technische Daten

Deine IP-Adresse erreicht uns bei jedem Aufruf. Wir schreiben sie in kein Protokoll. Um Missbrauch zu bremsen, zählen wir Versuche unter einer gekürzten Prüfsumme der Adresse. Bei einer Meldung behalten wir eine Prüfsumme {meldung_tage} Tage, damit dieselbe Person nicht mehrfach zählt. Die Protokolle des Servers nennen die aufgerufene Funktion, die Zeit und das Ergebnis, aber keine Personendaten.

## Besuche und Statistik {#besuche}

Partner-Webseiten melden uns, wenn jemand ein Inserat oder einen Club ansieht oder {kontaktarten} antippt. Banner zählen wir, wenn sie gezeigt und angeklickt werden. Daraus entstehen Zahlen nach Tag und Webseite für die Person, die das Inserat, den Banner oder den Club aufgegeben hat.

Damit derselbe Besuch nur einmal zählt, sendet uns die Webseite ein Merkmal, das am selben Tag gleich bleibt, etwa aus IP-Adresse und Browser. Wir speichern davon nur eine Prüfsumme mit einem Geheimnis, das wir täglich wegwerfen; bei Besuchen bleibt sie {besuch_stunden} Stunde. Beim Popup-Banner bilden wir die Prüfsumme selbst aus IP-Adresse und Browser und behalten sie bis zum Ende des Tages. Den Namen des Browsers lesen wir, um Programme nicht mitzuzählen, und speichern ihn nicht.

Bilder, Videos und Banner kommen auch auf Partner-Webseiten von unserem Server. Dabei erreicht uns die IP-Adresse der Besuchenden; wir speichern sie nicht.

Wir erkennen dabei niemanden wieder: kein Cookie, kein Profil. Auf den Seiten dieses Portals zählen wir keine Besuche.

Für jede Webseite halten wir fest, wann sie ein Inserat, einen Banner oder einen Club erhalten, gezeigt und entfernt hat. Dieser Nachweis enthält nichts von Besuchenden.

## Wozu wir sie bearbeiten {#zwecke}

- um dein Konto zu führen und dich anzumelden (Vertrag)
- um deine Inserate, Banner und Clubs auf den Partner-Webseiten zu zeigen (Vertrag und dein Auftrag)
- um Zahlungen zu verbuchen und Belege zu führen (Vertrag und gesetzliche Pflicht)
- um deine Fragen zu beantworten (Vertrag oder unser Interesse, dir zu helfen)
- um Missbrauch, Betrug und verbotene Inhalte zu verhindern (überwiegendes Interesse und gesetzliche Pflicht)
- um dir den Newsletter zu senden, den du bestätigt hast (Einwilligung, jederzeit widerrufbar)

Personen in der EU: Die Grundlagen sind Artikel 6 Absatz 1 Buchstaben a, b, c und f DSGVO. Soweit deine Angaben besonders schützenswert sind, bearbeiten wir sie, weil du sie mit dem Inserat selbst öffentlich machst oder ausdrücklich einwilligst (Artikel 9 Absatz 2 Buchstaben a und e DSGVO).

## Wer Daten erhält {#empfaenger}

- **Partner-Webseiten:** den Inhalt deiner Inserate, Banner und Clubs, solange sie online sind. Nie deine E-Mail-Adresse, dein Guthaben oder deine Zahlungen. Geht etwas davon offline, erhalten sie die Anweisung, es zu entfernen.
- **Zahlungsanbieter:** Betrag, Währung, Zahlungsnummer und eine neutrale Bezeichnung. Deine Zahlungsdaten gibst du direkt dort ein. Der Anbieter ist dafür selbst verantwortlich.
- **Technische Dienstleister** für den Betrieb der Server und den Versand von E-Mails. Sie handeln in unserem Auftrag und nur nach unserer Weisung.
- **Der Hersteller deines Browsers** (Google, Mozilla, Apple oder Microsoft), wenn du Mitteilungen auf ein Gerät einschaltest: Sie laufen über seinen Dienst. Er sieht, wann wir etwas senden und an welches Gerät; den Text kann nur dein Gerät lesen, und auch dort nennt er weder Namen noch Titel noch Zahlen.
- **Wer eine Meldung gemacht hat:** unseren Entscheid, die Begründung und die Nummer des Gemeldeten, nie deinen Namen oder dein Konto. Auch du erfährst nie, von wem eine Meldung kam.
- **Behörden**, wenn ein Gesetz oder ein Entscheid uns dazu verpflichtet.

Wir verkaufen keine Daten und geben sie niemandem für Werbung.

## Wo die Daten liegen {#ort}

Standort der Server: {serverstandort}.

Bekanntgabe ins Ausland: {ausland}

Inserate, Banner und Clubs sind öffentlich und lassen sich weltweit abrufen.

## Verzeichnis: Zweck, Grundlage und Dauer {#dauer}

Das ist alles, was wir von Personen speichern. Unter jedem Eintrag stehen die Tabellen unserer Datenbank, in denen es liegt.

{verzeichnis}

## Wenn du dein Konto löschst {#loeschung}

Deine Inserate, Banner und Clubs gehen sofort offline, und alle Anmeldungen enden. {bedenkzeit_stunden} Stunden lang kannst du das Konto noch behalten. Danach löschen wir Benutzername, E-Mail-Adresse, Spitzname, Texte, Kontaktangaben, Bilder, Videos, Nachrichten und Einwilligungen, und Restguthaben verfällt ohne Rückerstattung. Das sagen wir dir vor der Bestätigung.

Buchungen bleiben so lange, wie das Gesetz es verlangt. Sie tragen nur noch eine Nummer statt eines Namens. Von Sperren, Prüfungen und sicherheitsrelevanten Vorgängen bleiben Grund, Entscheid und Zeitpunkte unter dieser Nummer. Worum es ging, behalten wir so lange, wie im Verzeichnis unter «Meldungen» steht. In Sicherungskopien können gelöschte Daten noch für kurze Zeit enthalten sein; sie werden nicht mehr genutzt.

## Cookies und Speicher im Browser {#browser}

Die Cookies enthalten zufällige Nummern. Skripte können sie nicht lesen. Ohne `sid` bist du abgemeldet.

In deinem Browser liegt, was hier steht, und sonst nichts. Der Link aus einer E-Mail bleibt im Verlauf des Tabs, bis er gebraucht ist. Beim Abmelden wird der Speicher geleert; nur {bleibendes} bleiben.

{browserspeicher}

## Wie wir Daten schützen {#sicherheit}

Verbindungen sind verschlüsselt. In der Datenbank verschlüsseln wir zusätzlich E-Mail-Adressen, unsere E-Mails an dich, Nachrichten und ihre Dateien, Meldungen, unsere Notizen, geprüfte Inhalte, den Schlüssel deiner Code-App und die Kontaktangaben von Inseraten und Clubs, solange sie nicht veröffentlicht sind. Auch eine Kopie deiner Daten liegt verschlüsselt.

Zugriff haben nur Personen, die ihn für ihre Arbeit brauchen; was sie tun, wird festgehalten. Sieht jemand von uns deine Kontaktangaben, Nachrichten oder verdeckten Bilder an, steht es mit dem Grund in deinem Kontoprotokoll. Verlangt eine Meldung oder die Polizei Stillschweigen, kann das bis zu {einsicht_tage} Tage später erscheinen.

Verletzungen der Datensicherheit mit hohem Risiko melden wir dem Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten und, wenn es zu deinem Schutz nötig ist, auch dir.

## Automatisierte Entscheide {#entscheide}

Beim Aufgeben eines Inserats, eines Banners oder eines Clubs prüft ein Programm, ob der Text verbotene Angebote enthält. Lehnt es ab, nennt es das Feld und den Grund. Bist du damit nicht einverstanden, prüft auf deine Nachricht hin ein Mensch den Text.

{automatik}

## Deine Rechte {#rechte}

Du kannst von uns verlangen:

- Auskunft darüber, welche Daten wir über dich bearbeiten
- Berichtigung falscher Daten
- Löschung oder Einschränkung
- Herausgabe deiner Daten in einem gängigen Format
- dass wir eine Bearbeitung einstellen, der du widersprichst
- Widerruf einer Einwilligung, mit Wirkung ab dann

Eine Kopie aller Daten deines Kontos stellst du im Profil unter «Sicherheit», «Meine Daten» selbst zusammen: als ZIP mit JSON- und CSV-Dateien, allen Bildern, Videos und Belegen und einer Erklärung dazu, höchstens {kopien_am_tag}-mal am Tag. Du kannst sie {kopie_tage} Tage lang herunterladen. {adresse_geaendert} Für alles andere schreib uns an [{email}](mailto:{email}). Wir antworten in der Regel innerhalb von 30 Tagen und kostenlos. Damit niemand fremde Daten erhält, prüfen wir vorher, wer fragt.

Du kannst dich auch an den Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten (EDÖB), Feldeggweg 1, 3003 Bern, wenden. Personen in der EU können sich bei der Aufsichtsbehörde an ihrem Wohnort beschweren.

## Änderungen {#aenderungen}

Ändert sich, was wir mit Daten tun, passen wir diesen Text an. Über wichtige Änderungen informieren wir dich vorher im Portal oder per E-Mail. Es gilt die Fassung auf dieser Seite.
$text$)
  ) first (text, valid_from, content);
