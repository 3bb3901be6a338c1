import { DELETION_WAITS_MS, EMAIL_CHANGE_SENTENCE } from '@samtrot/shared/accounts/change-rules.ts';
import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { HOLD_SENTENCES } from '@samtrot/shared/holds/sentences.ts';
import { DRAFT_KEPT_MS } from '@samtrot/shared/inserate/keeping-rules.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { RATING_SENTENCE } from '@samtrot/shared/media/rules.ts';
import { REFUND_SENTENCES } from '@samtrot/shared/refunds/rules.ts';
import { AMOUNT_SENTENCES } from '@samtrot/shared/topups/rules.ts';
import type { Operator } from '../../lib/api/operator.ts';
import type { LegalDocument } from './legal-text.tsx';

const spanOf = ({ min, max }: { min: number; max: number }) => `${min} bis ${max} Monate`;

/** The terms of use. They promise what the product does and nothing else. */
export const terms = (operator: Operator): LegalDocument => ({
  title: 'Rechtliches',
  lead: 'Die Bedingungen, zu denen du das Portal nutzt.',
  version: '24. November 2026',
  sections: [
    {
      id: 'geltung',
      title: 'Geltung',
      body: (
        <p>
          Diese Bedingungen gelten zwischen {operator.name}, {operator.city} («wir»), und allen, die
          auf diesem Portal ein Konto haben («du»). Mit der Registrierung nimmst du sie an. Eigene
          Bedingungen von dir gelten nur, wenn wir ihnen schriftlich zugestimmt haben.
        </p>
      ),
    },
    {
      id: 'alter',
      title: 'Mindestalter und Konto',
      body: (
        <ul>
          <li>
            Du bist mindestens 18 Jahre alt und handlungsfähig. Auch alle abgebildeten Personen sind
            mindestens 18 Jahre alt.
          </li>
          <li>Du arbeitest selbstbestimmt, aus freiem Willen und mit den nötigen Bewilligungen.</li>
          <li>Deine Angaben sind richtig, und du liest die E-Mails an deine Adresse.</li>
          <li>
            Dein Konto gehört dir allein. Gib dein Passwort niemandem. Bemerkst du einen Missbrauch,
            ändere es und melde es uns.
          </li>
        </ul>
      ),
    },
    {
      id: 'leistung',
      title: 'Was wir tun',
      body: (
        <>
          <p>
            Du gibst Inserate auf, bestellst Banner oder trägst Clubs ein. Wir zeigen sie während
            der gewählten Laufzeit auf den Partner-Webseiten, die eingeschaltet sind. Welche das
            sind, steht auf der Startseite und in deinem Konto. Die Liste kann sich ändern.
          </p>
          <p>{RATING_SENTENCE}</p>
          <p>
            Wir vermitteln keine Verträge und sind an Abmachungen zwischen dir und anderen nicht
            beteiligt. Für eine bestimmte Zahl von Aufrufen oder Anfragen stehen wir nicht ein.
          </p>
        </>
      ),
    },
    {
      id: 'laufzeit',
      title: 'Laufzeit, Ausblenden und Verlängerung',
      body: (
        <ul>
          <li>
            <strong>Inserate</strong> laufen gratis {PACKAGES.free.days} Tage, mit Premium 1 Tag bis
            1 Monat. Einen Entwurf, der nie online war, löschen wir {DRAFT_KEPT_MS / DAY_MS} Tage
            nach der letzten Änderung. Blendest du eines aus, steht die Laufzeit von Premium still,
            insgesamt bis zu {MAX_HIDDEN_DAYS} Tage; die eines Gratis-Inserats läuft weiter. Mit der
            Auto-Reaktivierung startet ein Premium-Inserat am Ende neu und kostet wieder seinen
            Preis.
          </li>
          <li>
            <strong>Banner</strong> laufen {spanOf(BANNER_MONTHS)} auf den Webseiten, die du wählst.
            Blendest du einen aus, läuft die Zeit weiter; bis zum Ende kannst du ihn wieder
            einblenden. Mit der Auto-Reaktivierung wird er am Ende für gleich viele Monate neu
            gebucht, ausgeblendet nicht.
          </li>
          <li>
            <strong>Clubs</strong> laufen {spanOf(CLUB_MONTHS)} auf allen Partner-Webseiten. Sie
            lassen sich nicht einzeln ausblenden und verlängern sich nicht von selbst. Du kannst sie
            jederzeit um ganze Monate verlängern.
          </li>
          <li>
            Schaltest du alles auf einmal offline, steht die Zeit von Clubs und von Bannern, die
            nicht schon ausgeblendet waren, so lange still. Für Inserate gilt dasselbe wie beim
            Ausblenden.
          </li>
          <li>
            Reicht dein Guthaben für eine automatische Verlängerung nicht, endet die Laufzeit.
          </li>
        </ul>
      ),
    },
    {
      id: 'guthaben',
      title: 'Guthaben und Preise',
      body: (
        <>
          <ul>
            <li>Du zahlst im Voraus. 1 Credit entspricht 1 CHF.</li>
            <li>
              Der Preis steht vor jeder Bestellung da, Zeile für Zeile. Abgebucht wird genau, was du
              bestätigst.
            </li>
            <li>
              Preise sind Endpreise in Schweizer Franken. Was du für Credits bezahlt hast, enthält{' '}
              {operator.vat} Mehrwertsteuer, sobald du damit etwas kaufst. Bonus, Gutscheine und
              geschenkte Credits haben nichts gekostet und enthalten keine.
            </li>
            <li>
              Eine Aufladung ist ein Zahlungsmittel. Auf sie wird keine Mehrwertsteuer erhoben.
            </li>
            <li>
              Bonus und Gutscheine sind Credits ohne Gegenwert in Geld. Einen Gutschein löst jedes
              Konto einmal ein.
            </li>
            <li>
              Guthaben verfällt nicht, solange das Konto besteht. Es ist nicht übertragbar und wird
              nicht ausbezahlt, ausser wir kündigen ohne Anlass.
            </li>
            <li>{AMOUNT_SENTENCES.join(' ')}</li>
            {REFUND_SENTENCES.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p>
            Bleibt eine Leistung aus, die wir zu vertreten haben, schreiben wir dir ihren Preis als
            Credits gut. Zwingende gesetzliche Ansprüche bleiben bestehen.
          </p>
        </>
      ),
    },
    {
      id: 'inhalte',
      title: 'Regeln für Inhalte',
      body: (
        <>
          <p>Du bist für deine Inserate, Banner und Clubs verantwortlich. Nicht erlaubt sind:</p>
          <ul>
            <li>Angebote mit Minderjährigen oder der Anschein davon</li>
            <li>Angebote unter Zwang oder für Personen, die nicht selbst entscheiden</li>
            <li>
              Angebote ohne Schutz; einen Text, in dem ein Programm sie erkennt, lehnen wir beim
              Aufgeben ab
            </li>
            <li>Bilder und Angaben anderer Personen ohne deren Einwilligung</li>
            <li>falsche Angaben, fremde Telefonnummern, Beleidigungen und Drohungen</li>
            <li>alles, was das Gesetz verbietet, besonders nach dem Strafgesetzbuch</li>
          </ul>
          <p>
            Wir dürfen sie prüfen, ablehnen, ändern lassen oder offline nehmen, wenn sie gegen diese
            Regeln verstossen:
          </p>
          <ul>
            {HOLD_SENTENCES.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p>
            Bei schweren Verstössen können wir das Konto sperren oder schliessen. Straftaten zeigen
            wir an.
          </p>
        </>
      ),
    },
    {
      id: 'rechte',
      title: 'Rechte an Texten und Bildern',
      body: (
        <p>
          Deine Texte und Bilder bleiben deine. Du erlaubst uns und den Partner-Webseiten, sie
          während der Laufzeit zu zeigen, dafür zu verkleinern und in andere Formate umzuwandeln.
          Die Erlaubnis endet, wenn das Inserat offline geht. Das gilt für Banner und Clubs genauso.
          Du versicherst, dass du sie geben darfst.
        </p>
      ),
    },
    {
      id: 'partner',
      title: 'Partner-Webseiten',
      body: (
        <p>
          Partner-Webseiten werden von anderen betrieben. Sie sind verpflichtet, Inserate, Banner
          und Clubs zu entfernen, sobald wir es ihnen melden. Kopien, die Dritte ohne Erlaubnis
          anfertigen, können wir nicht verhindern.
        </p>
      ),
    },
    {
      id: 'verfuegbarkeit',
      title: 'Verfügbarkeit',
      body: (
        <p>
          Wir betreiben das Portal mit Sorgfalt. Unterbrüche für Wartung oder durch Störungen sind
          möglich. Wer darauf angewiesen ist, gibt ein Inserat nicht in letzter Minute auf.
        </p>
      ),
    },
    {
      id: 'haftung',
      title: 'Haftung',
      body: (
        <p>
          Wir haften für Schäden, die wir absichtlich oder grobfahrlässig verursachen. Für leichte
          Fahrlässigkeit, für Hilfspersonen, für entgangenen Gewinn und für Handlungen Dritter ist
          die Haftung ausgeschlossen, soweit das Gesetz es erlaubt. Erheben Dritte wegen deiner
          Inhalte Ansprüche gegen uns, stellst du uns davon frei, wenn du sie zu verantworten hast.
        </p>
      ),
    },
    {
      id: 'ende',
      title: 'Ende des Vertrags',
      body: (
        <>
          <p>
            Du kannst dein Konto im Profil löschen. {EMAIL_CHANGE_SENTENCE} Löschst du es, gehen
            Inserate, Banner und Clubs sofort offline. {DELETION_WAITS_MS / HOUR_MS} Stunden lang
            kannst du es noch behalten; danach{' '}
            <strong>verfällt dein Restguthaben ohne Rückerstattung</strong>. Brauche es vorher auf,
            wenn du willst.
          </p>
          <p>
            Wir können ein Konto mit einer Frist von 30 Tagen kündigen, bei schweren Verstössen
            sofort. Kündigen wir, ohne dass du dazu Anlass gegeben hast, erstatten wir gekauftes und
            nicht verbrauchtes Guthaben.
          </p>
        </>
      ),
    },
    {
      id: 'datenschutz',
      title: 'Datenschutz',
      body: (
        <p>
          Was wir mit deinen Daten tun, steht unter{' '}
          <a className="link" href="/datenschutz">
            Datenschutz
          </a>
          .
        </p>
      ),
    },
    {
      id: 'aenderungen',
      title: 'Änderungen',
      body: (
        <p>
          Wir können diese Bedingungen und die Preise ändern. Wesentliche Änderungen der Bedingungen
          teilen wir dir mindestens 30 Tage vorher mit. Bist du nicht einverstanden, kannst du bis
          dahin kündigen. Laufende Buchungen behalten ihren Preis.
        </p>
      ),
    },
    {
      id: 'recht',
      title: 'Recht und Gerichtsstand',
      body: (
        <p>
          Es gilt Schweizer Recht. Gerichtsstand ist der Sitz der Betreiberin ({operator.city}).
          Zwingende Gerichtsstände, besonders für Konsumentinnen und Konsumenten, bleiben
          vorbehalten. Ist eine Bestimmung ungültig, gelten die übrigen weiter.
        </p>
      ),
    },
  ],
});
