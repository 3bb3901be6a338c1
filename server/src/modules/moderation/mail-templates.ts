import { nameOf } from '@samtrot/shared/holds/owner-rules.ts';
import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import { formatCredits, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { type MailTemplate, pageOf } from '../mail/service.ts';

interface About {
  to: string;
  /** What she calls herself. */
  name: string;
  thing: HeldThing;
  id: number;
  cause: string;
}

/** Of an account every page says why it is held, and where to object. */
const button = ({ thing, id }: Pick<About, 'thing' | 'id'>): Pick<MailTemplate, 'button'> => ({
  button:
    thing === 'account'
      ? { label: 'Konto öffnen', page: pageOf.home }
      : { label: `Nummer ${id} öffnen`, page: pageOf[thing](id) },
});

const KINDS: Record<HeldThing, string> = {
  inserat: 'Inserat',
  banner: 'Banner',
  club: 'Club',
  account: 'Konto',
};

/** A held account has one thing to do. */
export const objecting: Pick<MailTemplate, 'button'> = {
  button: { label: 'Einspruch erheben', page: pageOf.home },
};

interface Taken extends About {
  reason: string;
  text: string;
  /** What becomes of the booked time; empty without a booking. */
  time: string;
  may: { resubmit: boolean; appeal: boolean };
}

/** What becomes of the time, and what the owner of something that is held can do. */
export const goingOn = ({ thing, time, may }: Pick<Taken, 'thing' | 'time' | 'may'>): string[] =>
  [
    time,
    may.resubmit
      ? `So geht es weiter: ${KINDS[thing]} ansehen, ändern und «Überarbeitet, bitte neu prüfen» wählen.`
      : '',
    may.appeal
      ? 'Du bist nicht einverstanden? Du kannst Einspruch erheben. Eine andere Person prüft ihn.'
      : '',
  ].filter(Boolean);

/** Says what the house has taken off the websites, why, and how it goes on. */
export const heldMail = ({ to, name, thing, id, cause, ...of }: Taken): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte sieh dir dein Konto an',
  paragraphs: [
    `Hallo ${name}`,
    thing === 'account'
      ? `Dein Konto ist gesperrt. Grund: ${of.reason}.`
      : `${nameOf(thing, id)} ist zurzeit nicht online. Grund: ${of.reason}.`,
    of.text,
    ...goingOn({ thing, ...of }),
  ],
  ...(thing === 'account' && of.may.appeal ? objecting : button({ thing, id })),
});

interface Released extends About {
  online: boolean;
  /** It has never been online. */
  first: boolean;
  /** Of the run that goes on. */
  endsAt: Date | null;
  /** A run that ended meanwhile. */
  over: boolean;
  text: string;
}

/** Where something stands after its hold was lifted. */
export function freedSentence({
  thing,
  id,
  ...of
}: Pick<Released, 'thing' | 'id' | 'online' | 'first' | 'endsAt' | 'over'>): string {
  if (thing === 'account') return 'Dein Konto ist wieder frei.';
  const name = nameOf(thing, id);
  if (of.over) return `${name} ist freigegeben. Die Laufzeit ist inzwischen zu Ende.`;
  if (!of.online) return `${name} ist freigegeben.`;
  const it = thing === 'inserat' ? 'Es' : 'Er';
  const until = of.endsAt ? ` ${it} läuft bis ${formatDateTime(of.endsAt)}.` : '';
  return `${name} ist ${of.first ? 'geprüft und' : 'wieder'} online.${until}`;
}

/** Says that the house has lifted a hold, and until when it runs. */
export const releasedMail = ({ to, name, thing, id, cause, ...of }: Released): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte sieh dir dein Konto an',
  paragraphs: [`Hallo ${name}`, freedSentence({ thing, id, ...of }), ...(of.text ? [of.text] : [])],
  ...button({ thing, id }),
});

/** Answers an appeal that was upheld; its subject is no alarm. */
export const upheldMail = ({ to, name, thing, id, cause, ...of }: Released): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Einspruch ist entschieden',
  paragraphs: [
    `Hallo ${name}`,
    'Wir haben deinen Einspruch geprüft. Du hast recht bekommen.',
    freedSentence({ thing, id, ...of }),
    of.text,
  ],
  ...button({ thing, id }),
});

/** Says that nobody has decided in time about what waited for its first approval. */
export const undecidedMail = ({
  to,
  name,
  thing,
  id,
  cause,
  refunded,
}: About & { refunded: Credits }): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte sieh dir dein Konto an',
  paragraphs: [
    `Hallo ${name}`,
    `${nameOf(thing, id)} ist nicht online gegangen. Wir haben es innert 7 Tagen nicht geprüft. Das tut uns leid.`,
    ...(refunded > 0 ? [`${formatCredits(refunded)} sind wieder auf deinem Konto.`] : []),
    'Du kannst es jederzeit neu schalten. Dann sehen wir es uns wieder an.',
  ],
  ...button({ thing, id }),
});

/** Says that a change was not approved, and why; what was published stays. */
export const refusedChangeMail = ({
  to,
  name,
  thing,
  id,
  cause,
  reason,
  text,
}: About & { reason: string; text: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte sieh dir dein Konto an',
  paragraphs: [
    `Hallo ${name}`,
    `Deine Änderung an Nummer ${id} zeigen wir so nicht. Grund: ${reason}.`,
    text,
    'Die bisherige Fassung bleibt. Ändere, was nicht passt, und speichere: Dann sehen wir es uns wieder an.',
  ],
  ...button({ thing, id }),
});

/** Says that nobody has decided in time about a change. */
export const undecidedChangeMail = ({ to, name, thing, id, cause }: About): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte sieh dir dein Konto an',
  paragraphs: [
    `Hallo ${name}`,
    `Deine Änderung an Nummer ${id} haben wir innert 7 Tagen nicht geprüft. Das tut uns leid.`,
    'Die bisherige Fassung bleibt. Speichere die Änderung nochmals: Dann sehen wir sie uns wieder an.',
  ],
  ...button({ thing, id }),
});

/** Answers an appeal that was rejected. */
export const rejectedMail = ({
  to,
  name,
  thing,
  id,
  cause,
  answer,
}: About & { answer: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Dein Einspruch ist entschieden',
  paragraphs: [
    `Hallo ${name}`,
    `Wir haben deinen Einspruch zu ${thing === 'account' ? 'deinem Konto' : `Nummer ${id}`} geprüft.`,
    'Der Entscheid bleibt.',
    answer,
  ],
  ...button({ thing, id }),
});
