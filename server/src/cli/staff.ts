import { nameProblem, tidyName } from '@samtrot/shared/staff/login-rules.ts';
import { ROLE_LABELS, ROLES, type Role, STAFF_STATE_LABELS } from '@samtrot/shared/staff/roles.ts';
import { staffDeps } from '../app/staff.ts';
import * as staff from '../modules/staff/service.ts';
import { email, line, wholeNumber } from './arguments.ts';
import { type CliCtx, type Command, Refusal, UsageError } from './command.ts';

const LINK_NOTE = 'Er gilt 24 Stunden und nur einmal.';

export const staffCreate: Command = {
  usage: 'staff create EMAIL --name NAME --role ROLE',
  summary: `Nimmt eine Person ins Team auf und zeigt ihren Link. ROLE: ${ROLES.join(', ')}.`,
  options: { name: { type: 'string' }, role: { type: 'string' } },
  right: 'staff.manage',
  withoutOwner: true,
  prepare([address], options) {
    const to = email(address!);
    const name = tidyName(line('--name', options.name, 200));
    const problem = nameProblem(name);
    if (problem) throw new UsageError(`--name: ${problem}`);
    const role = ROLES.find((known) => known === options.role);
    if (!role) throw new UsageError(`--role muss eines von ${ROLES.join(', ')} sein.`);
    return {
      withDatabase: ({ config, transaction }) =>
        transaction(async (ctx) => {
          const deps = staffDeps(config);
          await assertFewOwners(ctx, role);
          const id = await staff.addPerson(ctx, { name, email: to, role });
          const link = await staff.createInvitation(ctx, deps, id);
          return {
            text: `${name} ist im Team (${ROLE_LABELS[role]}).\nLink: ${link}\n${LINK_NOTE}`,
            data: { staff_id: id, email: to, role, link },
          };
        }),
    };
  },
};

/** With two owners a third one needs an approval; with fewer nobody could give it. */
async function assertFewOwners({ db }: CliCtx, role: Role): Promise<void> {
  if (role !== 'owner' || (await staff.activeOwnersForUpdate(db)).length < 2) return;
  throw new Refusal(
    'Es gibt schon zwei Inhaberinnen. Nimm die Person mit einer anderen Rolle auf und ändere sie unter «Team»; eine zweite Person gibt das frei.',
  );
}

export const staffList: Command = {
  usage: 'staff list',
  summary: 'Zeigt das Team: Kürzel, Name, Rolle, Zustand, zweiter Faktor.',
  reads: true,
  prepare: () => ({
    withDatabase: ({ transaction }) =>
      transaction(async (ctx) => {
        const people = await staff.team(ctx);
        const lines = people.map(
          ({ sign, name, email: address, role, state, has_app, passkeys }) =>
            `${sign}  ${name} <${address}>  ${ROLE_LABELS[role]}, ${STAFF_STATE_LABELS[state]}, ${has_app ? 'App' : 'keine App'}, Passkeys: ${passkeys}`,
        );
        return { text: lines.join('\n') || 'Noch niemand.', data: { people } };
      }),
  }),
};

const person = async (
  ctx: CliCtx,
  address: string,
): Promise<NonNullable<Awaited<ReturnType<typeof staff.findByEmail>>>> => {
  const found = await staff.findByEmail(ctx.db, address);
  if (!found) throw new Refusal(`${address} gehört zu niemandem im Team.`);
  return found;
};

export const staffBlock: Command = {
  usage: 'staff block EMAIL',
  summary: 'Sperrt eine Person: alle Anmeldungen enden, keine neue beginnt.',
  right: 'staff.manage',
  prepare([address]) {
    const to = email(address!);
    return {
      withDatabase: (session) =>
        session.transaction(async (ctx) => {
          const { id: staff_id, name } = await person(ctx, to);
          await staff.block(ctx, { staff_id, state: 'blocked' });
          return { text: `${name} ist gesperrt.`, data: { staff_id } };
        }),
    };
  },
};

export const staffResetFactor: Command = {
  usage: 'staff reset-factor EMAIL',
  summary:
    'Löscht Passwort und zweiten Faktor, beendet alle Anmeldungen und zeigt einen neuen Link.',
  right: 'staff.manage',
  withoutOwner: true,
  prepare([address]) {
    const to = email(address!);
    return {
      withDatabase: (session) =>
        session.transaction(async (ctx) => {
          const deps = staffDeps(session.config);
          const { id, name } = await person(ctx, to);
          await staff.resetFactor(ctx, id);
          const link = await staff.createInvitation(ctx, deps, id);
          return {
            text: `${name} muss sich neu einrichten.\nLink: ${link}\n${LINK_NOTE}`,
            data: { staff_id: id, link },
          };
        }),
    };
  },
};

export const staffLink: Command = {
  usage: 'staff link EMAIL',
  summary: 'Zeigt einer eingeladenen Person einen neuen Link; der alte gilt nicht mehr.',
  right: 'staff.manage',
  withoutOwner: true,
  prepare([address]) {
    const to = email(address!);
    return {
      withDatabase: (session) =>
        session.transaction(async (ctx) => {
          const { id, name, state } = await person(ctx, to);
          if (state !== 'invited') throw new Refusal(`${name} ist schon eingerichtet.`);
          const link = await staff.createInvitation(ctx, staffDeps(session.config), id);
          return { text: `Link: ${link}\n${LINK_NOTE}`, data: { staff_id: id, link } };
        }),
    };
  },
};

export const approve: Command = {
  usage: 'approve ID',
  summary: 'Gibt frei, was eine andere Person vorgelegt hat; braucht --as EMAIL.',
  right: 'house.read',
  prepare([given]) {
    const id = wholeNumber('ID', given, 1, Number.MAX_SAFE_INTEGER);
    return {
      withDatabase: ({ config, transaction }) =>
        transaction(async (ctx) => {
          const { actor } = ctx;
          if (actor.kind !== 'staff') throw new Refusal('Sag mit --as EMAIL, wer freigibt.');
          const { state, note } = await staff.approve({ ...ctx, actor }, staffDeps(config), id);
          return {
            text: note ?? `Vorlage ${id} ist freigegeben.`,
            data: { approval_id: id, state },
            ...(state !== 'approved' && { failed: true as const }),
          };
        }),
    };
  },
};
