/** The roles of the house. */
export const ROLES = ['owner', 'moderator', 'finance', 'partner_manager', 'reader'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = {
  owner: 'Inhaberin',
  moderator: 'Moderation',
  finance: 'Finanzen',
  partner_manager: 'Partner',
  reader: 'Lesen',
};
