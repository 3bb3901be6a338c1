import { LOOK_DELAY_DAYS } from '@samtrot/shared/access/looks.ts';
import { DELETION_WAITS_MS, EMAIL_CHANGE_SENTENCE } from '@samtrot/shared/accounts/change-rules.ts';
import { EXPORT_OFFERED_MS, EXPORTS_A_DAY } from '@samtrot/shared/data-export/rules.ts';
import { AUTOMATIC_SENTENCES } from '@samtrot/shared/holds/sentences.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { BROWSER_STORAGE } from '@samtrot/shared/legal/browser-storage-rules.ts';
import { PERSONAL_DATA, reportsKept } from '@samtrot/shared/legal/personal-data-rules.ts';
import { KEPT_DAYS, VISIT_HASH_HOURS } from '@samtrot/shared/legal/retention-rules.ts';
import { UPLOAD_LIVES_MS } from '@samtrot/shared/media/rules.ts';
import { CONTACT_WORDS } from '@samtrot/shared/statistics/rules.ts';
import type { Operator } from '../../lib/api/operator.ts';
import { Address } from './address.tsx';
import type { LegalDocument } from './legal-text.tsx';
import './legal-text.css';

const CONTACTS = Object.values(CONTACT_WORDS);
const COOKIES = BROWSER_STORAGE.filter(({ place }) => place === 'Cookie');
const STAYING = BROWSER_STORAGE.filter(({ stays }) => stays);
const names = (stored: typeof BROWSER_STORAGE) =>
  stored.map(({ key }, index) => (
    <span key={key}>
      {index > 0 && (index === stored.length - 1 ? ' und ' : ', ')}
      <code>{key}</code>
    </span>
  ));

/**
 * How personal data is really processed. A change of what is kept, or for how long, changes this
 * too.
 */
