import type { Role } from './roles.ts';

/** The part of a right that a role has, where it is not all of it. */
export type Scope =
  | 'email'
  | 'notes'
  | 'payment_threads'
  | 'partner_threads'
  | 'reports'
  | 'prices'
  | 'forbidden_phrases'
  | 'own_lines'
  | 'money_lines'
  | 'partner_lines';

/** When somebody else has to allow it: always, above `FOUR_EYES_CHF`, or to make an owner. */
export type FourEyes = 'always' | 'above_limit' | 'role_owner';

export interface Grant {
  /** Without one, all of it. */
  readonly scope?: Scope;
  readonly fourEyes?: FourEyes;
  /** May ask for it and never allows it. */
  readonly requestOnly?: true;
}

interface RightSpec {
  readonly label: string;
  /** Its changes need a second factor confirmed in the last ten minutes. */
  readonly fresh?: true;
  readonly roles: { readonly [R in Role]?: Grant };
}

const ALL: Grant = {};
const FOUR_EYES: Grant = { fourEyes: 'always' };
const ABOVE_LIMIT: Grant = { fourEyes: 'above_limit' };
const REQUEST: Grant = { fourEyes: 'always', requestOnly: true };

const MODERATION = { owner: ALL, moderator: ALL };
const MODERATION_READ = { ...MODERATION, reader: ALL };
const OF_CUSTOMERS = { ...MODERATION, finance: ALL };
const TAKING_AN_ACCOUNT = { owner: FOUR_EYES, moderator: REQUEST };
const INBOX = {
  ...MODERATION,
  finance: { scope: 'payment_threads' },
  partner_manager: { scope: 'partner_threads' },
} as const;
const MONEY = { owner: ALL, finance: ALL };
const MONEY_ABOVE_LIMIT = { owner: ABOVE_LIMIT, finance: ABOVE_LIMIT };
const PARTNERS = { owner: ALL, partner_manager: ALL };
const AUDIT = {
  owner: ALL,
  moderator: { scope: 'own_lines' },
  finance: { scope: 'money_lines' },
  partner_manager: { scope: 'partner_lines' },
} as const;
const EVERYBODY = { ...OF_CUSTOMERS, partner_manager: ALL, reader: ALL };

