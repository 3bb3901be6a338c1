import * as contract from '@samtrot/shared/pause-all/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as offline from './service.ts';

export const offlineActions: Handler[] = implement(contract, {
  getOffline: (ctx) => offline.read(ctx),
  goOffline: { own: (ctx) => offline.goOffline(ctx) },
  goOnline: { own: (ctx) => offline.goOnline(ctx) },
});
