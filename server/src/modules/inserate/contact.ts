import { BLANK_CONTACT } from '@samtrot/shared/inserate/contract.ts';
import { encryptedColumn } from '../../platform/encryption.ts';
import { contactData, pendingTexts } from '../listings/service.ts';

/** How an ad is reached. */
export const adContact = contactData('inserat', BLANK_CONTACT, {
  phones: ['telefon', 'whatsapp'],
  unseen: ['land'],
});
/** Edits beside a booked ad, with their contact data. */
export const unsavedColumn = encryptedColumn({
  table: 'inserat',
  column: 'unsaved',
  row: ['id'],
});
/** What of a published ad waits for an approval. */
export const adPending = pendingTexts({
  table: 'inserat',
  parts: {
    pending_print: [
      ...['titel', 'name', 'beschreibung', ...Object.keys(BLANK_CONTACT)],
      // With the address that they show: what was not shown before is not shown in its stead.
      ...['adresse_anzeigen', 'ort_anzeigen'],
    ],
    story_print: ['story_title'],
  },
  contact: adContact,
});
export const encryptedColumns = [adContact.column, unsavedColumn, adPending.column];
