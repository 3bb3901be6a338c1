import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits, formatDate } from '@samtrot/shared/kernel/format.ts';
import * as consoleContract from '@samtrot/shared/partners/console-contract.ts';
import * as contract from '@samtrot/shared/partners/desk-contract.ts';
import * as peopleContract from '@samtrot/shared/partners/people-contract.ts';
import {
  type DeskCtx,
  type Handler,
  implement,
  type PartnerPerson,
} from '../../platform/action.ts';
import type { Database } from '../../platform/db.ts';
import * as people from '../partner-people/service.ts';
import * as webhooks from '../webhooks/service.ts';
import * as desk from './desk.ts';
import { sampleOf, setLink, tryLink } from './links.ts';
import * as policies from './policy.ts';
import * as site from './site.ts';
import { trafficOf } from './traffic.ts';

/** What became of the banners of a website that is switched off. */
function leftText({ banners, credits }: { banners: number; credits: number }): string {
  if (banners === 0) return 'Kein Banner war dort gebucht.';
  const many = banners === 1 ? '1 Banner ist' : `${banners} Banner sind`;
  return `${many} nicht mehr dort, ${formatCredits(credits)} sind zurück.`;
}

const resentText = ({ dead, sent }: { dead: number; sent: number }) =>
  `${dead} gescheiterte Meldungen, ${sent} gehen nochmals hinaus.`;

const answeredText = (outcome: { status: number } | { failure: string }) => {
  const ok = 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
  const said = 'status' in outcome ? `Antwort ${outcome.status}` : 'keine Antwort';
  return { ok, message: ok ? `Angekommen: ${said}.` : `Nicht angekommen: ${said}.` };
};

interface Deps extends desk.DeskDeps {
  db: Database;
  publicUrl: string;
}

const calls = { ...contract, ...peopleContract };
type Calls = typeof calls;
type Shared = Exclude<keyof Calls, 'getPartners' | 'addPartner' | 'switchPartner'>;
interface OwnDesk {
  now: Date;
  transaction<T>(work: (ctx: DeskCtx) => Promise<T>): Promise<T>;
}
type Perform<K extends Shared, Of> = (ctx: Of, input: Input<Calls[K]>) => Promise<Output<Calls[K]>>;
type SharedCalls = {
  [K in Shared]: Perform<K, DeskCtx> | { own: Perform<K, OwnDesk> };
};

/** What the house and the people of a website do alike. */
const sharedCalls = (deps: Deps) =>
  ({
    getPartner: (ctx, { website_id }) => desk.website(ctx, website_id),
    issuePartnerKey: async (ctx, input) => ({
      key: await desk.issueKey(ctx, input),
      message: 'Der Schlüssel ist da. Er wird nur jetzt gezeigt.',
    }),
    revokePartnerKey: async (ctx, input) => {
      await desk.revokeKey(ctx, input);
      return { message: 'Der Schlüssel gilt nicht mehr.' };
    },
    endPartnerKey: async (ctx, input) => {
      const at = await desk.endKey(ctx, input);
      return { message: at ? `Er endet am ${formatDate(at)}.` : 'Er gilt wieder ohne Ende.' };
    },
    setPartnerLink: {
      own: async (ctx, input) => {
        const sample = await ctx.transaction((inner) => sampleOf(inner, input));
        if (sample) await tryLink(sample, deps);
        await ctx.transaction((inner) => setLink(inner, input));
        return { message: sample ? `Gespeichert. Geprüft: ${sample}` : 'Gespeichert.' };
      },
    },
    setPartnerHook: async (ctx, input) => {
      const secret = await desk.setHook(ctx, deps, input);
      return { secret, message: secret ? 'Gespeichert.' : 'Meldungen sind ausgeschaltet.' };
    },
    rotatePartnerSecret: async (ctx, { website_id }) => ({
      secret: await desk.rotateSecret(ctx, deps, website_id),
      message: 'Neues Geheimnis. Das bisherige unterschreibt noch 24 Stunden mit.',
    }),
    testPartnerHook: {
      own: async (ctx, { website_id }) => {
        const { name } = await ctx.transaction(({ db }) => desk.locked(db, website_id));
        const at = { db: deps.db, now: ctx.now };
        const local = deps.mode !== 'production';
        const target = { master: deps.sessionSecret, local };
        return answeredText(await webhooks.sendTest(at, name, target));
      },
    },
    resendPartnerMessages: async (ctx, input) => ({
      message: resentText(await desk.resend(ctx, input)),
    }),
    getPartnerPolicy: (ctx, { website_id }) => policies.policyOf(ctx, website_id),
    previewPartnerPolicy: policies.preview,
    setPartnerPolicy: async (ctx, input) => {
      const left = await policies.setPolicy(ctx, input);
      return { message: left.banners > 0 ? `Gespeichert. ${leftText(left)}` : 'Gespeichert.' };
    },
    blockOnPartner: async (ctx, input) => {
      await policies.block(ctx, input);
      return { message: 'Die Webseite zeigt es nicht mehr.' };
    },
    unblockOnPartner: async (ctx, input) => {
      await policies.unblock(ctx, input);
      return { message: 'Die Webseite zeigt es wieder.' };
    },
    getPartnerTraffic: (ctx, { website_id }) => trafficOf(ctx, website_id),
    exportPartnerReceipts: (ctx, { website_id }) => desk.receiptsFile(ctx, website_id),
    getPartnerPeople: (ctx, { website_id }) => people.peopleOf(ctx, website_id),
    invitePartnerPerson: async (ctx, input) => {
      await people.invite(ctx, deps, input);
      return { message: 'Die Einladung ist unterwegs.' };
    },
    withdrawPartnerInvitation: async (ctx, input) => {
      await people.withdrawInvitation(ctx, input);
      return { message: 'Die Einladung gilt nicht mehr.' };
    },
    setPartnerRole: async (ctx, input) => {
      await people.setRole(ctx, input);
      return { message: 'Die Rolle gilt ab sofort.' };
    },
    endPartnerPerson: async (ctx, input) => {
      await people.endPerson(ctx, input);
      return { message: 'Der Zugang ist beendet.' };
    },
  }) satisfies SharedCalls;

