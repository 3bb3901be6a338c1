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

export const STAFF_STATES = ['invited', 'active', 'blocked', 'left'] as const;
export type StaffState = (typeof STAFF_STATES)[number];

export const STAFF_STATE_LABELS: Record<StaffState, string> = {
  invited: 'eingeladen',
  active: 'aktiv',
  blocked: 'gesperrt',
  left: 'ausgetreten',
};

/** What a role is for, in one line. */
export const ROLE_TEXTS: Record<Role, string> = {
  owner: 'Darf alles und führt das Team. Heikles gibt eine zweite Person frei.',
  moderator: 'Prüft, sperrt, entscheidet Meldungen, hilft Kundinnen. Kein Geld, kein Team.',
  finance: 'Zahlungen, Rückzahlungen, Gutscheine, Rabatte und Preise. Prüft und sperrt nichts.',
  partner_manager: 'Webseiten, ihre Schlüssel und ihre Nachrichten. Sieht keine Kundinnen.',
  reader: 'Liest Prüfen, Meldungen, Kundinnen ohne Kontaktangaben und Partner. Ändert nichts.',
};
