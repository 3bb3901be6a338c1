import { COUPON_CODE, COUPON_FORMAT_TEXT } from '@samtrot/shared/coupons/rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import * as coupons from '../modules/coupons/service.ts';
import { audit } from '../platform/audit.ts';
import { endOfDay, wholeNumber } from './arguments.ts';
import { type Command, Refusal, UsageError } from './command.ts';

export const couponCreate: Command = {
  usage: 'coupon create [CODE] --credits N [--uses N] [--expires DATE]',
  right: 'coupon.manage',
  summary:
    'Legt einen Gutschein an; jedes Konto löst ihn höchstens einmal ein. Ohne CODE wird ein sicherer gewürfelt.',
  options: { credits: { type: 'string' }, uses: { type: 'string' }, expires: { type: 'string' } },
  prepare([typed], options) {
    const code = typed?.toUpperCase() ?? coupons.randomCode();
    if (!COUPON_CODE.test(code)) throw new UsageError(COUPON_FORMAT_TEXT);
    const credits = wholeNumber('--credits', options.credits, 1, 100_000);
    const maxUses =
      options.uses === undefined ? null : wholeNumber('--uses', options.uses, 1, 1_000_000);
    const day = typeof options.expires === 'string' ? options.expires : undefined;
    const expiresAt = day === undefined ? null : endOfDay('--expires', day);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
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
          const uses = maxUses === null ? 'von jedem Konto einmal' : `insgesamt ${maxUses}-mal`;
          const until = day === undefined ? 'ohne Ablauf' : `gültig bis und mit ${day}`;
          const shown = typed === undefined ? coupons.inGroups(code) : code;
          return {
            text: `Der Gutschein ${shown} über ${formatCredits(credits)} ist angelegt: ${uses} einlösbar, ${until}.`,
            data: { code, credits, uses: maxUses, expires: day ?? null },
          };
        }),
    };
  },
};

export const couponList: Command = {
  usage: 'coupon list [--full]',
  reads: true,
  summary: 'Zeigt alle Gutscheine, den neusten zuerst; die Codes nur mit --full ganz.',
  options: { full: { type: 'boolean' } },
  prepare: (_, { full }) => ({
    async withDatabase({ clock, transaction }) {
      const rows = await transaction(({ db }) => coupons.listCoupons(db));
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
