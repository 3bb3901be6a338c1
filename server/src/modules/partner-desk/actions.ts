import { formatCredits, formatDate } from '@samtrot/shared/kernel/format.ts';
import * as contract from '@samtrot/shared/partners/desk-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { Database } from '../../platform/db.ts';
import * as webhooks from '../webhooks/service.ts';
import * as desk from './desk.ts';
import { sampleOf, setLink, tryLink } from './links.ts';
import * as policies from './policy.ts';

/** What became of the banners of a website that is switched off. */
function leftWords({ banners, credits }: { banners: number; credits: number }): string {
  if (banners === 0) return 'Kein Banner war dort gebucht.';
  const many = banners === 1 ? '1 Banner ist' : `${banners} Banner sind`;
  return `${many} nicht mehr dort, ${formatCredits(credits)} sind zurück.`;
}

const resentWords = ({ dead, sent }: { dead: number; sent: number }) =>
  `${dead} gescheiterte Meldungen, ${sent} gehen nochmals hinaus.`;

const answeredWords = (outcome: { status: number } | { failure: string }) => {
  const ok = 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
  const said = 'status' in outcome ? `Antwort ${outcome.status}` : 'keine Antwort';
  return { ok, message: ok ? `Angekommen: ${said}.` : `Nicht angekommen: ${said}.` };
};

export const partnerActions = (deps: desk.DeskDeps & { db: Database }): Handler[] =>
  implement(contract, {
    getPartners: async (ctx) => ({ websites: await desk.websites(ctx) }),
    getPartner: (ctx, { website_id }) => desk.website(ctx, website_id),
    addPartner: async (ctx, input) => ({
      website_id: await desk.add(ctx, input),
      message: 'Die Webseite ist aufgenommen.',
    }),
    switchPartner: async (ctx, input) => {
      const left = await desk.switchWebsite(ctx, input);
      return { message: input.on ? 'Eingeschaltet.' : `Ausgeschaltet. ${leftWords(left)}` };
    },
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
        return answeredWords(await webhooks.sendTest(at, name, target));
      },
    },
    resendPartnerMessages: async (ctx, input) => ({
      message: resentWords(await desk.resend(ctx, input)),
    }),
    getPartnerPolicy: (ctx, { website_id }) => policies.policyOf(ctx, website_id),
    previewPartnerPolicy: policies.preview,
    setPartnerPolicy: async (ctx, input) => {
      const left = await policies.setPolicy(ctx, input);
      return { message: left.banners > 0 ? `Gespeichert. ${leftWords(left)}` : 'Gespeichert.' };
    },
    blockOnPartner: async (ctx, input) => {
      await policies.block(ctx, input);
      return { message: 'Die Webseite zeigt es nicht mehr.' };
    },
    unblockOnPartner: async (ctx, input) => {
      await policies.unblock(ctx, input);
      return { message: 'Die Webseite zeigt es wieder.' };
    },
    exportPartnerReceipts: (ctx, { website_id }) => desk.receiptsFile(ctx, website_id),
  });
