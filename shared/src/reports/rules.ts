import { formatDayTime } from '../kernel/format.ts';
import { fieldTexts, lengthProblem } from '../kernel/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** What a visitor can report. */
export const REPORTED_THINGS = ['inserat', 'club', 'banner'] as const;
export type ReportedThing = (typeof REPORTED_THINGS)[number];

/** The thing in a heading: «Inserat melden». */
export const THING_LABELS: Record<ReportedThing, string> = {
  inserat: 'Inserat',
  club: 'Club',
  banner: 'Banner',
};

export type Urgency = 'urgent' | 'high' | 'normal';

interface UrgencySpec {
  label: string;
  /** Somebody looks at it within this time. */
  firstLookMs: number;
  /** The same in words. */
  within: string;
}

/** From the most urgent on. */
export const URGENCIES: Record<Urgency, UrgencySpec> = {
  urgent: { label: 'Dringend', firstLookMs: 2 * HOUR_MS, within: '2 Stunden' },
  high: { label: 'Hoch', firstLookMs: 24 * HOUR_MS, within: '24 Stunden' },
  normal: { label: 'Normal', firstLookMs: 7 * DAY_MS, within: '7 Tagen' },
};
export const URGENCY_IDS = Object.keys(URGENCIES) as Urgency[];

/** Every report is decided within this time of its arrival. */
export const DECISION_MS = 7 * DAY_MS;

/** Why something is reported, in the order of the form. */
export const REPORT_REASONS = {
  minderjaehrig: { label: 'Die Person wirkt minderjährig', urgency: 'urgent' },
  zwang: { label: 'Ich vermute Zwang oder Menschenhandel', urgency: 'urgent' },
  bilder_ohne_zustimmung: { label: 'Bilder ohne Zustimmung', urgency: 'urgent' },
  persoenliche_daten: { label: 'Persönliche Daten einer anderen Person', urgency: 'high' },
  betrug: { label: 'Betrug oder Vorauszahlung', urgency: 'high' },
  anderes: { label: 'Etwas anderes', urgency: 'normal' },
} as const satisfies Record<string, { label: string; urgency: Urgency }>;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REPORT_REASON_IDS = Object.keys(REPORT_REASONS) as ReportReason[];

export const isReportReason = (text: string): text is ReportReason =>
  Object.hasOwn(REPORT_REASONS, text);

export const urgencyOf = (reason: ReportReason): Urgency => REPORT_REASONS[reason].urgency;