export const privacy = (operator: Operator): LegalDocument => ({
  title: 'Datenschutz',
  lead: 'Welche Daten wir bearbeiten, wozu, wie lange, und was du verlangen kannst.',
  version: '28. November 2026',
  sections: [
    {
      id: 'verantwortlich',
      title: 'Wer verantwortlich ist',
      body: (
        <>
          <p>Verantwortlich für die Bearbeitung deiner Daten auf diesem Portal ist:</p>
          <Address operator={operator} />
          <p>
            Es gelten das Schweizer Datenschutzgesetz (DSG) und die Datenschutzverordnung (DSV). Für
            Personen in der Europäischen Union beachten wir zusätzlich die
            Datenschutz-Grundverordnung (DSGVO), soweit sie anwendbar ist.
          </p>
          <p>Vertretung in der Europäischen Union (Art. 27 DSGVO): {operator.eu}</p>
        </>
      ),
    },
    {
      id: 'kurz',
      title: 'Das Wichtigste in Kürze',
      body: (
        <ul>
          <li>
            Cookies setzen wir erst, wenn du dich anmeldest oder mit unserem Link ein neues Passwort
            setzt: {names(COOKIES)}. Sie halten deine Anmeldung und schützen sie.
          </li>
          <li>
            Wir laden nichts von Dritten: keine Schriften, keine Karten, keine Werbung, keine
            fremden Zähldienste. Was wir selbst zählen, steht unter{' '}
            <a className="link" href="#besuche">
              Besuche und Statistik
            </a>
            .
          </li>
          <li>
            Bilder und Videos verlieren ihre Metadaten, bevor jemand sie sieht: Standort, Gerät und
            Aufnahmezeit sind weg. Die hochgeladene Datei löschen wir nach dem Umwandeln, die eines
            abgebrochenen Uploads nach {UPLOAD_LIVES_MS / HOUR_MS} Stunden.
          </li>
          <li>
            Unsere E-Mails haben einen neutralen Betreff. Werbung bekommst du nur, wenn du sie
            bestätigt hast.
          </li>
          <li>Kartendaten sehen wir nie. Du gibst sie beim Zahlungsanbieter ein.</li>
          <li>Du kannst dein Konto selbst löschen. {EMAIL_CHANGE_SENTENCE}</li>
        </ul>
      ),
    },
    {
      id: 'daten',
      title: 'Welche Daten wir bearbeiten',
      body: (
        <>
          <h3>Konto</h3>
          <p>
            Benutzername, Spitzname, E-Mail-Adresse, Passwort und deine Einstellungen für
            Benachrichtigungen. Vom Passwort speichern wir nur eine Prüfsumme (Argon2id), aus der
            sich das Passwort nicht zurückrechnen lässt. Dazu kommt, was du unter «Sicherheit»
            einrichtest, und mit welchem Browser und System du dich wann anmeldest.
          </p>
          <h3>Inserate</h3>
          <p>
            Alles, was du in ein Inserat schreibst, und die Bilder dazu: zum Beispiel Name, Titel,
            Beschreibung, Telefonnummer, Region und Kategorie. Diese Angaben veröffentlichst du
            selbst. Sie können besonders schützenswerte Daten sein. Schreib nur, was öffentlich sein
            darf.
          </p>
          <h3>Banner und Clubs</h3>
          <p>
            Von einem Banner: Text oder Bild, Zieladresse und die Webseiten, auf denen er steht;
            dazu zählen wir, wie oft er gezeigt und angeklickt wird. Von einem Club: Name, Texte,
            Adresse, Telefonnummer, Webseite, Öffnungszeiten und Bilder. Auch das veröffentlichst du
            selbst. Den Namen der Kontaktperson eines Clubs zeigen wir auf keiner Webseite.
          </p>
          <h3>Guthaben und Zahlungen</h3>
          <p>
            Aufladungen, Gutscheine, Bestellungen und dein Saldo. Von einer Zahlung erhalten wir
            Betrag, Zeitpunkt, Zahlungsart, Zahlungsnummer und Ergebnis. Von einer Überweisung
            speichern wir Betrag, Datum und Referenz, nicht den Namen auf dem Kontoauszug.
          </p>
          <h3>Nachrichten</h3>
          <p>
            Was du uns über die Formulare oder per E-Mail schreibst: Name, E-Mail-Adresse,
            Telefonnummer (freiwillig), Betreff, Nachricht und Dateien. Ein Programm liest unser
            Postfach und legt E-Mails zu deinen Nachrichten. Das Postfach selbst leeren wir von
            Hand; die Fristen im Verzeichnis gelten für das, was im Portal liegt.
          </p>
          <h3>Meldungen</h3>
          <p>
            Wer ein Inserat, einen Banner oder einen Club meldet, muss keinen Namen nennen. Wir
            halten fest, worum es ging und wie es in diesem Moment aussah, auch wenn es danach
            geändert oder gelöscht wird.
          </p>
          <h3>Newsletter</h3>
          <p>
            Den Newsletter bekommst du nur, wenn du ihn bestellst und den Link in unserer E-Mail
            bestätigst. Wir halten fest, wann du welchem Wortlaut zugestimmt hast. Abbestellen
            kannst du ihn jederzeit mit dem Link in jedem Newsletter oder in deinem Profil; dann
            endet er sofort.
          </p>
          <h3>Technische Daten</h3>
          <p>
            Deine IP-Adresse erreicht uns bei jedem Aufruf. Wir schreiben sie in kein Protokoll. Um
            Missbrauch zu bremsen, zählen wir Versuche unter einer gekürzten Prüfsumme der Adresse.
            Bei einer Meldung behalten wir eine Prüfsumme {KEPT_DAYS.reportSource} Tage, damit
            dieselbe Person nicht mehrfach zählt. Die Protokolle des Servers nennen die aufgerufene
            Funktion, die Zeit und das Ergebnis, aber keine Personendaten.
          </p>
        </>
      ),
    },
    {
      id: 'besuche',
      title: 'Besuche und Statistik',
      body: (
        <>
          <p>
            Partner-Webseiten melden uns, wenn jemand ein Inserat oder einen Club ansieht oder{' '}
            {CONTACTS.slice(0, -1).join(', ')} oder {CONTACTS.at(-1)} antippt. Banner zählen wir,
            wenn sie gezeigt und angeklickt werden. Daraus entstehen Zahlen nach Tag und Webseite
            für die Person, die das Inserat, den Banner oder den Club aufgegeben hat.
          </p>
          <p>
            Damit derselbe Besuch nur einmal zählt, sendet uns die Webseite ein Merkmal, das am
            selben Tag gleich bleibt, etwa aus IP-Adresse und Browser. Wir speichern davon nur eine
            Prüfsumme mit einem Geheimnis, das wir täglich wegwerfen; bei Besuchen bleibt sie{' '}
            {VISIT_HASH_HOURS} Stunde. Beim Popup-Banner bilden wir die Prüfsumme selbst aus
            IP-Adresse und Browser und behalten sie bis zum Ende des Tages. Den Namen des Browsers
            lesen wir, um Programme nicht mitzuzählen, und speichern ihn nicht.
          </p>
          <p>
            Bilder, Videos und Banner kommen auch auf Partner-Webseiten von unserem Server. Dabei
            erreicht uns die IP-Adresse der Besuchenden; wir speichern sie nicht.
          </p>
          <p>
            Wir erkennen dabei niemanden wieder: kein Cookie, kein Profil. Auf den Seiten dieses
            Portals zählen wir keine Besuche.
          </p>
          <p>
            Für jede Webseite halten wir fest, wann sie ein Inserat, einen Banner oder einen Club
            erhalten, gezeigt und entfernt hat. Dieser Nachweis enthält nichts von Besuchenden.
          </p>
        </>
      ),
    },
    {
      id: 'zwecke',
      title: 'Wozu wir sie bearbeiten',
      body: (
        <>
          <ul>
            <li>um dein Konto zu führen und dich anzumelden (Vertrag)</li>
            <li>
              um deine Inserate, Banner und Clubs auf den Partner-Webseiten zu zeigen (Vertrag und
              dein Auftrag)
            </li>
            <li>
              um Zahlungen zu verbuchen und Belege zu führen (Vertrag und gesetzliche Pflicht)
            </li>
            <li>um deine Fragen zu beantworten (Vertrag oder unser Interesse, dir zu helfen)</li>
            <li>
              um Missbrauch, Betrug und verbotene Inhalte zu verhindern (überwiegendes Interesse und
              gesetzliche Pflicht)
            </li>
            <li>
              um dir den Newsletter zu senden, den du bestätigt hast (Einwilligung, jederzeit
              widerrufbar)
            </li>
          </ul>
          <p>
            Personen in der EU: Die Grundlagen sind Artikel 6 Absatz 1 Buchstaben a, b, c und f
            DSGVO. Soweit deine Angaben besonders schützenswert sind, bearbeiten wir sie, weil du
            sie mit dem Inserat selbst öffentlich machst oder ausdrücklich einwilligst (Artikel 9
            Absatz 2 Buchstaben a und e DSGVO).
          </p>
        </>
      ),
    },
    {
      id: 'empfaenger',
      title: 'Wer Daten erhält',
      body: (
        <>
          <ul>
            <li>
              <strong>Partner-Webseiten:</strong> den Inhalt deiner Inserate, Banner und Clubs,
              solange sie online sind. Nie deine E-Mail-Adresse, dein Guthaben oder deine Zahlungen.
              Geht etwas davon offline, erhalten sie die Anweisung, es zu entfernen.
            </li>
            <li>
              <strong>Zahlungsanbieter:</strong> Betrag, Währung, Zahlungsnummer und eine neutrale
              Bezeichnung. Deine Zahlungsdaten gibst du direkt dort ein. Der Anbieter ist dafür
              selbst verantwortlich.
            </li>
            <li>
              <strong>Technische Dienstleister</strong> für den Betrieb der Server und den Versand
              von E-Mails. Sie handeln in unserem Auftrag und nur nach unserer Weisung.
            </li>
            <li>
              <strong>Der Hersteller deines Browsers</strong> (Google, Mozilla, Apple oder
              Microsoft), wenn du Mitteilungen auf ein Gerät einschaltest: Sie laufen über seinen
              Dienst. Er sieht, wann wir etwas senden und an welches Gerät; den Text kann nur dein
              Gerät lesen, und auch dort nennt er weder Namen noch Titel noch Zahlen.
            </li>
            <li>
              <strong>Wer eine Meldung gemacht hat:</strong> unseren Entscheid, die Begründung und
              die Nummer des Gemeldeten, nie deinen Namen oder dein Konto. Auch du erfährst nie, von
              wem eine Meldung kam.
            </li>
            <li>
              <strong>Behörden</strong>, wenn ein Gesetz oder ein Entscheid uns dazu verpflichtet.
            </li>
          </ul>
          <p>Wir verkaufen keine Daten und geben sie niemandem für Werbung.</p>
        </>
      ),
    },
    {
      id: 'ort',
      title: 'Wo die Daten liegen',
      body: (
        <>
          <p>Standort der Server: {operator.hosting}.</p>
          <p>Bekanntgabe ins Ausland: {operator.abroad}</p>
          <p>Inserate, Banner und Clubs sind öffentlich und lassen sich weltweit abrufen.</p>
        </>
      ),
    },
    {
      id: 'dauer',
      title: 'Verzeichnis: Zweck, Grundlage und Dauer',
      body: (
        <>
          <p>
            Das ist alles, was wir von Personen speichern. Unter jedem Eintrag stehen die Tabellen
            unserer Datenbank, in denen es liegt.
          </p>
          {PERSONAL_DATA.map(({ title, what, purpose, basis, kept, tables }) => (
            <div className="legal-entry" key={title}>
              <h3>{title}</h3>
              <dl className="legal-facts">
                <dt>Was</dt>
                <dd>{what}</dd>
                <dt>Wozu</dt>
                <dd>{purpose}</dd>
                <dt>Grundlage</dt>
                <dd>{basis}</dd>
                <dt>Wie lange</dt>
                <dd>{tables.includes('report') ? reportsKept(operator.reports) : kept}</dd>
                <dt>Tabellen</dt>
                <dd className="legal-tables">
                  <code>{tables.join(', ')}</code>
                </dd>
              </dl>
            </div>
          ))}
        </>
      ),
    },
    {
      id: 'loeschung',
      title: 'Wenn du dein Konto löschst',
      body: (
        <>
          <p>
            Deine Inserate, Banner und Clubs gehen sofort offline, und alle Anmeldungen enden.{' '}
            {DELETION_WAITS_MS / HOUR_MS} Stunden lang kannst du das Konto noch behalten. Danach
            löschen wir Benutzername, E-Mail-Adresse, Spitzname, Texte, Kontaktangaben, Bilder,
            Videos, Nachrichten und Einwilligungen, und Restguthaben verfällt ohne Rückerstattung.
            Das sagen wir dir vor der Bestätigung.
          </p>
          <p>
            Buchungen bleiben so lange, wie das Gesetz es verlangt. Sie tragen nur noch eine Nummer
            statt eines Namens. Von Sperren, Prüfungen und sicherheitsrelevanten Vorgängen bleiben
            Grund, Entscheid und Zeitpunkte unter dieser Nummer. Worum es ging, behalten wir so
            lange, wie im Verzeichnis unter «Meldungen» steht. In Sicherungskopien können gelöschte
            Daten noch für kurze Zeit enthalten sein; sie werden nicht mehr genutzt.
          </p>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'Cookies und Speicher im Browser',
      body: (
        <>
          <p>
            Die Cookies enthalten zufällige Nummern. Skripte können sie nicht lesen. Ohne{' '}
            <code>sid</code> bist du abgemeldet.
          </p>
          <p>
            In deinem Browser liegt, was hier steht, und sonst nichts. Der Link aus einer E-Mail
            bleibt im Verlauf des Tabs, bis er gebraucht ist. Beim Abmelden wird der Speicher
            geleert; nur {names(STAYING)} bleiben.
          </p>
          {BROWSER_STORAGE.map(({ key, place, what, until }) => (
            <div className="legal-entry" key={key}>
              <h3>
                <code>{key}</code>
              </h3>
              <dl className="legal-facts">
                <dt>Was</dt>
                <dd>{what}</dd>
                <dt>Wo</dt>
                <dd>{place === 'Cookie' ? place : `Speicher des Browsers (${place})`}</dd>
                <dt>Wie lange</dt>
                <dd>{until}</dd>
              </dl>
            </div>
          ))}
        </>
      ),
    },
    {
      id: 'sicherheit',
      title: 'Wie wir Daten schützen',
      body: (
        <>
          <p>
            Verbindungen sind verschlüsselt. In der Datenbank verschlüsseln wir zusätzlich
            E-Mail-Adressen, unsere E-Mails an dich, Nachrichten und ihre Dateien, Meldungen, unsere
            Notizen, geprüfte Inhalte, den Schlüssel deiner Code-App und die Kontaktangaben von
            Inseraten und Clubs, solange sie nicht veröffentlicht sind. Auch eine Kopie deiner Daten
            liegt verschlüsselt.
          </p>
          <p>
            Zugriff haben nur Personen, die ihn für ihre Arbeit brauchen; was sie tun, wird
            festgehalten. Sieht jemand von uns deine Kontaktangaben, Nachrichten oder verdeckten
            Bilder an, steht es mit dem Grund in deinem Kontoprotokoll. Verlangt eine Meldung oder
            die Polizei Stillschweigen, kann das bis zu {LOOK_DELAY_DAYS} Tage später erscheinen.
          </p>
          <p>
            Verletzungen der Datensicherheit mit hohem Risiko melden wir dem Eidgenössischen
            Datenschutz- und Öffentlichkeitsbeauftragten und, wenn es zu deinem Schutz nötig ist,
            auch dir.
          </p>
        </>
      ),
    },
    {
      id: 'entscheide',
      title: 'Automatisierte Entscheide',
      body: (
        <>
          <p>
            Beim Aufgeben eines Inserats, eines Banners oder eines Clubs prüft ein Programm, ob der
            Text verbotene Angebote enthält. Lehnt es ab, nennt es das Feld und den Grund. Bist du
            damit nicht einverstanden, prüft auf deine Nachricht hin ein Mensch den Text.
          </p>
          {AUTOMATIC_SENTENCES.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </>
      ),
    },
    {
      id: 'rechte',
      title: 'Deine Rechte',
      body: (
        <>
          <p>Du kannst von uns verlangen:</p>
          <ul>
            <li>Auskunft darüber, welche Daten wir über dich bearbeiten</li>
            <li>Berichtigung falscher Daten</li>
            <li>Löschung oder Einschränkung</li>
            <li>Herausgabe deiner Daten in einem gängigen Format</li>
            <li>dass wir eine Bearbeitung einstellen, der du widersprichst</li>
            <li>Widerruf einer Einwilligung, mit Wirkung ab dann</li>
          </ul>
          <p>
            Eine Kopie aller Daten deines Kontos stellst du im Profil unter «Sicherheit», «Meine
            Daten» selbst zusammen: als ZIP mit JSON- und CSV-Dateien, allen Bildern, Videos und
            Belegen und einer Erklärung dazu, höchstens {EXPORTS_A_DAY}-mal am Tag. Du kannst sie{' '}
            {EXPORT_OFFERED_MS / DAY_MS} Tage lang herunterladen. {EMAIL_CHANGE_SENTENCE} Für alles
            andere schreib uns an{' '}
            <a className="link" href={`mailto:${operator.email}`}>
              {operator.email}
            </a>
            . Wir antworten in der Regel innerhalb von 30 Tagen und kostenlos. Damit niemand fremde
            Daten erhält, prüfen wir vorher, wer fragt.
          </p>
          <p>
            Du kannst dich auch an den Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten
            (EDÖB), Feldeggweg 1, 3003 Bern, wenden. Personen in der EU können sich bei der
            Aufsichtsbehörde an ihrem Wohnort beschweren.
          </p>
        </>
      ),
    },
    {
      id: 'aenderungen',
      title: 'Änderungen',
      body: (
        <p>
          Ändert sich, was wir mit Daten tun, passen wir diesen Text an. Über wichtige Änderungen
          informieren wir dich vorher im Portal oder per E-Mail. Es gilt die Fassung auf dieser
          Seite.
        </p>
      ),
    },
  ],
});
