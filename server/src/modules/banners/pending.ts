import { pendingTexts } from '../listings/service.ts';

/** What of a booked banner waits for an approval. */
export const bannerPending = pendingTexts({
  table: 'banner',
  parts: { pending_print: ['text', 'url'] },
});
export const encryptedColumns = [bannerPending.column];
