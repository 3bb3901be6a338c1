import * as publicContract from '@samtrot/shared/texts/contract.ts';
import * as contract from '@samtrot/shared/texts/staff-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { ApprovalDeps } from '../staff/service.ts';
import { acceptTerms } from './acceptance.ts';
import * as desk from './desk.ts';
import { textPage } from './pages.ts';
import type { TextSettings, Values } from './values.ts';

export const textActions = (values: Values): Handler[] =>
  implement(publicContract, {
    getText: async (ctx, { text }) => (await textPage(ctx, values, { text }))!,
    acceptTerms: async (ctx, { number }) => {
      await acceptTerms(ctx, { accountId: ctx.actor.userId, number });
      return { message: 'Danke. Die neuen Bedingungen gelten für dein Konto.' };
    },
  });

export const textStaffActions = (
  deps: Pick<ApprovalDeps, 'solo'> & { texts: TextSettings },
): Handler[] =>
  implement(contract, {
    getTexts: desk.versions,
    getTextVersion: (ctx, input) => desk.version(ctx, deps.texts, input),
    draftText: async (ctx, input) => ({
      ...(await desk.draft(ctx, input)),
      message: 'Entwurf angelegt.',
    }),
    saveText: async (ctx, input) => ({
      saved: await desk.save(ctx, input),
      message: 'Entwurf gespeichert.',
    }),
    sendTextToMe: async (ctx, input) => ({
      message: `Gesendet an ${await desk.sendToMe(ctx, deps.texts, input)}.`,
    }),
    requestText: (ctx, input) => desk.submit(ctx, deps, input),
  });
