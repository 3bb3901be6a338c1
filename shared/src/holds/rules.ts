import { formatCredits, formatDateTime } from '../kernel/format.ts';
import { DAY_MS } from '../kernel/time.ts';
import { deletionTexts } from '../refunds/rules.ts';
import { pictureIn } from './owner-rules.ts';
import { type HoldReason, isDiscreet, kindsOf, type ReasonId } from './reason-rules.ts';
import type { HeldThing, HoldKind } from './status.ts';

export const HOLD_TEXT_MIN = 20;
export const HOLD_TEXT_MAX = 1000;
/** How often a day one thing may be handed in for another look. */
export const RESUBMITS_PER_DAY = 5;
/** A final decision can be appealed this long. */
export const FINAL_APPEAL_MS = 30 * DAY_MS;
/** A website that has not confirmed after this long is shown in amber. */
export const RECEIPT_LATE_MS = 60_000;
const YOURS: Record<HeldThing, string> = {
  inserat: 'dein Inserat',
  banner: 'deinen Banner',
  club: 'deinen Club',
  account: 'dein Konto',
};

/** Instead of the reason while a hold of a discreet one is not decided. */
export const undecidedSentence = (thing: HeldThing): string =>
  `Wir prüfen ${YOURS[thing]} nach einer Meldung.`;

/** Whether a rule has held it and no person has decided yet (BOF-63). */
const isByRule = ({ thing, text, decided_by }: Said): boolean =>
  decided_by === null && text === undecidedSentence(thing);

/** Which decisions about this thing the reason allows: of an account nothing can be revised. */
export const kindsFor = (thing: HeldThing, reason: HoldReason): HoldKind[] =>
  kindsOf(reason).filter((kind) => thing !== 'account' || kind !== 'revise');

/** What is proposed for a thing and a reason until somebody chooses: the mildest that leads on. */
export const usualKind = (thing: HeldThing, reason?: HoldReason): 'revise' | 'blocked' =>
  thing !== 'account' && (reason === undefined || reason.revise) ? 'revise' : 'blocked';

type Choosable = Exclude<HoldKind, 'final'>;

/** What each decision means, for who chooses. */
export const KIND_SENTENCES: Record<Choosable, string> = {
  revise:
    'Es ist offline, bis die Besitzerin geändert hat, was du nennst, und ihr es neu geprüft habt.',
  blocked:
    'Es ist offline, bis ihr es freigebt. Die Besitzerin kann es ändern, neu prüfen lassen oder Einspruch erheben.',
  waiting:
    'Es ist offline, bis ihr entschieden habt. Die Besitzerin erfährt, dass ihr prüft, und kann noch keinen Einspruch erheben.',
};

const ACCOUNT_SENTENCES: Partial<Record<Choosable, string>> = {
  blocked:
    'Alles ist offline, bis ihr das Konto freigebt. Die Besitzerin kann sich anmelden, euch schreiben und Einspruch erheben.',
  waiting:
    'Alles ist offline, bis ihr entschieden habt. Die Besitzerin erfährt, dass ihr prüft, und kann noch keinen Einspruch erheben.',
};

export const kindSentence = (thing: HeldThing, kind: Choosable): string =>
  (thing === 'account' ? ACCOUNT_SENTENCES[kind] : undefined) ?? KIND_SENTENCES[kind];

const NOTHING_TO_DO = 'Du musst nichts tun, wir schreiben dir, sobald wir entschieden haben.';

/** While it is only looked at, nothing is decided: it judges nobody and asks for nothing. */
export const waitingSentence = (thing: HeldThing): string =>
  `Wir prüfen eine Meldung zu ${thing === 'account' ? 'deinem Konto' : 'diesem Eintrag'}. ${NOTHING_TO_DO}`;

/**
 * What the owner reads unless somebody writes another sentence; empty where only a person can say
 * it.
 */
export function sentenceFor(
  thing: HeldThing,
  { sentence, account_sentence }: HoldReason,
  kind: HoldKind,
): string {
  if (kind === 'waiting') return waitingSentence(thing);
  return thing === 'account' && account_sentence.trim() !== '' ? account_sentence : sentence;
}

/** Whether the owner may read reason and text. */
export const isSaid = (reason: ReasonId, kind: HoldKind): boolean =>
  kind !== 'waiting' || !isDiscreet(reason);

interface Said {
  reason: ReasonId;
  kind: HoldKind;
  text: string;
  thing: HeldThing;
  /** Null if a rule or the command line decided. */
  decided_by: number | null;
  unapproved?: boolean;
}

/** The reason as its owner reads it, and whether there is something that she should change. */
export function saidTo(
  hold: Said,
  { label }: Pick<HoldReason, 'label'>,
): { reason: string; text: string; toChange: boolean } {
  const { reason, kind, text, thing, unapproved } = hold;
  if (unapproved && kind === 'waiting') return { reason: 'Prüfung', text, toChange: false };
  if (!isSaid(reason, kind))
    return { reason: 'Prüfung', text: undecidedSentence(thing), toChange: false };
  if (isByRule(hold))
    return {
      reason: reason === 'anderes' ? 'Prüfung' : label,
      text: `${text} ${NOTHING_TO_DO}`,
      toChange: false,
    };
  return { reason: label, text, toChange: true };
}

