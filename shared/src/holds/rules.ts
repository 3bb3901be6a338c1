import { formatCredits, formatDateTime } from '../kernel/format.ts';
import { DAY_MS } from '../kernel/time.ts';
import { deletionTexts } from '../refunds/rules.ts';
import { pictureIn } from './owner-rules.ts';
import { type HeldThing, HOLD_KINDS, type HoldKind } from './status.ts';

export const HOLD_TEXT_MIN = 20;
export const HOLD_TEXT_MAX = 1000;
/** How often a day one thing may be handed in for another look. */
export const RESUBMITS_PER_DAY = 5;
/** A final decision can be appealed this long. */
export const FINAL_APPEAL_MS = 30 * DAY_MS;
/** A website that has not confirmed after this long is shown in amber. */
export const RECEIPT_LATE_MS = 60_000;
export interface Reason {
  label: string;
  /** What the owner reads unless somebody writes another sentence. */
  sentence: string;
  /** The same of a whole account, in which nothing can be changed; without one, `sentence`. */
  ofAccount?: string;
  /** Content that it may name; `bild` stands for any picture. */
  fields: readonly string[];
  kinds: readonly HoldKind[];
  /** Whether a final decision refunds the unused paid time. */
  rest: 'anteilig' | 'keiner';
  /** Until it is decided, the owner reads this instead. */
  discreet?: true;
}

const ALL_KINDS = HOLD_KINDS;
const NOT_FINAL = ['waiting', 'revise', 'blocked'] as const;
const TEXTS = ['titel', 'beschreibung', 'name', 'story_title', 'text', 'club_name'] as const;

/** Why something is taken off the websites. */
export const REASONS = {
  minderjaehrig: {
    label: 'Alter',
    sentence: 'Dein Inserat weckt Zweifel am Alter. Bitte melde dich bei uns.',
    ofAccount: 'In deinem Konto gibt es Zweifel am Alter. Bitte melde dich bei uns.',
    fields: [...TEXTS, 'bild'],
    kinds: ['waiting', 'blocked', 'final'],
    rest: 'keiner',
    discreet: true,
  },
  zwang: {
    label: 'Zwang',
    sentence: 'Wir haben einen Hinweis auf Zwang erhalten. Bitte melde dich bei uns.',
    fields: [],
    kinds: ['waiting', 'blocked', 'final'],
    rest: 'keiner',
    discreet: true,
  },
  bilder_ohne_zustimmung: {
    label: 'Bild ohne Zustimmung',
    sentence: 'Andere Leute darfst du nur mit ihrem Nachweis zeigen. Bitte ersetze das Bild.',
    ofAccount: 'In deinem Konto stehen Bilder anderer Leute ohne ihren Nachweis.',
    fields: ['bild'],
    kinds: ALL_KINDS,
    rest: 'keiner',
  },
  persoenliche_daten: {
    label: 'Persönliche Daten',
    sentence: 'Der Text nennt persönliche Daten anderer Leute. Bitte nimm sie heraus.',
    ofAccount: 'In deinem Konto stehen persönliche Daten anderer Leute.',
    fields: [...TEXTS, 'bild'],
    kinds: ALL_KINDS,
    rest: 'keiner',
  },
  betrug: {
    label: 'Betrug',
    sentence: 'Wir haben einen begründeten Hinweis auf Betrug erhalten.',
    fields: [],
    kinds: ['waiting', 'blocked', 'final'],
    rest: 'keiner',
  },
  schutz: {
    label: 'Angebot ohne Schutz',
    sentence: 'Angebote ohne Kondom und AO sind nicht erlaubt. Bitte ändere den Text.',
    ofAccount: 'In deinem Konto stehen Angebote ohne Kondom oder AO. Sie sind nicht erlaubt.',
    fields: [...TEXTS, 'offerings'],
    kinds: ALL_KINDS,
    rest: 'keiner',
  },
  falsche_angaben: {
    label: 'Falsche Angaben',
    sentence: 'Eine Angabe stimmt nach unserer Prüfung nicht. Bitte berichtige sie.',
    ofAccount: 'Angaben in deinem Konto stimmen nach unserer Prüfung nicht.',
    fields: [...TEXTS, 'telefon', 'cantons', 'canton', 'categories', 'url', 'homepage', 'bild'],
    kinds: ALL_KINDS,
    rest: 'anteilig',
  },
  bilder_regeln: {
    label: 'Bildregeln',
    sentence: 'Ein Bild hält unsere Bildregeln nicht ein. Bitte ersetze es.',
    ofAccount: 'Bilder in deinem Konto halten unsere Bildregeln nicht ein.',
    fields: ['bild'],
    kinds: NOT_FINAL,
    rest: 'anteilig',
  },
  kontakt_im_text: {
    label: 'Kontakt im Text',
    sentence: 'Telefon und Webseite gehören in ihre Felder. Bitte nimm sie aus dem Text.',
    ofAccount: 'In deinem Konto stehen Telefon oder Webseite in Texten statt in ihren Feldern.',
    fields: TEXTS,
    kinds: NOT_FINAL,
    rest: 'anteilig',
  },
  falsche_region: {
    label: 'Falsche Region',
    sentence: 'Die Region passt nicht zu deinem Inserat. Bitte wähle die richtige.',
    ofAccount: 'In deinem Konto passen Regionen nicht zu dem, was du anbietest.',
    fields: ['cantons', 'canton', 'ort'],
    kinds: NOT_FINAL,
    rest: 'anteilig',
  },
  doppelt: {
    label: 'Doppelt',
    sentence: 'Dasselbe Angebot steht schon einmal online. Bitte lösche eines davon.',
    ofAccount: 'In deinem Konto steht dasselbe Angebot mehrmals.',
    fields: [],
    kinds: ALL_KINDS,
    rest: 'anteilig',
  },
  werbung_fremd: {
    label: 'Werbung für andere',
    sentence: 'Das wirbt für ein fremdes Angebot. Bitte nimm die Werbung heraus.',
    ofAccount: 'In deinem Konto steht Werbung für fremde Angebote.',
    fields: [...TEXTS, 'url', 'homepage', 'bild'],
    kinds: ALL_KINDS,
    rest: 'anteilig',
  },
  konto_missbrauch: {
    label: 'Missbrauch des Kontos',
    sentence: 'Dein Konto wurde gegen unsere Regeln verwendet.',
    fields: [],
    kinds: ['waiting', 'blocked', 'final'],
    rest: 'keiner',
  },
  anderes: {
    label: 'Anderer Grund',
    sentence: '',
    fields: [...TEXTS, 'telefon', 'cantons', 'canton', 'categories', 'url', 'homepage', 'bild'],
    kinds: ALL_KINDS,
    rest: 'anteilig',
  },
} as const satisfies Record<string, Reason>;