/** The table of part 2 of the specification; labels are what people read. */
const TABLE = {
  'review.read': { label: 'Prüfen: ansehen', roles: MODERATION_READ },
  'review.decide': { label: 'Prüfen: entscheiden', roles: MODERATION },
  'hold.read': { label: 'Sperren ansehen', roles: MODERATION_READ },
  'hold.set': { label: 'Sperren', roles: MODERATION },
  'hold.release': { label: 'Sperren aufheben', roles: MODERATION },
  'hold.final': {
    label: 'Endgültig sperren',
    roles: { owner: FOUR_EYES, moderator: REQUEST },
  },
  'appeal.decide': { label: 'Einsprüche entscheiden', roles: MODERATION },
  'report.read': { label: 'Meldungen ansehen', roles: MODERATION_READ },
  'report.decide': { label: 'Meldungen entscheiden', roles: MODERATION },
  'report.export': { label: 'Meldungen herunterladen', roles: MODERATION },
  'customer.search': { label: 'Kundinnen suchen', roles: { ...OF_CUSTOMERS, reader: ALL } },
  'customer.read': { label: 'Kundinnen ansehen', roles: { ...OF_CUSTOMERS, reader: ALL } },
  'customer.private': {
    label: 'Private Angaben ansehen',
    roles: { ...MODERATION, finance: { scope: 'email' } },
  },
  'customer.view_as': { label: 'Ansicht der Kundin', fresh: true, roles: MODERATION },
  'customer.note': {
    label: 'Notizen schreiben',
    roles: { ...MODERATION, finance: { scope: 'notes' } },
  },
  'customer.help': { label: 'Kundinnen helfen', roles: MODERATION },
  'customer.block': { label: 'Konten sperren', fresh: true, roles: MODERATION },
  'customer.email': { label: 'E-Mail-Adresse ändern', fresh: true, roles: TAKING_AN_ACCOUNT },
  'customer.factor': {
    label: 'Zweiten Faktor zurücksetzen',
    fresh: true,
    roles: TAKING_AN_ACCOUNT,
  },
  'customer.delete': { label: 'Konten löschen', fresh: true, roles: TAKING_AN_ACCOUNT },
  'customer.export': { label: 'Daten herausgeben', fresh: true, roles: MODERATION },
  'inbox.read': { label: 'Postfach: lesen', roles: INBOX },
  'inbox.reply': { label: 'Postfach: antworten', roles: INBOX },
  'template.edit': { label: 'Vorlagen', roles: OF_CUSTOMERS },
  'money.read': { label: 'Geld: ansehen', roles: MONEY },
  'money.report': {
    label: 'Geld: Auswertungen',
    roles: { ...MONEY, reader: { scope: 'reports' } },
  },
  'money.case': { label: 'Geld: Fälle', roles: MONEY },
  'money.import': { label: 'Geld: Bankdateien einlesen', roles: MONEY },
  'money.refund': { label: 'Geld: zurückzahlen', fresh: true, roles: MONEY_ABOVE_LIMIT },
  'money.correct': { label: 'Geld: korrigieren', fresh: true, roles: MONEY_ABOVE_LIMIT },
  'coupon.manage': { label: 'Gutscheine', roles: MONEY_ABOVE_LIMIT },
  'discount.set': { label: 'Rabatte', roles: MONEY_ABOVE_LIMIT },
  'catalogue.edit': {
    label: 'Katalog ändern',
    roles: {
      owner: FOUR_EYES,
      moderator: { fourEyes: 'always', scope: 'forbidden_phrases' },
      finance: { fourEyes: 'always', scope: 'prices' },
    },
  },
  'partner.read': {
    label: 'Partner: ansehen',
    roles: { ...PARTNERS, moderator: ALL, reader: ALL },
  },
  'partner.manage': { label: 'Partner: verwalten', roles: PARTNERS },
  'partner.key': { label: 'Partner: Schlüssel', fresh: true, roles: PARTNERS },
  'text.edit': { label: 'Rechtstexte ändern', roles: { owner: FOUR_EYES } },
  'notice.edit': { label: 'Hinweis auf dem Portal', roles: { owner: ALL } },
  'moderation.mode': { label: 'Prüfung umstellen', fresh: true, roles: { owner: ALL } },
  'maintenance.switch': { label: 'Wartung', fresh: true, roles: { owner: ALL } },
  'house.read': { label: 'Betrieb: ansehen', roles: EVERYBODY },
  'audit.read': { label: 'Protokoll: lesen', roles: AUDIT },
  'audit.export': { label: 'Protokoll: herunterladen', fresh: true, roles: AUDIT },
  'staff.manage': {
    label: 'Team verwalten',
    fresh: true,
    roles: { owner: { fourEyes: 'role_owner' } },
  },
} as const satisfies Record<string, RightSpec>;

export type Right = keyof typeof TABLE;

export const RIGHTS: Record<Right, RightSpec> = TABLE;

/** What the role may do by this right; undefined without it. */
export const grantOf = (role: Role, right: Right): Grant | undefined => RIGHTS[right].roles[role];

/** Whether the role may allow what somebody else asked for by this right. */
export function mayApprove(role: Role, right: Right): boolean {
  const grant = grantOf(role, right);
  return grant !== undefined && !grant.requestOnly;
}

/**
 * Whether the role answers messages about this subject, so that one may be assigned to it (BOF-88).
 */
export function mayAnswer(role: Role, subject: string): boolean {
  const grant: Grant | undefined = grantOf(role, 'inbox.reply');
  if (!grant) return false;
  return grant.scope === undefined || (grant.scope === 'payment_threads' && subject === 'billing');
}

/** All rights of the role, in the order of the table. */
export const rightsOf = (role: Role): Right[] =>
  (Object.keys(RIGHTS) as Right[]).filter((right) => grantOf(role, right));

/** How long a confirmed second factor counts for rights that need a fresh one. */
export const FRESH_FACTOR_MS = 10 * 60_000;

/** @param confirmedAt when the second factor was confirmed last */
export const isFresh = (confirmedAt: Date, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() < FRESH_FACTOR_MS;
