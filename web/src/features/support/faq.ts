import { DELETION_WAITS_MS, EMAIL_CHANGE_SENTENCE } from '@samtrot/shared/accounts/change-rules.ts';
import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { included, PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { PriceWords } from '@samtrot/shared/catalogue/price-words.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { COUPON_ATTEMPTS } from '@samtrot/shared/coupons/rules.ts';
import { EXPORT_OFFERED_MS, EXPORTS_A_DAY } from '@samtrot/shared/data-export/rules.ts';
import { HOLD_SENTENCES } from '@samtrot/shared/holds/sentences.ts';
import { DRAFT_KEPT_MS } from '@samtrot/shared/inserate/keeping-rules.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { PROMOTED_HOURS } from '@samtrot/shared/inserate/promotion-rules.ts';
import { WITHDRAW_MS } from '@samtrot/shared/inserate/withdraw-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { RATING_SENTENCE } from '@samtrot/shared/media/rules.ts';
import { REFUND_SENTENCES } from '@samtrot/shared/refunds/rules.ts';
import { SUPPORT_TIMES } from '@samtrot/shared/support/rules.ts';
import { KEEP_THREADS_MS } from '@samtrot/shared/support/thread-rules.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import { AMOUNT_SENTENCES } from '@samtrot/shared/topups/rules.ts';
import type { Question } from '../../ui/questions.tsx';

/** SUP-13: the ways to pay of the portal; which of them are open is shown on the payment page. */
const PAYMENT_NAMES = Object.values(PAYMENT_METHODS);

const [free, premium] = [included('free'), included('1_day')];
const listed = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`;

/** The FAQ of both contact pages (SUP-10 to SUP-15). Describes only what the product does. */
export const faqOf = ({
  number,
  credits,
}: PriceWords): readonly { title: string; entries: readonly Question[] }[] => [
  {
    title: 'Samtrot und dein Konto',
    entries: [
      {
        question: 'Was ist Samtrot?',
        answer: [
          'Samtrot ist ein Portal für Inserate, Banner und Clubs in der Schweiz. Du erstellst sie hier, und sie erscheinen auf unseren Partner-Webseiten.',
        ],
      },
      {
        question: 'Wer darf Samtrot nutzen?',
        answer: [
          'Nur Erwachsene ab 18 Jahren. Das gilt für dich und für alle Personen auf deinen Bildern.',
        ],
      },
      {
        question: 'Wie eröffne ich ein Konto?',
        answer: [
          'Registriere dich mit Benutzername, E-Mail-Adresse und Passwort. Das ist gratis.',
          'Danach bekommst du eine E-Mail mit einem Link. Damit bestätigst du deine Adresse. Keine E-Mail da? Sieh auch im Spam-Ordner nach.',
        ],
      },
      {
        question: 'Ich habe mein Passwort vergessen. Was nun?',
        answer: [
          'Öffne die Anmeldung und wähle «Passwort vergessen?». Gehört die Adresse zu einem Konto, bekommst du einen Link für ein neues Passwort.',
        ],
      },
      {
        question: 'Wie bekomme ich eine Kopie meiner Daten?',
        answer: [
          'Im Profil unter «Sicherheit», «Meine Daten». Wir stellen alles als ZIP zusammen: Inserate, Bilder, Guthaben, Belege, Nachrichten und Protokoll, mit einer Erklärung dazu.',
          `Das dauert meist wenige Minuten. Wir schreiben dir, wenn es bereit ist. Du kannst es ${EXPORT_OFFERED_MS / DAY_MS} Tage lang herunterladen, mit deinem Passwort oder Passkey.`,
          `Neu zusammenstellen lässt es sich ${EXPORTS_A_DAY}-mal am Tag. ${EMAIL_CHANGE_SENTENCE}`,
        ],
      },
      {
        question: 'Wie lösche ich mein Konto?',
        answer: [
          `Im Profil, mit deinem Passwort oder Passkey. ${EMAIL_CHANGE_SENTENCE} Löschst du es, gehen deine Inserate, Banner und Clubs sofort offline, und du bist überall abgemeldet.`,
          `${DELETION_WAITS_MS / HOUR_MS} Stunden lang kannst du es dir noch anders überlegen: Melde dich an oder nimm den Link in unserer Mail, und wähle «Konto behalten». Danach sind deine Angaben gelöscht.`,
          'Dein restliches Guthaben verfällt. Es wird nicht ausbezahlt. Buchungen behalten wir ohne deinen Namen, weil das Gesetz es verlangt. Meldungen und unsere Entscheide bleiben eine Zeit lang; wie lange, steht unter «Datenschutz».',
        ],
      },
    ],
  },
  {
    title: 'Guthaben und Zahlung',
    entries: [
      {
        question: 'Was sind Credits?',
        answer: [
          'Mit Credits bezahlst du auf Samtrot. 1 Credit ist CHF 1.-. Du lädst dein Guthaben im Voraus auf und siehst vor jeder Buchung den Preis.',
        ],
      },
      {
        question: 'Wie kann ich bezahlen?',
        answer: [
          `Die Zahlungsarten von Samtrot sind ${listed(PAYMENT_NAMES)}.`,
          'Welche davon für deine Zahlung offen sind, siehst du auf der Zahlungsseite. Deine Kartendaten gehen nur an den Zahlungsanbieter, nie an uns.',
        ],
      },
      {
        question: 'Wann sind meine Credits da?',
        answer: [
          `Sobald der Zahlungsanbieter die Zahlung bestätigt, meistens sofort. Eine Überweisung dauert länger: ${SUPPORT_TIMES.transfer} So lange steht sie im Verlauf als «Ausstehend».`,
        ],
      },
      {
        question: 'Gibt es einen Bonus?',
        answer: [
          'Ja. Zu grösseren Beträgen bekommst du Bonus-Credits dazu. Wie viele, steht beim Aufladen neben dem Betrag.',
        ],
      },
      {
        question: 'Wie löse ich einen Gutschein ein?',
        answer: [
          'Gib den Code unter «Guthaben» ein. Die Credits kommen sofort dazu. Jeder Gutschein gilt einmal pro Konto.',
          `Nach ${COUPON_ATTEMPTS.attempts} Versuchen in ${COUPON_ATTEMPTS.seconds} Sekunden musst du kurz warten.`,
        ],
      },
      {
        question: 'Bekomme ich Geld zurück?',
        answer: [
          'Nein. Gutgeschriebenes Guthaben wird auf Wunsch nicht zurückerstattet und nicht ausbezahlt.',
          ...REFUND_SENTENCES,
          ...AMOUNT_SENTENCES,
          `Kann eine Banküberweisung nicht verbucht werden, geht sie an das Konto zurück, von dem sie kam. Die Auszahlung dauert ${SUPPORT_TIMES.payout}.`,
        ],
      },
      {
        question: 'Ist die Mehrwertsteuer inbegriffen?',
        answer: [
          'Ja. Alle Preise sind inkl. MwSt. Sie fällt an, wenn du mit Credits etwas kaufst, nicht schon beim Aufladen, und steckt in dem, was du für diese Credits bezahlt hast. Bonus, Gutscheine und geschenkte Credits enthalten keine. Wie viel es ist, steht im Verlauf und im Monatsauszug.',
        ],
      },
      {
        question: 'Wo finde ich meine Belege?',
        answer: [
          'Unter «Guthaben» bei «Belege»: ein Beleg für jede Aufladung, ein Auszug für jeden vergangenen Monat und der ganze Verlauf als Tabelle (CSV). Dein Name steht auf keinem davon.',
          'Die Tabelle hat eine Zeile für jede Bewegung deines Guthabens: Datum, Zeit, Art und Text, Eingang, Ausgang und Saldo in Credits, was in CHF dafür bezahlt wurde, die enthaltene MwSt. mit ihrem Satz, Belegnummer, Zahlungsart und Bestellnummer. Zahlungen ohne Credits stehen nur im Verlauf.',
        ],
      },
    ],
  },
  {
    title: 'Inserate',
    entries: [
      {
        question: 'Was kostet ein Inserat?',
        answer: [
          `Ein Gratis-Inserat kostet nichts. Du kannst pro Tag eines aufgeben und es einmal am Tag ${WITHDRAW_MS / MINUTE_MS} Minuten lang zurückziehen. Premium beginnt bei ${credits['1_day']} für 1 Tag, 1 Monat kostet ${credits['1_month']}.`,
          `Gratis: ${free.regions} Region, ${free.categories} Kategorie, ${free.images} Bilder. Premium: ${premium.regions} Regionen, ${premium.categories} Kategorien, ${premium.images} Bilder und ${premium.videos} Videos. Jede weitere Region oder Kategorie kostet ${credits.region}.`,
        ],
      },
      {
        question: 'Wie lange ist mein Inserat online?',
        answer: [
          `Ein Gratis-Inserat ist ${PACKAGES.free.days} Tage online. Ein Premium-Inserat läuft so lange, wie du wählst: von 1 Tag bis 1 Monat.`,
          'Am Ende läuft es ab. Du findest es dann unter «Abgelaufen» und kannst es neu aufgeben.',
        ],
      },
      {
        question: 'Was bedeuten Aktiv, Geplant, Entwurf, Ausgeblendet und Abgelaufen?',
        answer: [
          'Aktiv: Dein Inserat ist auf den Partner-Webseiten zu sehen.',
          `Geplant: Es geht zu deiner Wunschzeit online. Das gibt es mit Premium und kostet ${credits.planned}.`,
          `Entwurf: Nur du siehst es. Es kostet nichts. War er nie online, löschen wir ihn ${DRAFT_KEPT_MS / DAY_MS} Tage nach der letzten Änderung.`,
          'Ausgeblendet: Du hast es von den Partner-Webseiten genommen. Es steht bei den Entwürfen und lässt sich wieder einblenden.',
          'Abgelaufen: Seine Zeit ist um.',
        ],
      },
      {
        question: 'Kann ich mein Inserat ausblenden?',
        answer: [
          'Ja, solange es aktiv ist. Es verschwindet sofort von den Partner-Webseiten. Einblenden kostet nichts.',
          `Bei Premium bleibt die Laufzeit so lange stehen, insgesamt bis zu ${MAX_HIDDEN_DAYS} Tage. Bei Gratis-Inseraten läuft sie weiter.`,
        ],
      },
      {
        question: 'Was ist die Auto-Reaktivierung?',
        answer: [
          'Mit Premium kann dein Inserat am Ende von selbst neu starten, mit dem gleichen Paket. Der Preis wird dann neu abgebucht.',
          'Reicht dein Guthaben nicht, läuft es ab, und du bekommst eine E-Mail, ausser du hast Nachrichten ausgeschaltet. Die Auto-Reaktivierung kannst du jederzeit ausschalten.',
        ],
      },
      {
        question: 'Wie wird mein Inserat besser gesehen?',
        answer: [
          `Mit Extras: Push ab ${credits.dailyPush}, Story für ${number.story}, Farbe für ${number.colour} und TopAd für ${credits.topAd}. TopAd und Story gelten ${PROMOTED_HOURS} Stunden, oder für einen Teil des Preises so viele, wie dein Inserat noch läuft.`,
        ],
      },
      {
        question: 'Was ist nicht erlaubt?',
        answer: [
          'Einige Angebote sind verboten. Welche, steht oben im Formular des Inserats. Erkennt ein Programm sie im Text, wird das Inserat nicht veröffentlicht, und du erfährst, welches Feld du ändern musst.',
        ],
      },
      {
        question: 'Prüft ihr mein Inserat, und was ist, wenn ihr es sperrt?',
        answer: HOLD_SENTENCES,
      },
    ],
  },
  {
    title: 'Banner und Clubs',
    entries: [
      {
        question: 'Was kostet ein Banner, und wie lange läuft er?',
        answer: [
          `Ein Banner kostet pro Monat ab ${credits.banner}, je nach Typ und Zahl der Webseiten. Du wählst ${BANNER_MONTHS.min} bis ${BANNER_MONTHS.max} Monate.`,
          'Am Ende läuft er ab oder wird mit der Auto-Reaktivierung für gleich viele Monate neu gebucht.',
        ],
      },
      {
        question: 'Kann ich einen Banner ausblenden?',
        answer: [
          'Ja, solange er aktiv ist. Die Laufzeit läuft weiter. Bis zu ihrem Ende kannst du ihn gratis wieder einblenden. Ausgeblendet wird er nicht automatisch neu gebucht.',
        ],
      },
      {
        question: 'Was kostet ein Club, und wie lange läuft er?',
        answer: [
          `Ein Club kostet ${credits.club} pro Monat und steht auf allen Partner-Webseiten. Du wählst ${CLUB_MONTHS.min} bis ${CLUB_MONTHS.max} Monate und kannst jederzeit verlängern.`,
          'Von selbst verlängert er sich nicht, und einzeln ausblenden lässt er sich nicht.',
        ],
      },
      {
        question: 'Was bekomme ich zurück, wenn ich einen Banner oder Club lösche?',
        answer: [
          REFUND_SENTENCES[0],
          'Läuft er schon, wird für die restliche Laufzeit nichts erstattet.',
        ],
      },
      {
        question: 'Was sehen Besucher von meinem Club?',
        answer: [
          'Name, Texte, Adresse, Telefonnummer, Webseite, Öffnungszeiten und Bilder. Den Namen der Kontaktperson sehen sie nie.',
        ],
      },
    ],
  },
  {
    title: 'Diskretion und Hilfe',
    entries: [
      {
        question: 'Was passiert mit meinen Fotos?',
        answer: [
          'Bevor jemand ein Foto sieht, entfernen wir alle versteckten Angaben: Ort, Zeit und Gerät. Die hochgeladene Datei löschen wir danach. Du kannst es vorher zuschneiden oder ein Gesicht verdecken. Das geschieht auf deinem Gerät.',
          RATING_SENTENCE,
          'In deinem Konto sind Bilder verdeckt, solange die Diskret-Ansicht an ist. Tippst du eines an, siehst du es kurz. Nur die Vorschau zeigt sie wie den Besuchern, bis du dort «Verdecken» wählst.',
        ],
      },
      {
        question: 'Sieht man meinen E-Mails an, worum es geht?',
        answer: [
          'Nein. Betreff und Vorschau sind neutral und nennen weder das Portal noch dein Inserat. Auch der Titel im Browser nennt nie dein Inserat.',
          'Unter «Sicherheit», «Diskretion» machst du auch Titel und Symbol neutral. «Schnell weg» zeigt sofort eine neutrale Seite und meldet dich ab, wenn du nichts anderes gewählt hast.',
          'Im Profil kannst du einstellen, welche E-Mails du bekommst. Den Newsletter bekommst du nur, wenn du ihn bestätigt hast.',
        ],
      },
      {
        question: 'Wann bekomme ich eine Antwort?',
        answer: [
          `Wir antworten dir innerhalb von ${SUPPORT_TIMES.reply}. Du erreichst uns ${SUPPORT_TIMES.days}, ${SUPPORT_TIMES.hours}.`,
          'Jede Nachricht bekommt eine Nummer wie S-10042. Nenne sie, wenn du uns noch einmal schreibst.',
        ],
      },
      {
        question: 'Wie lange behaltet ihr meine Nachricht?',
        answer: [
          `${KEEP_THREADS_MS / DAY_MS} Tage, nachdem wir sie erledigt haben, wird sie gelöscht. Offene bleiben, bis sie erledigt sind. Löschst du dein Konto, geht sie mit; eine ohne Anmeldung gehört dazu, sobald du deine Adresse bestätigt hast. E-Mails an uns liegen zudem in unserem Postfach, das wir von Hand leeren.`,
        ],
      },
    ],
  },
];
