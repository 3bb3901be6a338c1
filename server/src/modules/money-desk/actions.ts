import * as contract from '@samtrot/shared/money-desk/contract.ts';
import { AwaitsApproval, type Handler, implement } from '../../platform/action.ts';
import type { Waiting } from '../staff/service.ts';
import * as desk from './service.ts';

type Deps = desk.SettleDeps & Parameters<typeof desk.forgiveDebt>[1];

const said = (done: string | AwaitsApproval) =>
  done instanceof AwaitsApproval ? done : { message: done };

/** What does not agree about payments, as a line of the overview. */
export const waitingCases: Waiting = {
  right: 'money.read',
  label: 'Geld',
  path: '/geld',
  count: ({ db }) => desk.countOpen(db),
};

export const moneyActions = (deps: Deps): Handler[] =>
  implement(contract, {
    cases: (ctx) => desk.listCases(ctx, deps),
    getCase: (ctx, { case_id }) => desk.readCase(ctx, deps, case_id),
    settleCase: { own: (ctx, input) => desk.settleCase(ctx, deps, input) },
    payments: desk.listPayments,
    payment: (ctx, { payment_id }) => desk.readPayment(ctx, payment_id),
    refundPreview: (ctx, input) => desk.previewRefund(ctx, deps, input),
    requestRefund: async (ctx, input) => said(await desk.requestRefund(ctx, deps, input)),
    refunds: desk.listRefunds,
    importStatement: { own: (ctx, { content }) => desk.readFile(ctx, deps, content) },
    importStatus: (ctx, { job_id }) => desk.importStatus(ctx, deps, job_id),
    forgiveDebt: async (ctx, input) => said(await desk.forgiveDebt(ctx, deps, input)),
  });
