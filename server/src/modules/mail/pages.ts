/** Paths of portal pages that mails link to; the origin is added when sending. */
export const pageOf = {
  inserat: (id: number) => `/rabota/${id}` as const,
  banner: (id: number) => `/banner_edit/${id}` as const,
  club: (id: number) => `/clubs_edit/${id}` as const,
  credits: '/guthaben',
} as const;

type Pages = typeof pageOf;
export type PortalPage = {
  [Name in keyof Pages]: Pages[Name] extends (id: number) => infer Path ? Path : Pages[Name];
}[keyof Pages];
