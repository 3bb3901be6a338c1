export { newsletterOperation, saveDraft, submitDraft } from './desk.ts';
export {
  audience,
  deleteRecipient,
  type Report,
  reports,
  sendIssue,
  sendTest,
} from './issues.ts';
export { ownTables } from './own-data.ts';
export type { Issue } from './store.ts';