export type ReasonId = keyof typeof REASONS;
export const REASON_IDS = Object.keys(REASONS) as ReasonId[];
export const reasonOf = (id: ReasonId): Reason => REASONS[id];

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
export const kindsFor = (thing: HeldThing, reason: ReasonId): HoldKind[] =>
  reasonOf(reason).kinds.filter((kind) => thing !== 'account' || kind !== 'revise');

/** What is proposed for a thing and a reason until somebody chooses: the mildest that leads on. */
export const usualKind = (thing: HeldThing, reason: ReasonId | ''): 'revise' | 'blocked' =>
  thing !== 'account' && (reason === '' || reasonOf(reason).kinds.includes('revise'))
    ? 'revise'
    : 'blocked';

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

/** What the owner reads unless somebody writes another sentence; empty where only a person can say it. */
export function sentenceFor(thing: HeldThing, reason: ReasonId, kind: HoldKind): string {
  if (kind === 'waiting') return waitingSentence(thing);
  const { sentence, ofAccount = sentence } = reasonOf(reason);
  return thing === 'account' ? ofAccount : sentence;
}

/** Whether the owner may read reason and text. */
export const isSaid = (reason: ReasonId, kind: HoldKind): boolean =>
  kind !== 'waiting' || !reasonOf(reason).discreet;

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
export function saidTo(hold: Said): { reason: string; text: string; toChange: boolean } {
  const { reason, kind, text, thing, unapproved } = hold;
  const label = reasonOf(reason).label;
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
export const fieldsOf = (thing: HeldThing, reason: ReasonId): string[] =>
  reasonOf(reason).fields.filter((field) => FIELDS_OF_THINGS[thing].includes(field));

/** Whether a hold of this thing may name this field; a picture is named by its number alone. */
export const mayName = (thing: HeldThing, reason: ReasonId, field: string): boolean =>
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
export const finalText = (reason: ReasonId, credits: number): string =>
  reasonOf(reason).rest === 'keiner'
    ? 'Bei diesem Grund wird nichts erstattet.'
    : `Zurück kommen ${formatCredits(credits)} für die nicht genutzte Zeit.`;

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
