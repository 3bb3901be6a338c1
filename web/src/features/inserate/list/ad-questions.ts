import { type AdPrices, isPremium, PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { DEFAULT_PUSH_TIME } from '@samtrot/shared/inserate/limits.ts';
import {
  formatHours,
  noRoomText,
  PROMOTED_HOURS,
  type PromotionKind,
} from '@samtrot/shared/inserate/promotion-rules.ts';
import { formatCredits, formatDayTime, shownWire } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS, localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { hasStoryMedia } from '@samtrot/shared/media/rules.ts';
import { comesBack, deletionText } from '@samtrot/shared/refunds/rules.ts';
import { asQuestion, type Question, type QuestionSpec } from '../../../listing/question.ts';

/** `named` is the price that the server named instead of ours. */
type SpecOf = (
  inserat: Inserat,
  named: Credits | undefined,
  extras: AdPrices['extras'],
) => QuestionSpec;

/**
 * Every question of the list by its type (INS-18 to INS-29); it is confirmed before anything
 * happens.
 */
const QUESTIONS = {
  AD_EDIT: ({ inserat_status }) => ({
    title: 'Inserat bearbeiten?',
    text: `Das Inserat öffnet sich im Editor.${
      inserat_status === 'aktiv'
        ? ' Für Besucher ändert sich erst etwas, wenn du dort speicherst.'
        : ''
    }`,
    act: 'Bearbeiten',
    busy: 'Wird geöffnet …',
    kind: 'edit',
  }),
  AD_PUSH: ({ inserat_status }, named, extras) => ({
    title: 'Push buchen?',
    text:
      inserat_status === 'geplant'
        ? `Der Push kommt um ${DEFAULT_PUSH_TIME} Uhr, am ersten Tag der Laufzeit ohne Push um diese Zeit.`
        : 'Dein Inserat steht sofort wieder ganz oben, gleich nach den TopAds.',
    ...buying('Push buchen', named ?? extras.datedPush),
  }),
  AD_COLOR: ({ inserat_farbe, end_zeit }, named, extras) =>
    inserat_farbe
      ? {
          title: 'Farbe ist gebucht',
          text: `Dein Inserat ist farbig, bis seine Laufzeit endet (${shownWire(end_zeit)}).`,
          safe: 'Schliessen',
          act: null,
          busy: '',
        }
      : {
          title: 'Farbe buchen?',
          text: `Dein Inserat hebt sich farbig von den anderen ab, bis seine Laufzeit endet (${shownWire(end_zeit)}).`,
          ...buying('Farbe buchen', named ?? extras.colour),
        },
  AD_TOP: (inserat, named) => promoting(inserat, 'topAd', named),
  AD_STORY: (inserat, named) =>
    inserat.imageSources.length === 0 && !hasStoryMedia(inserat.story_image, inserat.story_video)
      ? {
          title: 'Story buchen?',
          text: 'Für eine Story braucht das Inserat mindestens ein Bild. Im Editor kannst du eines hinzufügen.',
          act: 'Bilder hinzufügen',
          busy: 'Wird geöffnet …',
          toEditor: true,
        }
      : inserat.story_title === ''
        ? {
            title: 'Story buchen?',
            text: 'Eine Story braucht einen Titel. Im Editor kannst du ihn bei «Story» eingeben.',
            act: 'Titel eingeben',
            busy: 'Wird geöffnet …',
            toEditor: true,
          }
        : promoting(inserat, 'story', named),
  AD_ACTIVATE: (inserat, _named, extras) =>
    inserat.inserat_status === 'ausgeblendet'
      ? {
          title: 'Inserat einblenden?',
          text: `Dein Inserat ist sofort wieder online und läuft bis ${shownWire(inserat.end_zeit)}.`,
          act: 'Einblenden',
          busy: 'Wird eingeblendet …',
          kind: 'show',
        }
      : {
          title: 'Inserat sofort aktivieren?',
          text: `Dein Inserat geht sofort online statt am ${shownWire(inserat.start_zeit)}. Die Laufzeit (${PACKAGES[inserat.inserat_typ].title}) beginnt jetzt. Die ${formatCredits(extras.planned)} für die Planung werden nicht erstattet.${lostPushes(inserat) > 0 ? ' Pushes nach dem neuen Ende bekommst du zurück.' : ''}`,
          act: 'Sofort aktivieren',
          busy: 'Wird aktiviert …',
          refund: { atLeast: lostPushes(inserat) * inserat.push_refund, more: false },
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
    kind: 'duplicate',
  }),
  AD_HIDE: (inserat) => ({
    title: 'Inserat ausblenden?',
    text: `Dein Inserat verschwindet sofort von allen Webseiten und steht bei deinen Entwürfen. ${hiddenClock(inserat)}`,
    act: 'Ausblenden',
    busy: 'Wird ausgeblendet …',
    kind: 'hide',
  }),
  AD_DELETE: (inserat) =>
    isRestorable(inserat)
      ? {
          title: 'Entwurf löschen?',
          text: 'Texte und Bilder werden gelöscht. Gleich danach kannst du es rückgängig machen.',
          safe: 'Behalten',
          act: 'Löschen',
          busy: 'Wird gelöscht …',
          danger: true,
          kind: 'delete_draft',
        }
      : {
          title: 'Inserat löschen?',
          text: `Texte und Bilder werden endgültig gelöscht. ${deletionRefund(inserat).text}`.trim(),
          safe: 'Behalten',
          act: 'Löschen',
          busy: 'Wird gelöscht …',
          danger: true,
          refund: deletionRefund(inserat),
        },
  AD_AUTO_REACTIVATE_ON: ({ inserat_typ, renewal_price }) => ({
    title: 'Automatisch reaktivieren?',
    text: `Am Ende der Laufzeit wird dein Inserat neu gebucht. Danach ${everyText(PACKAGES[inserat_typ].days)} ${formatCredits(renewal_price)}, solange dein Guthaben reicht. Sonst läuft es ab und du bekommst eine E-Mail. Jetzt kostet es nichts.`,
    act: 'Einschalten',
    busy: 'Wird eingeschaltet …',
  }),
  AD_AUTO_REACTIVATE_OFF: () => ({
    title: 'Automatische Reaktivierung ausschalten?',
    text: 'Dein Inserat läuft am Ende der Laufzeit ab und wird nicht neu gebucht.',
    act: 'Ausschalten',
    busy: 'Wird ausgeschaltet …',
    kind: 'renewal_off',
  }),
} as const satisfies Record<string, SpecOf>;

