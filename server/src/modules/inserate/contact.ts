import { BLANK_CONTACT } from '@samtrot/shared/inserate/contract.ts';
import { encryptedColumn } from '../../platform/encryption.ts';
import { contactData } from '../listings/service.ts';

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
export const encryptedColumns = [adContact.column, unsavedColumn];
