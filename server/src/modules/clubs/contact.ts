import { BLANK_CLUB_CONTACT } from '@samtrot/shared/clubs/contract.ts';
import { encryptedColumn } from '../../platform/encryption.ts';
import { contactData, pendingTexts } from '../listings/service.ts';

/** How a club and its contact person are reached. */
export const clubContact = contactData('club', BLANK_CLUB_CONTACT, {
  phones: ['telefon'],
  unseen: ['vollstaendiger_name'],
});
/** Edits beside a placed club, with their contact data. */
export const unsavedColumn = encryptedColumn({ table: 'club', column: 'unsaved', row: ['id'] });
/** What of a placed club waits for an approval. */
export const clubPending = pendingTexts({
  table: 'club',
  parts: {
    pending_print: ['club_name', 'titel', 'beschreibung', ...Object.keys(BLANK_CLUB_CONTACT)],
  },
  contact: clubContact,
});
export const encryptedColumns = [clubContact.column, unsavedColumn, clubPending.column];
