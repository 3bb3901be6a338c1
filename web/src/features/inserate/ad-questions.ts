import { EXTRA_PRICES, isPremium, PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { DEFAULT_PUSH_TIME } from '@samtrot/shared/inserate/limits.ts';
import { type Credits, formatCredits } from '@samtrot/shared/kernel/money.ts';
import { formatDateTime, localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { hasStoryMedia } from '@samtrot/shared/media/rules.ts';
import { deletionWords, ON_DELETION } from '@samtrot/shared/refunds/rules.ts';
import { type Asked, asQuestion, type Question } from '../../listing/question.ts';

/** `named` is the price that the server named instead of ours. */
type Ask = (inserat: Inserat, named: Credits | undefined) => Asked;

/** Every question of the list by its type (INS-18 to INS-29); nothing happens before one of them is answered. */
const QUESTIONS = {
  AD_EDIT: () => ({
    title: 'Inserat bearbeiten?',
    text: 'Das Inserat öffnet sich im Editor. Für Besucher ändert sich erst etwas, wenn du dort speicherst.',
    act: 'Bearbeiten',
    busy: 'Wird geöffnet …',
  }),
  AD_PUSH: ({ inserat_status }, named) => ({
    title: 'Push buchen?',
    text:
      inserat_status === 'geplant'
        ? `Der Push kommt um ${DEFAULT_PUSH_TIME} Uhr, am ersten Tag der Laufzeit ohne Push um diese Zeit.`
        : 'Dein Inserat steht sofort wieder ganz oben, gleich nach den TopAds.',
    ...buying('Push buchen', named ?? EXTRA_PRICES.datedPush),
  }),
  AD_COLOR: ({ inserat_farbe, end_zeit }, named) =>
    inserat_farbe
      ? {
          title: 'Farbe ist gebucht',
          text: `Dein Inserat ist farbig, bis seine Laufzeit endet (${end_zeit}).`,
          ...{ safe: 'Schliessen', act: null, busy: '' },
        }
      : {
          title: 'Farbe buchen?',
          text: `Dein Inserat hebt sich farbig von den anderen ab, bis seine Laufzeit endet (${end_zeit}).`,
          ...buying('Farbe buchen', named ?? EXTRA_PRICES.colour),
        },
  AD_TOP: (inserat, named) => ({
    title: inserat.inserat_topad ? 'TopAd verlängern?' : 'TopAd buchen?',
    text: lasting(inserat, inserat.topad_until, 'steht dein Inserat 24 Stunden lang über allen anderen.', 'TopAd'),
    ...buying(inserat.inserat_topad ? 'TopAd verlängern' : 'TopAd buchen', named ?? EXTRA_PRICES.topAd),
  }),
  AD_STORY: (inserat, named) =>
    inserat.imageSources.length === 0 && !hasStoryMedia(inserat.story_image, inserat.story_video)
      ? {
          title: 'Story buchen?',
          text: 'Für eine Story braucht das Inserat mindestens ein Bild. Im Editor kannst du eines hinzufügen.',
          ...{ act: 'Bilder hinzufügen', busy: 'Wird geöffnet …', toEditor: true },
        }
      : inserat.story_title === ''
        ? {
            title: 'Story buchen?',
            text: 'Eine Story braucht einen Titel. Im Editor kannst du ihn bei «Story» eingeben.',
            ...{ act: 'Titel eingeben', busy: 'Wird geöffnet …', toEditor: true },
          }
        : {
            title: inserat.inserat_story ? 'Story verlängern?' : 'Story buchen?',
            text: lasting(
              inserat,
              inserat.story_until,
              'läuft dein Inserat 24 Stunden lang in den Stories.',
              'in den Stories',
            ),
            ...buying(inserat.inserat_story ? 'Story verlängern' : 'Story buchen', named ?? EXTRA_PRICES.story),
          },
  AD_ACTIVATE: (inserat) =>
    inserat.inserat_status === 'ausgeblendet'
      ? {
          title: 'Inserat einblenden?',
          text: `Dein Inserat ist sofort wieder online und läuft bis ${inserat.end_zeit}.`,
          ...{ act: 'Einblenden', busy: 'Wird eingeblendet …' },
        }
      : {
          title: 'Inserat sofort aktivieren?',
          text: `Dein Inserat geht sofort online statt am ${inserat.start_zeit}. Die Laufzeit (${PACKAGES[inserat.inserat_typ].title}) beginnt jetzt. Die ${formatCredits(EXTRA_PRICES.planned)} für die Planung werden nicht erstattet.${lostPushes(inserat) > 0 ? ' Pushes nach dem neuen Ende bekommst du zurück.' : ''}`,
          ...{ act: 'Sofort aktivieren', busy: 'Wird aktiviert …' },
          refund: { atLeast: lostPushes(inserat) * EXTRA_PRICES.datedPush, more: false },
        },
  AD_REACTIVATE: ({ inserat_typ, renewal_price }, named) => ({
    title: 'Inserat reaktivieren?',
    text: `Dein Inserat geht sofort wieder online (${PACKAGES[inserat_typ].title}), mit denselben Regionen, Kategorien, Bildern und täglichen Pushes. Pushes nach Datum, TopAd, Farbe und Story sind nicht dabei.`,
    ...buying('Reaktivieren', named ?? renewal_price),
  }),
  AD_DUPLICATE: () => ({
    title: 'Inserat duplizieren?',
    text: 'Du bekommst einen Entwurf mit denselben Texten und Bildern. Was für dieses Inserat gebucht ist, kommt nicht mit.',
    act: 'Duplizieren',
    busy: 'Wird dupliziert …',
  }),
  AD_HIDE: (inserat) => ({
    title: 'Inserat ausblenden?',
    text: `Dein Inserat verschwindet sofort von allen Webseiten und steht bei deinen Entwürfen. ${hiddenClock(inserat)}`,
    act: 'Ausblenden',
    busy: 'Wird ausgeblendet …',
  }),
  AD_DELETE: (inserat) => ({
    title: 'Inserat löschen?',
    text: `Texte und Bilder werden endgültig gelöscht. ${deletionRefund(inserat).text}`.trim(),
    ...{ safe: 'Behalten', act: 'Löschen', busy: 'Wird gelöscht …', danger: true },
    refund: deletionRefund(inserat),
  }),
  AD_AUTO_REACTIVATE_ON: ({ renewal_price }) => ({
    title: 'Automatisch reaktivieren?',
    text: `Am Ende der Laufzeit wird dein Inserat für ${formatCredits(renewal_price)} neu gebucht, solange dein Guthaben reicht. Sonst läuft es ab und du bekommst eine E-Mail. Jetzt kostet es nichts.`,
    act: 'Einschalten',
    busy: 'Wird eingeschaltet …',
  }),
  AD_AUTO_REACTIVATE_OFF: () => ({
    title: 'Automatische Reaktivierung ausschalten?',
    text: 'Dein Inserat läuft am Ende der Laufzeit ab und wird nicht neu gebucht.',
    act: 'Ausschalten',
    busy: 'Wird ausgeschaltet …',
  }),
} as const satisfies Record<string, Ask>;

export type AdDialogType = keyof typeof QUESTIONS;
export const AD_DIALOG_TYPES = Object.keys(QUESTIONS) as AdDialogType[];

/** The question about this ad. `named` is the price that the server named instead of ours. */
export function questionOf(type: AdDialogType, inserat: Inserat, named?: Credits): Question {
  const ask: Ask = QUESTIONS[type];
  return asQuestion(ask(inserat, named));
}

const buying = (verb: string, price: Credits) => ({
  act: price === 0 ? `Kostenlos ${verb.toLowerCase()}` : `${verb} für ${formatCredits(price)}`,
  busy: 'Wird gebucht …',
  price,
});

/** 24 hours from now, from the planned start, or on top of what is booked. */
function lasting({ inserat_status, start_zeit }: Inserat, until: string | null, what: string, name: string): string {
  if (until) return `Dein Inserat ist bis ${formatDateTime(new Date(until))} ${name} und bleibt es 24 Stunden länger.`;
  return inserat_status === 'geplant' ? `Ab dem Start am ${start_zeit} ${what}` : `Ab jetzt ${what}`;
}

function hiddenClock({ inserat_typ, hidden_days_left: days, inserat_topad, inserat_story }: Inserat): string {
  if (!isPremium(inserat_typ) || days <= 0) return 'Die Laufzeit läuft weiter.';
  const run = [inserat_topad && 'TopAd', inserat_story && 'Story'].filter(Boolean).join(' und ');
  const clock = `Die Laufzeit steht so lange still, noch höchstens ${days === 1 ? '1 Tag' : `${days} Tage`}.`;
  return run === '' ? clock : `${clock} ${run} ${run.includes(' und ') ? 'laufen' : 'läuft'} weiter.`;
}

/** What deleting gives back: a planned ad its whole price, any other the pushes that are still to come. */
function deletionRefund({ inserat_status, paid, next_push_at, planned_refund }: Inserat) {
  const back = ON_DELETION.inserat[inserat_status];
  if (!paid || back === 'none') return { text: '', atLeast: 0, more: false };
  if (back === 'all') return { text: deletionWords.all(planned_refund), atLeast: planned_refund, more: false };
  if (next_push_at === null) return { text: deletionWords.nothing, atLeast: 0, more: false };
  return { text: deletionWords.pushes, atLeast: 0, more: true };
}

/** How many dated pushes lie behind the end that a planned ad has when it starts now. Swiss times, compared as they are written. */
function lostPushes({ inserat_typ, date_time_pushes }: Inserat): number {
  const now = new Date();
  const end = new Date(`${localDate(now)}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + PACKAGES[inserat_typ].days);
  const last = `${end.toISOString().slice(0, 10)} ${localTime(now)}`;
  return date_time_pushes.filter(({ date, time }) => `${date} ${time}` > last).length;
}
