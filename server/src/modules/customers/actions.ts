import * as contract from '@samtrot/shared/customers/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { addNote, strikeNote } from '../customer-notes/service.ts';
import { readCard, readNotes, readTab } from './card.ts';
import { search } from './search.ts';

export const customerActions: Handler[] = implement(contract, {
  search: (ctx, input) => search(ctx, input),
  customer: readCard,
  customerTab: readTab,
  customerNotes: readNotes,
  addCustomerNote: async (ctx, input) => ({
    note_id: await addNote(ctx, input),
    message: 'Die Notiz steht.',
  }),
  strikeCustomerNote: async (ctx, { note_id }) => {
    await strikeNote(ctx, note_id);
    return { message: 'Durchgestrichen.' };
  },
});
