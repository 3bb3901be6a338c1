export { countOpen } from './case-store.ts';
export { listCases, readCase } from './cases.ts';
export { forgiveDebt } from './debts.ts';
export { importStatus, readFile } from './imports.ts';
export { listPayments, listRefunds, readPayment } from './payments.ts';
export { previewRefund, refund, refundOperation, requestRefund } from './refunds.ts';
export { fullOperation, type SettleDeps, settleCase, settleInFull } from './settle.ts';
