import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import * as contract from '@samtrot/shared/notices/contract.ts';
import * as staffContract from '@samtrot/shared/notices/staff-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as notices from './service.ts';

export const noticeActions: Handler[] = implement(contract, {
  getNotices: async (ctx) => {
    const until = await notices.maintenanceUntil(ctx);
    return {
      maintenance: until ? { until: until.toISOString() } : null,
      notices: await notices.noticesFor(ctx, { loggedIn: ctx.actor.kind !== 'visitor' }),
    };
  },
});

export const noticeStaffActions: Handler[] = implement(staffContract, {
  getMaintenance: (ctx) => notices.readMaintenance(ctx),
  setMaintenance: async (ctx, { from, until }) => {
    const end = await notices.setMaintenance(ctx, {
      ...(from && { from: new Date(from) }),
      until: new Date(until),
    });
    return { message: `Wartung bis ${formatDateTime(end)}.` };
  },
  getPortalNotices: (ctx) => notices.listNotices(ctx),
  addPortalNotice: async (ctx, input) => ({
    notice_id: await notices.addNotice(ctx, input),
    message: 'Der Hinweis ist gespeichert.',
  }),
  endPortalNotice: async (ctx, { notice_id }) => ({
    message: (await notices.endNotice(ctx, notice_id))
      ? 'Der Hinweis ist weg.'
      : 'Der Hinweis war schon vorbei.',
  }),
  endMaintenance: async (ctx) => ({
    message: (await notices.endMaintenance(ctx))
      ? 'Die Wartung ist zu Ende.'
      : 'Es ist keine Wartung.',
  }),
});
