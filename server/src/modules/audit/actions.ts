import * as contract from '@samtrot/shared/audit/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as log from './service.ts';

export const auditActions: Handler[] = implement(contract, {
  getAuditLog: (ctx, input) => log.auditLog(ctx, input),
  exportAuditLog: (ctx, input) => log.exportLog(ctx, input),
});
