import * as contract from '@samtrot/shared/newsletter/staff-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { ApprovalDeps } from '../staff/service.ts';
import * as desk from './desk.ts';

interface Deps extends Pick<ApprovalDeps, 'solo'> {
  sessionSecret: string;
}

export const newsletterStaffActions = (deps: Deps): Handler[] =>
  implement(contract, {
    getNewsletters: (ctx) => desk.newsletters(ctx),
    saveNewsletter: async (ctx, input) => ({
      ...(await desk.saveDraft(ctx, input)),
      message: 'Gespeichert.',
    }),
    deleteNewsletter: async (ctx, input) => {
      await desk.deleteDraft(ctx, input);
      return { message: 'Der Entwurf ist gelöscht.' };
    },
    testNewsletter: async (ctx, input) => ({
      message: `Zur Probe unterwegs an ${await desk.testDraft(ctx, deps, input)}.`,
    }),
    requestNewsletter: (ctx, input) => desk.submitDraft(ctx, deps, input),
  });