/** What a thing of each kind has that may be objected to. */
export const FIELDS_OF_THINGS: Record<HeldThing, readonly string[]> = {
  inserat: [
    ...['titel', 'beschreibung', 'name', 'story_title', 'telefon', 'cantons', 'categories'],
    ...['offerings', 'homepage', 'bild'],
  ],
  banner: ['text', 'url', 'bild'],
  club: ['club_name', 'titel', 'beschreibung', 'telefon', 'canton', 'ort', 'homepage', 'bild'],
  account: [],
};

/** The fields of this thing that this reason may name; `bild` stands for any picture. */
export const fieldsOf = (thing: HeldThing, { fields }: HoldReason): string[] =>
  fields.filter((field) => FIELDS_OF_THINGS[thing].includes(field));

/** Whether a hold of this thing may name this field; a picture is named by its number alone. */
export const mayName = (thing: HeldThing, reason: HoldReason, field: string): boolean =>
  field !== 'bild' &&
  fieldsOf(thing, reason).includes(pictureIn(field) === undefined ? field : 'bild');

/** What becomes of the time that was booked; `end` of a free run, null without a booking. */
export const timeSentence = (
  run: { free: boolean; end: Date | null; unapproved?: boolean } | null,
): string => {
  if (!run) return '';
  if (run.unapproved)
    return run.free ? '' : 'Löschst du es vorher, bekommst du den ganzen Preis zurück.';
  if (!run.free)
    return 'Bezahlte Zeit steht still und läuft weiter, sobald wir es wieder freigeben.';
  return run.end ? `Die Laufzeit läuft weiter bis ${formatDateTime(run.end)}.` : '';
};

/** What becomes of the booked time once a decision is final, and what was refunded for it. */
export const finalTimeSentence = (refunded: number): string =>
  refunded > 0
    ? `Für die nicht genutzte Zeit hast du ${formatCredits(refunded)} zurückbekommen.`
    : deletionTexts.nothing;

/** The number that both people read before a decision becomes final. */
export const finalText = ({ refunds }: HoldReason, credits: number): string =>
  refunds
    ? `Zurück kommen ${formatCredits(credits)} für die nicht genutzte Zeit.`
    : 'Bei diesem Grund wird nichts erstattet.';

/** Whether an appeal may still be made against a decision of this kind. */
export const isAppealable = (kind: HoldKind, decidedAt: Date, now: Date): boolean =>
  kind !== 'waiting' &&
  (kind !== 'final' || now.getTime() - decidedAt.getTime() <= FINAL_APPEAL_MS);

/** Credits for the unused part of paid time, by the minute, in favour of the owner. */
export function restOf(paid: number, start: Date, end: Date, at: Date): number {
  const minutes = (ms: number) => ms / 60_000;
  const whole = minutes(end.getTime() - start.getTime());
  const left = Math.ceil(minutes(Math.max(0, end.getTime() - Math.max(+at, +start))));
  return whole <= 0 ? 0 : Math.min(paid, Math.ceil((paid * Math.min(left, whole)) / whole));
}

/** How many of the websites have confirmed: «Von 4 Webseiten bestätigt, 1 offen». */
export function receiptsText(confirmed: number, all: number): string {
  if (all === 0) return 'Keine Webseite hatte es.';
  const webseiten = all === 1 ? 'Webseite' : 'Webseiten';
  if (confirmed === 0) return `Von ${all} ${webseiten} hat noch keine bestätigt`;
  return confirmed === all
    ? `Von ${all} ${webseiten} bestätigt`
    : `Von ${all} ${webseiten} bestätigt, ${all - confirmed} offen`;
}

/** What a held account still reaches: its reason, balance, messages, receipts, security, data. */
const OPEN_TO_HELD = new Set([
  ...['get_holds', 'resubmit', 'appeal', 'logout', 'support', 'resend_confirmation'],
  ...['get_threads', 'get_thread', 'open_thread', 'reply_thread', 'close_thread', 'attach_file'],
  'detach_file',
  ...['getBalance', 'get_detailed_transactions', 'get_bonus_transactions', 'get_used_coupons'],
  ...['get_documents', 'payment_status'],
  // Security, with deletion.
  ...['reauthenticate', 'getFactors', 'prepare_factor', 'confirm_factor', 'remove_factor'],
  ...['new_recovery_codes', 'passkey_challenge', 'reauthenticate_passkey', 'passkey_options'],
  ...['add_passkey', 'rename_passkey', 'remove_passkey', 'get_devices', 'end_device'],
  ...['end_other_devices', 'keep_session', 'get_account_log', 'get_security', 'set_login_mail'],
  ...['undo_own_email_change', 'delete_account'],
  ...['get_data_export', 'start_data_export', 'open_data_export'],
]);
export const isOpenToHeld = (action: string): boolean => OPEN_TO_HELD.has(action);
