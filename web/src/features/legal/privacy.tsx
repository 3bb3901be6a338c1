import type { Operator } from '../../lib/operator.ts';
import { Address } from './address.tsx';
import type { LegalDocument } from './legal-text.tsx';

/** What happens with personal data, as the product really works. Whoever changes what is kept, or for how long, changes this too. */
export const privacy = (operator: Operator): LegalDocument => ({
  title: 'Datenschutz',
  lead: 'Welche Daten wir bearbeiten, wozu, wie lange, und was du verlangen kannst.',
  version: '23. November 2026',
  sections: [
    {
      id: 'verantwortlich',
      title: 'Wer verantwortlich ist',
      body: (
        <>
          <p>Verantwortlich für die Bearbeitung deiner Daten auf diesem Portal ist:</p>
          <Address operator={operator} />
          <p>
            Es gelten das Schweizer Datenschutzgesetz (DSG) und die Datenschutzverordnung (DSV). Für Personen in der
            Europäischen Union beachten wir zusätzlich die Datenschutz-Grundverordnung (DSGVO), soweit sie anwendbar
            ist.
          </p>
        </>
      ),
    },
    {
      id: 'kurz',
      title: 'Das Wichtigste in Kürze',
      body: (
        <ul>
          <li>Wir setzen ein einziges Cookie. Es hält deine Anmeldung und ist dafür nötig.</li>
          <li>Wir laden nichts von Dritten: keine Schriften, keine Karten, keine Statistik, keine Werbung.</li>
          <li>
            Bilder verlieren ihre Metadaten, bevor wir sie speichern. Standort, Gerät und Aufnahmezeit sind danach weg.
          </li>
          <li>Unsere E-Mails haben einen neutralen Absender und einen neutralen Betreff.</li>
          <li>Kartendaten sehen wir nie. Du gibst sie beim Zahlungsanbieter ein.</li>
          <li>Du kannst dein Konto jederzeit selbst löschen.</li>
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
            Benutzername, Spitzname, E-Mail-Adresse, Passwort und deine Einstellungen für Benachrichtigungen. Vom
            Passwort speichern wir nur eine Prüfsumme (Argon2id), aus der sich das Passwort nicht zurückrechnen lässt.
          </p>
          <h3>Inserate</h3>
          <p>
            Alles, was du in ein Inserat schreibst, und die Bilder dazu: zum Beispiel Name, Titel, Beschreibung,
            Telefonnummer, Region und Kategorie. Diese Angaben veröffentlichst du selbst. Sie können besonders
            schützenswerte Daten sein. Schreib nur, was öffentlich sein darf.
          </p>
          <h3>Banner und Clubs</h3>
          <p>
            Von einem Banner: Text oder Bild, Zieladresse und die Webseiten, auf denen er steht; dazu zählen wir, wie
            oft er gezeigt und angeklickt wird. Von einem Club: Name, Texte, Adresse, Telefonnummer, Webseite,
            Öffnungszeiten und Bilder. Auch das veröffentlichst du selbst. Den Namen der Kontaktperson eines Clubs
            zeigen wir niemandem.
          </p>
          <h3>Guthaben und Zahlungen</h3>
          <p>
            Aufladungen, Gutscheine, Bestellungen und dein Saldo. Von einer Zahlung erhalten wir Betrag, Zeitpunkt,
            Zahlungsart, Zahlungsnummer und Ergebnis.
          </p>
          <h3>Nachrichten</h3>
          <p>
            Was du uns über die Formulare schreibst: Name, E-Mail-Adresse, Telefonnummer (freiwillig), Betreff und
            Nachricht.
          </p>
          <h3>Technische Daten</h3>
          <p>
            Deine IP-Adresse erreicht uns bei jedem Aufruf. Wir schreiben sie in kein Protokoll. Um Missbrauch zu
            bremsen, zählen wir Versuche unter einer gekürzten Prüfsumme der Adresse. Unsere Protokolle nennen die
            aufgerufene Funktion, die Zeit und das Ergebnis, aber keine Personendaten.
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
            <li>um deine Inserate, Banner und Clubs auf den Partner-Webseiten zu zeigen (Vertrag und dein Auftrag)</li>
            <li>um Zahlungen zu verbuchen und Belege zu führen (Vertrag und gesetzliche Pflicht)</li>
            <li>um deine Fragen zu beantworten (Vertrag oder unser Interesse, dir zu helfen)</li>
            <li>
              um Missbrauch, Betrug und verbotene Inhalte zu verhindern (überwiegendes Interesse und gesetzliche
              Pflicht)
            </li>
            <li>um dir Mitteilungen zu senden, die du gewählt hast (Einwilligung, jederzeit widerrufbar)</li>
          </ul>
          <p>
            Personen in der EU: Die Grundlagen sind Artikel 6 Absatz 1 Buchstaben a, b, c und f DSGVO. Soweit deine
            Angaben besonders schützenswert sind, bearbeiten wir sie, weil du sie mit dem Inserat selbst öffentlich
            machst oder ausdrücklich einwilligst (Artikel 9 Absatz 2 Buchstaben a und e DSGVO).
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
              <strong>Partner-Webseiten:</strong> den Inhalt deiner Inserate, Banner und Clubs, solange sie online sind.
              Nie deine E-Mail-Adresse, dein Guthaben oder deine Zahlungen. Geht etwas davon offline, erhalten sie die
              Anweisung, es zu entfernen.
            </li>
            <li>
              <strong>Zahlungsanbieter:</strong> Betrag, Währung, Zahlungsnummer und eine neutrale Bezeichnung. Deine
              Zahlungsdaten gibst du direkt dort ein. Der Anbieter ist dafür selbst verantwortlich.
            </li>
            <li>
              <strong>Technische Dienstleister</strong> für den Betrieb der Server und den Versand von E-Mails. Sie
              handeln in unserem Auftrag und nur nach unserer Weisung.
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
          <p>
            Inserate, Banner und Clubs sind öffentlich und lassen sich weltweit abrufen. Gibt ein Dienstleister Daten
            ins Ausland weiter, dann nur in Staaten mit angemessenem Datenschutz nach Anhang 1 DSV oder gestützt auf
            anerkannte Standardvertragsklauseln.
          </p>
        </>
      ),
    },
    {
      id: 'dauer',
      title: 'Wie lange wir sie aufbewahren',
      body: (
        <div className="legal-table">
          <table>
            <thead>
              <tr>
                <th scope="col">Daten</th>
                <th scope="col">Dauer</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>Konto, Inserate, Banner und Clubs</td>
                <td>bis du sie löschst</td>
              </tr>
              <tr>
                <td>Anmeldung im Browser</td>
                <td>1 Tag, mit «Angemeldet bleiben» 90 Tage</td>
              </tr>
              <tr>
                <td>Link für ein neues Passwort</td>
                <td>24 Stunden</td>
              </tr>
              <tr>
                <td>Nachrichten an den Support</td>
                <td>180 Tage nach der Antwort oder dem Eingang</td>
              </tr>
              <tr>
                <td>Liste der versendeten E-Mails</td>
                <td>180 Tage, der Inhalt nur bis zum Versand</td>
              </tr>
              <tr>
                <td>Zähler gegen Missbrauch</td>
                <td>höchstens einige Tage</td>
              </tr>
              <tr>
                <td>Buchungen und Belege</td>
                <td>10 Jahre (Artikel 958f Obligationenrecht)</td>
              </tr>
              <tr>
                <td>Protokoll der sicherheitsrelevanten Vorgänge</td>
                <td>so lange wie die Buchungen, ohne Namen und Adressen</td>
              </tr>
            </tbody>
          </table>
        </div>
      ),
    },
    {
      id: 'loeschung',
      title: 'Wenn du dein Konto löschst',
      body: (
        <>
          <p>
            Deine Inserate, Banner und Clubs gehen sofort offline. Wir löschen Benutzername, E-Mail-Adresse, Spitzname,
            Texte, Kontaktangaben, Bilder und Nachrichten. Alle Anmeldungen enden. Restguthaben verfällt ohne
            Rückerstattung. Das sagen wir dir vor der Bestätigung.
          </p>
          <p>
            Buchungen bleiben so lange, wie das Gesetz es verlangt. Sie tragen nur noch eine Nummer statt eines Namens.
            In Sicherungskopien können gelöschte Daten noch für kurze Zeit enthalten sein; sie werden nicht mehr
            genutzt.
          </p>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'Cookie und Speicher im Browser',
      body: (
        <>
          <p>
            Das eine Cookie heisst <code>sid</code> oder <code>__Host-sid</code>. Es enthält eine zufällige Nummer. Ohne
            sie bist du abgemeldet. Skripte können es nicht lesen.
          </p>
          <p>
            Im Speicher deines Browsers liegen Einstellungen wie helles oder dunkles Aussehen und die Diskret-Ansicht,
            deine Kontonummer, die Nummer des Inserats, das du zuletzt bearbeitet hast, und bei einer Zahlung eine kurze
            Notiz zum Betrag. Beim Abmelden wird dieser Speicher geleert, nur das helle oder dunkle Aussehen bleibt.
          </p>
        </>
      ),
    },
    {
      id: 'sicherheit',
      title: 'Wie wir Daten schützen',
      body: (
        <p>
          Verbindungen sind verschlüsselt. Zugriff haben nur Personen, die ihn für ihre Arbeit brauchen; was sie tun,
          wird festgehalten. Verletzungen der Datensicherheit mit hohem Risiko melden wir dem Eidgenössischen
          Datenschutz- und Öffentlichkeitsbeauftragten und, wenn es zu deinem Schutz nötig ist, auch dir.
        </p>
      ),
    },
    {
      id: 'entscheide',
      title: 'Automatisierte Entscheide',
      body: (
        <p>
          Wir erstellen keine Profile von dir. Beim Aufgeben eines Inserats prüft ein Programm, ob der Text verbotene
          Angebote enthält. Lehnt es ab, nennt es das Feld und den Grund. Bist du damit nicht einverstanden, prüft auf
          deine Nachricht hin ein Mensch den Text.
        </p>
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
            Schreib uns an{' '}
            <a className="link" href={`mailto:${operator.email}`}>
              {operator.email}
            </a>
            . Wir antworten in der Regel innerhalb von 30 Tagen und kostenlos. Damit niemand fremde Daten erhält, prüfen
            wir vorher, wer fragt.
          </p>
          <p>
            Du kannst dich auch an den Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten (EDÖB), Feldeggweg
            1, 3003 Bern, wenden. Personen in der EU können sich bei der Aufsichtsbehörde an ihrem Wohnort beschweren.
          </p>
        </>
      ),
    },
    {
      id: 'aenderungen',
      title: 'Änderungen',
      body: (
        <p>
          Ändert sich, was wir mit Daten tun, passen wir diesen Text an. Über wichtige Änderungen informieren wir dich
          vorher im Portal oder per E-Mail. Es gilt die Fassung auf dieser Seite.
        </p>
      ),
    },
  ],
});
