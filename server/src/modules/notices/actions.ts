import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import * as contract from '@samtrot/shared/notices/contract.ts';
import * as staffContract from '@samtrot/shared/notices/staff-contract.ts';
import { type Actor, type Ctx, type Handler, implement } from '../../platform/action.ts';
import * as notices from './service.ts';

interface Deps {
  newTermsFor(
    ctx: Pick<Ctx, 'db' | 'now'>,
    actor: Actor,
  ): Promise<Output<typeof contract.getNotices>['terms']>;
}

export const noticeActions = ({ newTermsFor }: Deps): Handler[] =>
  implement(contract, {
    getNotices: async (ctx) => {
      const until = await notices.maintenanceUntil(ctx);
      return {
        maintenance: until ? { until: until.toISOString() } : null,
        terms: await newTermsFor(ctx, ctx.actor),
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
