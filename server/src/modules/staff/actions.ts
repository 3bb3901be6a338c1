import * as approvals from '@samtrot/shared/staff/approval-contract.ts';
import { APPROVAL_LABELS } from '@samtrot/shared/staff/approval-rules.ts';
import * as logins from '@samtrot/shared/staff/login-contract.ts';
import * as overview from '@samtrot/shared/staff/overview-contract.ts';
import { rightsOf } from '@samtrot/shared/staff/rights.ts';
import * as people from '@samtrot/shared/staff/team-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { Waiting } from './ports.ts';
import * as staff from './service.ts';

export interface StaffDeps extends staff.LoginDeps, staff.ApprovalDeps {
  dutyEmail: string;
}

const DONE = { message: 'Erledigt.' };

export const staffLoginActions = (deps: StaffDeps): Handler[] =>
  implement(logins, {
    staffLogin: {
      own: async (ctx, input) => {
        await staff.login(ctx, input);
        return DONE;
      },
    },
    staffPasskeyChallenge: async (ctx) => ({
      options: { ...(await staff.passkeyOptions(ctx, deps)) },
    }),
    staffSecondFactor: {
      own: async (ctx, input) => {
        await staff.secondFactor(ctx, deps, input);
        return { message: 'Du bist angemeldet.' };
      },
    },
    staffLogout: async (ctx) => {
      await staff.logout(ctx);
      return { message: 'Du bist abgemeldet.' };
    },
    staffMe: async ({ actor: { staffId, name, sign, role } }) => ({
      staff_id: staffId,
      name,
      sign,
      role,
      rights: rightsOf(role),
      solo: deps.solo,
    }),
    staffStay: async () => DONE,
    staffConfirm: {
      own: async (ctx, input) => {
        await staff.confirm(ctx, deps, input);
        return { message: 'Bestätigt.' };
      },
    },
    staffInvitation: (ctx, input) => staff.invitation(ctx, input),
    staffEnrolPassword: { own: (ctx, input) => staff.enrolPassword(ctx, deps, input) },
    staffEnrolFactor: (ctx, input) => staff.enrolFactor(ctx, deps, input),
  });

export const teamActions = (deps: StaffDeps): Handler[] =>
  implement(people, {
    getTeam: async (ctx) => ({
      people: await staff.team(ctx),
      duty: await staff.dutyRota(ctx),
      duty_email: deps.dutyEmail,
    }),
    setDuty: async (ctx, input) => {
      await staff.setDuty(ctx, input);
      return DONE;
    },
    inviteStaff: async (ctx, { reason, role, ...person }) => {
      // Nobody becomes an owner without a second person; until then she reads.
      const first = { ...person, role: role === 'owner' ? ('reader' as const) : role };
      const id = await staff.addPerson(ctx, first);
      await staff.invite(ctx, deps, { id, ...first, last_login_at: null });
      const waits = await staff.setRole(ctx, deps, { staff_id: id, role, reason });
      return waits ?? { message: 'Die Einladung ist unterwegs.', staff_id: id };
    },
    setStaffRole: async (ctx, input) => (await staff.setRole(ctx, deps, input)) ?? DONE,
    resetStaffFactor: async (ctx, { staff_id }) => {
      await staff.invite(ctx, deps, await staff.resetFactor(ctx, staff_id));
      return { message: 'Ein neuer Link ist unterwegs.' };
    },
    blockStaff: async (ctx, input) => {
      await staff.block(ctx, input);
      return DONE;
    },
    unblockStaff: async (ctx, { staff_id }) => {
      await staff.unblock(ctx, staff_id);
      return DONE;
    },
  });

const decided = ({ state, note }: Awaited<ReturnType<typeof staff.approve>>) => ({
  state,
  message: note === undefined ? `${APPROVAL_LABELS[state]}.` : `${APPROVAL_LABELS[state]}: ${note}`,
});

export const approvalActions = (deps: staff.ApprovalDeps): Handler[] =>
  implement(approvals, {
    getApprovals: (ctx) => staff.approvalsOf(ctx, deps),
    approve: async (ctx, { approval_id }) => decided(await staff.approve(ctx, deps, approval_id)),
    declineApproval: async (ctx, { approval_id, reason }) =>
      decided(await staff.decline(ctx, deps, { id: approval_id, reason })),
    withdrawApproval: async (ctx, { approval_id }) =>
      decided(await staff.withdraw(ctx, approval_id)),
  });

/** The approvals that wait, as a line of the overview. */
export const waitingApprovals = (deps: staff.ApprovalDeps): Waiting => ({
  right: 'house.read',
  label: 'Freigaben',
  path: '/freigaben',
  count: (ctx) => staff.waitingApprovals(ctx, deps),
});

export const overviewStaffActions = (
  lines: readonly Waiting[],
  { dutyEmail }: { dutyEmail: string },
): Handler[] =>
  implement(overview, {
    getStaffOverview: async (ctx) => ({
      waiting: (await staff.waitingFor(ctx, lines)).map(({ since, ...line }) => ({
        ...line,
        since: since?.toISOString() ?? null,
      })),
      duty:
        (await staff.dutyPerson(ctx))?.name ??
        (await staff.findByEmail(ctx.db, dutyEmail))?.name ??
        dutyEmail,
    }),
  });
