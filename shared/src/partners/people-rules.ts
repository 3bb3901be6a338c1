import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** What somebody of a website may do in its console (BOF-125). */
export const PARTNER_ROLES = ['manage', 'read'] as const;
export type PartnerRole = (typeof PARTNER_ROLES)[number];

export const PARTNER_ROLE_LABELS: Record<PartnerRole, string> = {
  manage: 'Verwalten',
  read: 'Lesen',
};

/** BOF-124: how long a log-in lasts without a call by the person, and in any case. */
export const CONSOLE_REST_MS = 8 * HOUR_MS;
export const CONSOLE_MOST_MS = 7 * DAY_MS;

/** A log-in that was last used then or earlier has ended by rest. */
export const consoleRestsSince = (now: Date): Date => new Date(now.getTime() - CONSOLE_REST_MS);

/** How long a log-in waits for its second factor, and how many wrong ones end it. */
export const CONSOLE_HALF_MS = 15 * MINUTE_MS;
export const CONSOLE_WRONG_FACTORS = 5;
/** Beyond so many wrong codes of a person in 24 hours only passkeys count. */
export const CONSOLE_WRONG_FACTORS_A_DAY = 100;
/** So many wrong passwords for an address in 15 minutes are looked at. */
export const CONSOLE_WRONG_PASSWORDS = { attempts: 10, seconds: (15 * MINUTE_MS) / 1000 };

/** BOF-125 */
export const PARTNER_INVITATION_MS = 7 * DAY_MS;
export const PARTNER_INVITATION_PATH = '/partner/einladung';

/** A link for a new password, and how many are mailed to an address (ACC-23). */
export const PARTNER_PASSWORD_LINK_MS = HOUR_MS;
export const PARTNER_PASSWORD_PATH = '/partner/neues-passwort';
export const PARTNER_PASSWORD_MAILS_AN_HOUR = { attempts: 3, seconds: HOUR_MS / 1000 };
export const PARTNER_PASSWORD_MAILS_A_DAY = { attempts: 5, seconds: DAY_MS / 1000 };

/** People and open invitations of one website. */
export const PARTNER_PEOPLE_MAX = 30;
export const PARTNER_PASSKEYS_MAX = 10;