export type AdDialogType = keyof typeof QUESTIONS;
export const AD_DIALOG_TYPES = Object.keys(QUESTIONS) as AdDialogType[];

/** The question about this ad. `named` is the price that the server named instead of ours. */
export function questionOf(
  { extras }: Pick<AdPrices, 'extras'>,
  type: AdDialogType,
  inserat: Inserat,
  named?: Credits,
): Question {
  const spec: SpecOf = QUESTIONS[type];
  return asQuestion(spec(inserat, named, extras), inserat.titel, inserat.ID);
}

const everyText = (days: number): string => (days === 1 ? 'jeden Tag' : `alle ${days} Tage`);

/** Nothing was booked for it; the server decides again. */
const isRestorable = ({ inserat_status, paid }: Inserat): boolean =>
  inserat_status === 'entwurf' && paid === null;

const buying = (verb: string, price: Credits) => ({
  act: price === 0 ? `Kostenlos ${verb.toLowerCase()}` : `${verb} für ${formatCredits(price)}`,
  busy: 'Wird gebucht …',
  price,
});

const PROMOTING = {
  topAd: {
    name: 'TopAd',
    runs: 'TopAd läuft',
    does: 'steht dein Inserat 24 Stunden lang über allen anderen',
  },
  story: {
    name: 'Story',
    runs: 'Die Story läuft',
    does: 'läuft dein Inserat 24 Stunden lang in den Stories',
  },
} as const;

