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

const button = ({ thing, id }: Pick<About, 'thing' | 'id'>): Pick<MailTemplate, 'button'> =>
  thing === 'account' ? {} : { button: { label: `Nummer ${id} öffnen`, page: pageOf[thing](id) } };

interface Taken extends About {
  reason: string;
  text: string;
  /** What becomes of the booked time; empty without a booking. */
  time: string;
  may: { resubmit: boolean; appeal: boolean };
}

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
    ...(of.time ? [of.time] : []),
    ...(of.may.resubmit
      ? [
          `So geht es weiter: Nummer ${id} ansehen, ändern und «Überarbeitet, bitte neu prüfen» wählen.`,
        ]
      : []),
    ...(of.may.appeal
      ? ['Du bist nicht einverstanden? Du kannst Einspruch erheben. Eine andere Person prüft ihn.']
      : []),
  ],
  ...button({ thing, id }),
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

/** Says that the house has lifted a hold, and until when it runs. */
export const releasedMail = ({ to, name, thing, id, cause, ...of }: Released): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte sieh dir dein Konto an',
  paragraphs: [
    `Hallo ${name}`,
    thing === 'account'
      ? 'Dein Konto ist wieder frei.'
      : of.online
        ? `${nameOf(thing, id)} ist ${of.first ? 'geprüft und' : 'wieder'} online.${of.endsAt ? ` Die Laufzeit geht bis ${formatDateTime(of.endsAt)}.` : ''}`
        : of.over
          ? `${nameOf(thing, id)} ist freigegeben. Die Laufzeit ist inzwischen zu Ende.`
          : `${nameOf(thing, id)} ist freigegeben.`,
    ...(of.text ? [of.text] : []),
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

/** Answers an appeal. */
export const appealMail = ({
  to,
  name,
  thing,
  id,
  cause,
  upheld,
  answer,
}: About & { upheld: boolean; answer: string }): MailTemplate => ({
  cause,
  to,
  subject: 'Bitte sieh dir dein Konto an',
  paragraphs: [
    `Hallo ${name}`,
    `Wir haben deinen Einspruch zu ${thing === 'account' ? 'deinem Konto' : `Nummer ${id}`} geprüft.`,
    upheld ? 'Du hast recht bekommen.' : 'Der Entscheid bleibt.',
    answer,
  ],
  ...button({ thing, id }),
});
