import { newPersonSecret, personSecret } from './login-store.ts';
import { invitationEmail, personEmail } from './store.ts';

export { endPerson, invite, peopleOf, setRole, withdrawInvitation } from './people.ts';
export { findByEmail, insertPerson } from './store.ts';

export const encryptedColumns = [personEmail, invitationEmail, personSecret, newPersonSecret];
