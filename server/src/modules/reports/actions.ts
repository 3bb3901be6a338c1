import * as contract from '@samtrot/shared/reports/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { type ReportDeps, receive } from './service.ts';

export const reportActions = (deps: ReportDeps): Handler[] =>
  implement(contract, {
    report: (ctx, { proof: _, website, ...input }) =>
      receive(ctx, deps, input, { network: ctx.client.network, website }),
  });
