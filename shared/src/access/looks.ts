import { ROLE_LABELS, type Role } from '../staff/roles.ts';

/** What people of the house look at, in the words of the account's log (BOF-76, BOF-77). */
export const LOOKS = {
  contact: 'Kontaktangaben angesehen',
  messages: 'Nachrichten gelesen',
  images: 'Bilder angesehen',
  view: 'Dein Konto in deiner Ansicht angesehen',
  export: 'Kopie deiner Daten heruntergeladen',
  report: 'Meldung angesehen',
} as const;
export type LookKind = keyof typeof LOOKS;

const THINGS = {
  account: '',
  message: 'Nachricht S-',
  inserat: 'Inserat ',
  banner: 'Banner ',
  club: 'Club ',
  report: 'Meldung M-',
} as const;
export type LookedAt = keyof typeof THINGS;

/** `Nachricht S-10042`; empty for the account itself. */
export const lookedAtLabel = (thing: LookedAt, number: string): string =>
  thing === 'account' ? '' : `${THINGS[thing]}${number}`;

/** `Moderation AM`; `Samtrot` where no person is named. */
export const lookerLabel = (role: Role | null, sign: string | null): string =>
  role && sign ? `${ROLE_LABELS[role]} ${sign}` : 'Samtrot';

/** Why, where the work itself is the reason and nobody is asked for one. */
export const LOOK_REASONS = {
  message: 'deine Nachricht',
  review: 'Prüfung vor der Freigabe',
  similar: 'Vergleich mit ähnlichen Bildern',
  report: 'eine Meldung',
  hold: 'Prüfung deines Eintrags',
} as const;

/** What the owner of the house chooses from, in days; 0 shows looks at once again. */
export const LOOK_DELAYS = ['0', '7', '14', '30', '60', '90'] as const;
/** The most that the house may wait before it shows looks (BOF-77). */
export const LOOK_DELAY_DAYS = 90;
