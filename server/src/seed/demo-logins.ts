/**
 * What the journeys know of the demo, apart from what fills it: they would load the whole server.
 */
import type { Role } from '@samtrot/shared/staff/roles.ts';

/** One person per role; the key of the code app is known to everybody (BOF-15). */
export const DEMO_STAFF: readonly { email: string; name: string; role: Role }[] = [
  { email: 'inhaberin@samtrot.example', name: 'Ruth Aebi', role: 'owner' },
  { email: 'moderation@samtrot.example', name: 'Anna Meier', role: 'moderator' },
  { email: 'finanzen@samtrot.example', name: 'Franz Inauen', role: 'finance' },
  { email: 'partner@samtrot.example', name: 'Petra Rossi', role: 'partner_manager' },
  { email: 'lesen@samtrot.example', name: 'Leo Sommer', role: 'reader' },
];
export const DEMO_TOTP_SECRET = 'SAMTROTDEMOBETRIEBSAMTROTDEMO234';

/** Somebody of a partner website, and who is invited there (BOF-125). */
export const DEMO_PARTNER = {
  email: 'webseite@samtrot.example',
  name: 'Marco Steiner',
  website: 'Mondgarten',
  invited: 'technik@samtrot.example',
} as const;