export const REPORT_STATES = ['new', 'in_review', 'justified', 'unjustified'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
export const REPORT_STATE_LABELS: Record<ReportState, string> = {
  new: 'Neu',
  in_review: 'In Prüfung',
  justified: 'Begründet',
  unjustified: 'Unbegründet',
};

export const REPORT_MESSAGE_MAX = 2000;
export const REPORT_NAME_MAX = 80;
/** Of the sentences to the reporters and to the owner. */
export const REPORT_TEXT_MIN = 20;
export const REPORT_TEXT_MAX = 1000;

/** Whether a decision asks for an internal note: nobody closes an urgent report in two presses. */
export const needsNote = (reason: ReportReason, justified: boolean): boolean =>
  !justified && urgencyOf(reason) === 'urgent';

/**
 * Whether a decision asks for a look at the kept pictures: one about them always, one about age if
 * it lets them stay. Taking something off the websites waits for none.
 */
export const needsLook = (reason: ReportReason, justified: boolean): boolean =>
  reason === 'bilder_ohne_zustimmung' || (reason === 'minderjaehrig' && !justified);
export const lookFirstText = (numbers: readonly string[]): string =>
  `Sieh dir zuerst die aufbewahrten Bilder an: ${numbers.join(', ')}.`;

/** What reporters and owner read unless somebody writes other sentences. */
export function decisionSentences(
  justified: boolean,
  held: boolean,
): { answer: string; statement: string } {
  if (!justified)
    return {
      answer:
        'Wir haben keinen Verstoss gegen unsere Regeln festgestellt. Danke für deinen Hinweis.',
      statement: 'Es gab eine Meldung zu deinem Eintrag. Wir haben keinen Verstoss gefunden.',
    };
  return held
    ? {
        answer:
          'Der Eintrag verstösst gegen unsere Regeln. Wir haben ihn von allen Webseiten genommen.',
        // A new hold says its reason instead.
        statement: 'Die Meldung zu deinem Eintrag war begründet. Er bleibt vom Netz.',
      }
    : {
        answer:
          'Der Eintrag hält unsere Regeln nicht ganz ein. Wir haben die Besitzerin darauf hingewiesen.',
        // What she has to change, only a person can say.
        statement: '',
      };
}

/** Of the list of open reports. */
export const REPORTS_PER_PAGE = 50;
/** How long a report is somebody's without a further call. */
export const CLAIM_MS = 10 * MINUTE_MS;

/** Both may be empty. */
export const reportMessageProblem = (message: string): string | null =>
  message === '' ? null : lengthProblem(message, 1, REPORT_MESSAGE_MAX);
export const reportNameProblem = (name: string): string | null =>
  name === '' ? null : lengthProblem(name, 1, REPORT_NAME_MAX);
/** What a website calls the same visitor on one day; blank without one. */
export const visitorProblem = (visitor: string): string | null =>
  visitor === '' || /^[\x21-\x7e]{8,200}$/.test(visitor) ? null : fieldTexts.format;

/** The words of the form. */
export const reportTexts = {
  help: 'Du musst deinen Namen nicht nennen. Gib eine E-Mail an, wenn du eine Antwort möchtest.',
  send: 'Meldung senden',
  notSent: 'Die Meldung ist noch nicht gesendet.',
  tooMany:
    'Von deinem Netz kamen in dieser Stunde schon mehrere Meldungen. Bitte versuche es in einer Stunde nochmals. Ist jemand in Gefahr, ruf gleich eine der Nummern auf dieser Seite an.',
} as const;

export const REPORT_NUMBER = /^M-[1-9]\d{0,14}$/;
/** `M-2041` */
export const reportNumber = (id: number): string => `M-${id}`;

/** After a report with this number, `M-2041`. */
export const thanksText = (number: string, urgency: Urgency): string =>
  `Danke. Deine Meldung hat die Nummer ${number}. Wir sehen sie innert ${URGENCIES[urgency].within} an.`;

export const reportThanks = (id: number, reason: ReportReason): string =>
  thanksText(reportNumber(id), urgencyOf(reason));

interface Waiting {
  reason: ReportReason;
  received_at: Date;
}

export interface ReportClock {
  text: string;
  /** «Erster Blick bis 22.11., 15:44» */
  due: string;
  tone: 'calm' | 'amber' | 'late';
}

/** When the next step is due: the first look, afterwards the decision. */
const dueAt = (report: Waiting & { opened_at: Date | null }): Date =>
  new Date(
    report.received_at.getTime() +
      (report.opened_at ? DECISION_MS : URGENCIES[urgencyOf(report.reason)].firstLookMs),
  );

/** «Noch 1 Std. 12 Min.», amber in the last quarter of the time, then how late it is (BOF-59). */
export function reportClock(report: Waiting & { opened_at: Date | null }, now: Date): ReportClock {
  const at = dueAt(report);
  const due = `${report.opened_at ? 'Entscheid' : 'Erster Blick'} bis ${formatDayTime(at)}`;
  const left = at.getTime() - now.getTime();
  if (left < 0)
    return { due, text: `Frist überschritten seit ${spanText(-left, 'Tagen')}`, tone: 'late' };
  const whole = at.getTime() - report.received_at.getTime();
  const tone = left * 4 <= whole ? 'amber' : 'calm';
  return { due, text: `Noch ${spanText(left, 'Tage')}`, tone };
}

/** «Erster Blick nach 48 Min., Frist 2 Stunden» */
export const firstLookText = ({ reason, received_at }: Waiting, openedAt: Date): string => {
  const took = Math.max(0, openedAt.getTime() - received_at.getTime());
  return `Erster Blick nach ${spanText(took, 'Tagen')}, Frist ${spanText(URGENCIES[urgencyOf(reason)].firstLookMs, 'Tage')}`;
};

/** «3 Std. 5 Min.»; from two days on without minutes. */
function spanText(ms: number, daysWord: 'Tage' | 'Tagen'): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)];
  const parts =
    days >= 2
      ? [`${days} ${daysWord}`, hours % 24 > 0 ? `${hours % 24} Std.` : '']
      : [hours > 0 ? `${hours} Std.` : '', minutes % 60 > 0 ? `${minutes % 60} Min.` : ''];
  return parts.filter(Boolean).join(' ') || '0 Min.';
}