export function partnerActions(deps: Deps): Handler[] {
  const {
    getPartnerPeople,
    invitePartnerPerson,
    withdrawPartnerInvitation,
    setPartnerRole,
    endPartnerPerson,
    ...shared
  } = sharedCalls(deps);
  return [
    ...implement(contract, {
      ...shared,
      getPartners: async (ctx) => ({ websites: await desk.websites(ctx) }),
      addPartner: async (ctx, input) => ({
        website_id: await desk.add(ctx, input),
        message: 'Die Webseite ist aufgenommen.',
      }),
      switchPartner: async (ctx, input) => {
        const left = await desk.switchWebsite(ctx, input);
        return { message: input.on ? 'Eingeschaltet.' : `Ausgeschaltet. ${leftText(left)}` };
      },
    }),
    ...implement(peopleContract, {
      getPartnerPeople,
      invitePartnerPerson,
      withdrawPartnerInvitation,
      setPartnerRole,
      endPartnerPerson,
    }),
  ];
}

interface OfWebsite {
  website_id: number;
}
type AnyPerform = (ctx: { actor: PartnerPerson }, input: OfWebsite) => Promise<unknown>;

/**
 * Somebody of a website has her own one alone; any other is unknown to her (BOF-124). @throws
 * NOT_FOUND
 */
function assertOwn({ websiteId }: PartnerPerson, { website_id }: OfWebsite): void {
  if (website_id !== websiteId) throw new AppError('NOT_FOUND');
}

function forOwn<Code extends object>(code: Code): Code {
  const guarded =
    (perform: AnyPerform): AnyPerform =>
    async (ctx, input) => {
      assertOwn(ctx.actor, input);
      return perform(ctx, input);
    };
  return Object.fromEntries(
    Object.entries(code as Record<string, AnyPerform | { own: AnyPerform }>).map(
      ([name, perform]) => [
        name,
        'own' in perform ? { own: guarded(perform.own) } : guarded(perform),
      ],
    ),
  ) as Code;
}

/** The same for the people of one website, and what only they need. */
export const consoleActions = (deps: Deps): Handler[] =>
  implement(
    consoleContract,
    forOwn({
      ...sharedCalls(deps),
      getEmbeds: ({ db, now }: DeskCtx, { website_id }: OfWebsite) =>
        site.embedsOf({ db, now }, deps.publicUrl, website_id),
      getSiteReports: (ctx: DeskCtx, { website_id }: OfWebsite) => site.reportsOf(ctx, website_id),
    }),
  );