/** Whole, in one of two ways where less than 24 hours are left, or not at all (EXP-60, EXP-61). */
function promoting(
  inserat: Inserat,
  kind: PromotionKind,
  named: Credits | undefined,
): QuestionSpec {
  const { name, runs, does } = PROMOTING[kind];
  const {
    [kind === 'topAd' ? 'topad_until' : 'story_until']: running,
    end_at,
    start_zeit,
    inserat_status,
  } = inserat;
  const offer = kind === 'topAd' ? inserat.topad_offer : inserat.story_offer;
  const from = running ? new Date(running) : null;
  if (!offer || offer.hours === 0)
    return {
      title: `${name} geht nicht mehr`,
      text: noRoomText(kind, from),
      safe: 'Schliessen',
      act: null,
      busy: '',
    };
  const verb = running ? 'verlängern' : 'buchen';
  const title = `${name} ${verb}?`;
  const lastsUntil = (until: string) =>
    from || inserat_status === 'geplant' ? until : dayFromNow(until);
  if (offer.hours === PROMOTED_HOURS) {
    const begins =
      inserat_status === 'geplant' ? `Ab dem Start am ${shownWire(start_zeit)}` : 'Ab jetzt';
    const until = dayTime(lastsUntil(offer.until));
    const lasts = from
      ? `${runs} bis ${formatDayTime(from)} und dann 24 Stunden länger, bis ${until}.`
      : `${begins} ${does}, bis ${until}.`;
    const beyond = end_at && lastsUntil(offer.until) > end_at ? ` ${renewal(inserat)}` : '';
    return { title, text: `${lasts}${beyond}`, ...buying(`${name} ${verb}`, named ?? offer.price) };
  }
  const hours = formatHours(offer.hours);
  const rest = {
    act: `${hours} für ${formatCredits(offer.price)}`,
    price: offer.price,
    way: 'rest',
  };
  const short = `${endsAt(end_at!)} ${runs} dann nur ${offer.hours} statt 24 Stunden.`;
  const cost = {
    label: hours,
    note: `bis zum Ende am ${dayTime(offer.until)}`,
    amount: formatCredits(offer.price),
  };
  if (!offer.renewing)
    return { title, text: short, ...rest, busy: 'Wird gebucht …', costs: [cost] };
  const { price, until: whole } = offer.renewing;
  return {
    title,
    text: `${short} Reaktivierst du es automatisch, läuft es weiter: ${renewal(inserat)}`,
    act: `Automatisch reaktivieren, ${formatCredits(price)}`,
    price,
    way: 'renew',
    busy: 'Wird gebucht …',
    other: rest,
    costs: [
      {
        label: '24 Stunden',
        note: `bis ${dayTime(lastsUntil(whole))}`,
        amount: formatCredits(price),
      },
      cost,
    ],
  };
}

/** Of an ad whose extra continues in its next run. */
const renewal = ({ end_at, renewal_price }: Inserat): string =>
  `Am ${dayTime(end_at!)} wird es für ${formatCredits(renewal_price)} neu gebucht. Reicht dein Guthaben dann nicht, bekommst du zurück, was nicht läuft.`;

const dayTime = (at: string): string => formatDayTime(new Date(at));

/**
 * The end of what begins on confirmation; the server computed it when the page was loaded.
 */
const dayFromNow = (until: string): string =>
  new Date(Math.max(Date.parse(until), Date.now() + DAY_MS)).toISOString();

/** Today the time is enough (EXP-61). */
function endsAt(end: string): string {
  const at = new Date(end);
  const when =
    localDate(at) === localDate(new Date()) ? `um ${localTime(at)}` : `am ${dayTime(end)}`;
  return `Dein Inserat läuft ${when} ab.`;
}

function hiddenClock({
  inserat_typ,
  hidden_days_left: days,
  inserat_topad,
  inserat_story,
}: Inserat): string {
  if (!isPremium(inserat_typ) || days <= 0) return 'Die Laufzeit läuft weiter.';
  const run = [inserat_topad && 'TopAd', inserat_story && 'Story'].filter(Boolean).join(' und ');
  const clock = `Die Laufzeit steht so lange still, noch höchstens ${days === 1 ? '1 Tag' : `${days} Tage`}.`;
  return run === ''
    ? clock
    : `${clock} ${run} ${run.includes(' und ') ? 'laufen' : 'läuft'} weiter.`;
}

/**
 * What deleting refunds. Hours of a TopAd or story that did not run before are known to the server
 * alone.
 */
function deletionRefund(inserat: Inserat) {
  const { inserat_status, paid, planned_refund: unbegun } = inserat;
  const pushes = paid !== null && inserat.next_push_at !== null;
  const over = inserat_status === 'abgelaufen' && (inserat.top_ad_enabled || inserat.story_posted);
  const hours = paid ? paid.topAd || paid.story : over;
  const text =
    paid || over ? deletionText('inserat', inserat_status, { unbegun, pushes, hours }) : '';
  const more = comesBack('inserat', inserat_status, 'pushes') && (pushes || hours);
  return { text, atLeast: comesBack('inserat', inserat_status, 'unbegun') ? unbegun : 0, more };
}

/**
 * How many dated pushes lie behind the end that a planned ad has when it starts now. Swiss times,
 * compared as they are written.
 */
function lostPushes({ inserat_typ, date_time_pushes }: Inserat): number {
  const now = new Date();
  const end = new Date(`${localDate(now)}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + PACKAGES[inserat_typ].days);
  const last = `${end.toISOString().slice(0, 10)} ${localTime(now)}`;
  return date_time_pushes.filter(({ date, time }) => `${date} ${time}` > last).length;
}
