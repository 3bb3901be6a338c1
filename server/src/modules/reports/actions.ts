import * as contract from '@samtrot/shared/reports/contract.ts';
import * as staff from '@samtrot/shared/reports/staff-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { Waiting } from '../staff/service.ts';
import { type DeskDeps, desk, type ReportDeps, receive, register } from './service.ts';

export const reportActions = (deps: ReportDeps): Handler[] =>
  implement(contract, {
    report: (ctx, { proof: _, website, ...input }) =>
      receive(ctx, deps, input, { network: ctx.client.network, website }),
  });

/** The open reports, as a line of the overview. */
export const waitingReports: Waiting = {
  right: 'report.read',
  label: 'Meldungen',
  path: '/meldungen',
  count: desk.waiting,
};

export const reportStaffActions = (deps: DeskDeps): Handler[] =>
  implement(staff, {
    reports: (ctx, input) => desk.list(ctx, input),
    report: (ctx, { number }) => desk.read(ctx, number),
    claimReport: async (ctx, input) => {
      await desk.claim(ctx, input);
      return { message: 'Du bearbeitest diese Meldung.' };
    },
    releaseReport: async (ctx, input) => {
      await desk.release(ctx, input);
      return { message: 'Losgelassen.' };
    },
    decideReport: async (ctx, input) => ({
      decided: await desk.decide(ctx, deps, input),
      message: 'Der Entscheid ist unterwegs.',
    }),
    objectReport: async (ctx, input) => {
      await desk.object(ctx, input);
      return { message: 'Die Meldung ist wieder offen. Eine andere Person entscheidet.' };
    },
    reportRegister: (ctx, { month }) => register(ctx, month),
  });
