import { COUPON_CODE, COUPON_FORMAT_TEXT } from '@samtrot/shared/coupons/rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { PENDING_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import * as coupons from '../modules/coupons/service.ts';
import { AwaitsApproval, type StaffPerson } from '../platform/action.ts';
import { audit, auditChange } from '../platform/audit.ts';
import { endOfDay, line, wholeNumber } from './arguments.ts';
import { type Command, type Outcome, Refusal, type Session, UsageError } from './command.ts';

const REASON_MAX = 500;

export const couponCreate: Command = {
  usage: 'coupon create [CODE] --credits N [--uses N] [--expires DATE] [--reason TEXT]',
  right: 'coupon.manage',
  summary:
    'Legt einen Gutschein an; jedes Konto löst ihn höchstens einmal ein. Ohne CODE wird ein sicherer gewürfelt. Mit --as braucht es einen Grund, über der Grenze eine zweite Person.',
  options: {
    credits: { type: 'string' },
    uses: { type: 'string' },
    expires: { type: 'string' },
    reason: { type: 'string' },
  },
  prepare([typed], options) {
    const code = typed?.toUpperCase() ?? coupons.randomCode();
    if (!COUPON_CODE.test(code)) throw new UsageError(COUPON_FORMAT_TEXT);
    const credits = wholeNumber('--credits', options.credits, 1, 100_000);
    const maxUses =
      options.uses === undefined ? null : wholeNumber('--uses', options.uses, 1, 1_000_000);
    const day = typeof options.expires === 'string' ? options.expires : undefined;
    const expiresAt = day === undefined ? null : endOfDay('--expires', day);
    const uses = maxUses === null ? 'von jedem Konto einmal' : `insgesamt ${maxUses}-mal`;
    const until = day === undefined ? 'ohne Ablauf' : `gültig bis und mit ${day}`;
    const shown = typed === undefined ? coupons.inGroups(code) : code;
    const made: Outcome = {
      text: `Der Gutschein ${shown} über ${formatCredits(credits)} ist angelegt: ${uses} einlösbar, ${until}.`,
      data: { code, credits, uses: maxUses, expires: day ?? null },
    };
    return {
      async withDatabase(session) {
        const { actor, transaction } = session;
        if (actor.kind === 'staff') {
          const reason = line('--reason', options.reason, REASON_MAX);
          const wish = { code, credits, uses: maxUses, until: day ?? null, reason };
          const approval = await createByPerson(session, actor, wish);
          if (approval === null) return made;
          return {
            text: `${PENDING_TEXT} Der Code: ${shown}`,
            data: { code, approval_id: approval },
          };
        }
        return transaction(async (ctx) => {
          if (expiresAt && expiresAt <= ctx.now) throw new Refusal(`Der Tag ${day} ist vorbei.`);
          const description = `Gutschein ${formatCredits(credits)}`;
          const series = await coupons.createCoupon(ctx, {
            code,
            credits,
            description,
            maxUses,
            expiresAt,
          });
          if (series === null) throw new Refusal(`Den Gutschein ${code} gibt es schon.`);
          await audit(ctx, 'coupon_created', `coupon:${series}`, {
            code: coupons.maskCode(code),
            credits,
            uses: maxUses ?? 'any',
          });
          return made;
        });
      },
    };
  },
};

interface Wish {
  code: string;
  credits: number;
  uses: number | null;
  until: string | null;
  reason: string;
}

/** By a person the limit and the second person count as on the screen (BOF-20, BOF-101). */
const createByPerson = (
  { config, transaction }: Session,
  actor: StaffPerson,
  { code, ...wish }: Wish,
): Promise<number | null> =>
  transaction(async (ctx) => {
    const deps = { ...config, solo: config.fourEyes === 'solo' };
    const asked = {
      ...wish,
      code,
      name: `Gutschein ${coupons.maskCode(code)}`,
      count: 1,
      from: null,
      budget: null,
      per_account: 1,
      only_new: false,
    };
    const done = await coupons.createSeries({ ...ctx, actor }, deps, asked);
    return done instanceof AwaitsApproval ? done.approvalId : null;
  });

export const couponList: Command = {
  usage: 'coupon list [--full]',
  reads: ({ full }) => !full,
  right: 'coupon.manage',
  summary: 'Zeigt alle Gutscheine, den neusten zuerst; die Codes nur mit --full ganz.',
  options: { full: { type: 'boolean' } },
  prepare: (_, { full }) => ({
    async withDatabase({ clock, transaction }) {
      const rows = await transaction(async (ctx) => {
        const listed = await coupons.listCoupons(ctx.db);
        // A code is money: who read them stands in the log, as where somebody downloads them.
        if (full)
          await auditChange(ctx, 'coupon_codes_read', {
            right: 'coupon.manage',
            object: 'coupon:alle',
            after: { codes: listed.length },
          });
        return listed;
      });
      const now = clock.now();
      const list = rows.map(({ code, credits, uses, max_uses, expires_at }) => ({
        code: full ? code : coupons.maskCode(code),
        credits,
        uses,
        of: max_uses,
        expires: expires_at && localDate(new Date(expires_at.getTime() - 1)),
        expired: expires_at !== null && expires_at <= now,
      }));
      const text = list.map(({ code, credits, uses, of, expires, expired }) => {
        const until =
          expires === null
            ? 'ohne Ablauf'
            : `${expired ? 'abgelaufen am' : 'bis und mit'} ${expires}`;
        return `${code}  ${formatCredits(credits)}  ${uses} von ${of ?? 'beliebig vielen'} eingelöst  ${until}`;
      });
      return { text: text.join('\n') || 'Es gibt keine Gutscheine.', data: { coupons: list } };
    },
  }),
};
