import { NOT_ME_PATH } from '@samtrot/shared/access/security-rules.ts';

/** Paths of portal pages that mails link to; the origin is added when sending. */
export const pageOf = {
  inserat: (id: number) => `/rabota/${id}` as const,
  banner: (id: number) => `/banner_edit/${id}` as const,
  club: (id: number) => `/clubs_edit/${id}` as const,
  home: '/home',
  contact: '/kontakt',
  credits: '/guthaben',
  house: '/betrieb',
  catalogue: (version: string) => `/betrieb/katalog/${version}` as const,
  health: '/betrieb/zustand',
  partner: (id: number) => `/betrieb/partner/${id}` as const,
  report: (number: string) => `/betrieb/meldungen/${number}` as const,
  thread: (ticket: string) => `/dashboard/kontakt/${ticket}` as const,
  security: '/profil/sicherheit',
  terms: (number: number) => `/rechtliches/${number}` as const,
  notMe: (token: string) => `${NOT_ME_PATH}?token=${token}` as const,
} as const;

type Pages = typeof pageOf;
export type PortalPage = {
  [Name in keyof Pages]: Pages[Name] extends (of: never) => infer Path ? Path : Pages[Name];
}[keyof Pages];
