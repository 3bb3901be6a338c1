import * as contract from '@samtrot/shared/catalogue/staff-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { ApprovalDeps } from '../staff/service.ts';
import * as desk from './desk.ts';

export const catalogueActions = (deps: Pick<ApprovalDeps, 'solo'>): Handler[] =>
  implement(contract, {
    getCatalogue: desk.catalogueOf,
    draftCatalogue: async (ctx, input) => ({
      ...(await desk.draft(ctx, input)),
      message: 'Entwurf angelegt.',
    }),
    saveCatalogue: async (ctx, input) => ({
      saved: await desk.save(ctx, input),
      message: 'Entwurf gespeichert.',
    }),
    transferCatalogue: async (ctx, input) => ({
      saved: await desk.transfer(ctx, input),
      message: 'Auf die neue Fassung übertragen.',
    }),
    previewCatalogue: desk.preview,
    requestCatalogue: (ctx, input) => desk.submit(ctx, deps, input),
  });