/** Who may not agree with a decision. */
export const OBJECTING_SIDES = ['reporter', 'owner'] as const;
const OBJECT_WITHIN_MS = 30 * DAY_MS;
export const isObjectable = (decidedAt: Date, now: Date): boolean =>
  now.getTime() - decidedAt.getTime() <= OBJECT_WITHIN_MS;

/** Reports of one source within this time count as one, and an automatic hold looks so far back. */
export const INDEPENDENT_WITHIN_MS = 30 * DAY_MS;
/** Unjustified so often within this time: the reports of the source count zero. */
export const UNJUSTIFIED_LIMIT = 2;
export const UNJUSTIFIED_WITHIN_MS = 90 * DAY_MS;

/** Who sent a report, by keyed hashes; null where it is not known. */
export interface ReportSource {
  network: string | null;
  email: string | null;
  /** The visit on the website that sent it. */
  visit: string | null;
  website: number | null;
}

interface Counted extends ReportSource {
  reason: ReportReason;
  received_at: Date;
}

const same = <T>(a: T | null, b: T | null) => a !== null && a === b;

/** Whether both may be of one person; reports of a website need two visits to differ. */
function mayBeOne(a: ReportSource, b: ReportSource): boolean {
  if (same(a.network, b.network) || same(a.email, b.email) || same(a.visit, b.visit)) return true;
  return same(a.website, b.website) && (a.visit === null || b.visit === null);
}

/**
 * Number of independent urgent reports within 30 days, without those of discredited sources
 * (BOF-63, BOF-64).
 */
export function independentUrgent(
  reports: readonly (Counted & { discredited: boolean })[],
  now: Date,
): number {
  const groups: ReportSource[][] = [];
  for (const report of reports) {
    const age = now.getTime() - report.received_at.getTime();
    if (report.discredited || age > INDEPENDENT_WITHIN_MS) continue;
    if (urgencyOf(report.reason) !== 'urgent') continue;
    const joined = groups.filter((group) => group.some((other) => mayBeOne(other, report)));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), report]);
  }
  return groups.length;
}

/** Whether so many reports of this source were unjustified lately that the next ones count zero. */
export const isDiscredited = (
  source: ReportSource,
  unjustified: readonly (ReportSource & { decided_at: Date })[],
  now: Date,
): boolean =>
  unjustified.filter(
    (other) =>
      now.getTime() - other.decided_at.getTime() <= UNJUSTIFIED_WITHIN_MS &&
      (same(source.network, other.network) ||
        same(source.email, other.email) ||
        same(source.visit, other.visit)),
  ).length >= UNJUSTIFIED_LIMIT;

/** Minutes after the arrival of an urgent report at which it is mailed, until it is opened. */
export const ALERT_MINUTES = [0, 30, 60, 120] as const;

/** When it is mailed next, after so many mails; null after the last one. */
export function nextAlertAt(receivedAt: Date, mails: number): Date | null {
  const minutes = ALERT_MINUTES[mails];
  return minutes === undefined ? null : new Date(receivedAt.getTime() + minutes * MINUTE_MS);
}
