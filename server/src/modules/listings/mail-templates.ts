import { formatCredits, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { GREETING, type MailTemplate } from '../mail/service.ts';

/** How the mails of a kind are worded; neither subject nor text reveals what it is. */
export interface Wording<Reason extends string> {
  /** Before the booking's id in a mail's cause. */
  causePrefix: string;
  /** What the owner may do afterwards: «neu bestellen». */
  again: string;
  page(id: number): Extract<MailTemplate['button'], { page: unknown }>['page'];
  /** Why it may not be renewed, and what to do first. */
  reasons: Record<Reason, { because: string; remedy: string }>;
}

interface About {
  to: string;
  bookingId: number;
  id: number;
}

interface Ends extends About {
  endAt: Date;
  /** Price of the renewal if the credits do not suffice for it. */
  lacking: Credits | null;
}

/** Reminds of an end, a day before. */
export const endsMail = (
  { causePrefix, again, page }: Omit<Wording<string>, 'reasons'>,
  { to, bookingId, id, endAt, lacking }: Ends,
): MailTemplate => ({
  cause: `ends:${causePrefix}${bookingId}`,
  to,
  subject: 'Deine Laufzeit endet bald',
  paragraphs: [
    GREETING,
    `Die Laufzeit von Nummer ${id} endet am ${formatDateTime(endAt)}.`,
    lacking === null
      ? `Danach kannst du sie jederzeit ${again}.`
      : `Für die automatische Verlängerung sind ${formatCredits(lacking)} nötig; so viel Guthaben ist nicht da. Lade es vorher auf, dann läuft sie weiter.`,
    'Diese Erinnerung kannst du im Profil ausschalten.',
  ],
  button: { label: `Nummer ${id} öffnen`, page: page(id) },
});

interface NotRenewed<Reason> extends About {
  /** Null if only the credits did not suffice. */
  refused: Reason | null;
  price: Credits;
}

/** Says why something was not renewed, and what to do. */
export function notRenewedMail<Reason extends string>(
  { causePrefix, again, page, reasons }: Wording<Reason>,
  { to, bookingId, id, refused, price }: NotRenewed<Reason>,
): MailTemplate {
  const over = `Die Laufzeit von Nummer ${id} ist zu Ende.`;
  const { because, remedy } = refused ? reasons[refused] : { because: '', remedy: '' };
  return {
    cause: `not-renewed:${causePrefix}${bookingId}`,
    to,
    subject: 'Deine Laufzeit wurde nicht verlängert',
    paragraphs: refused
      ? [
          GREETING,
          `${over} Sie wurde nicht verlängert, weil ${because}.`,
          `${remedy}, dann kannst du sie ${again}.`,
        ]
      : [
          GREETING,
          `${over} Für die automatische Verlängerung wären ${formatCredits(price)} nötig gewesen; so viel Guthaben war nicht da.`,
          `Lade dein Guthaben auf, dann kannst du sie ${again}.`,
        ],
    button: { label: `Nummer ${id} öffnen`, page: page(id) },
  };
}

interface Dearer {
  to: string;
  cause: string;
  validFrom: Date;
  /** What costs more, in the order of the numbers. */
  dearer: readonly { id: number; was: Credits; price: Credits }[];
}

/** Mails owners of automatic renewals before higher prices take effect (BOF-113). */
export function dearerMail(
  { page }: Pick<Wording<string>, 'page'>,
  { to, cause, validFrom, dearer }: Dearer,
): MailTemplate {
  const { id } = dearer[0]!;
  return {
    cause,
    to,
    subject: 'Deine Verlängerung kostet bald mehr',
    paragraphs: [
      GREETING,
      `Ab ${formatDateTime(validFrom)} gelten neue Preise. Was jetzt läuft, behält seinen Preis bis zu seinem Ende.`,
      ...dearer.map(
        ({ id, was, price }) =>
          `Die automatische Verlängerung von Nummer ${id} kostet dann ${formatCredits(price)} statt ${formatCredits(was)}.`,
      ),
      'Wenn du das nicht möchtest, kannst du die automatische Verlängerung jederzeit ausschalten.',
    ],
    button: { label: `Nummer ${id} öffnen`, page: page(id) },
  };
}
