import { dueTask } from '../../platform/due-work.ts';
import type { Task } from '../../platform/worker.ts';
import { processDeletion } from './service.ts';

/** Erases the accounts whose 72 hours are over, one in each transaction. */
export const finalDeletionTask = (site: { publicUrl: string; supportEmail: string }): Task => ({
  name: 'account-deletion/final',
  run: dueTask([{ what: 'the deletion of account', run: (ctx) => processDeletion(ctx, site) }]),
});
