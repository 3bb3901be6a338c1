import { MOST_CREDITS } from '@samtrot/shared/customers/help-rules.ts';
import { fieldWord } from '@samtrot/shared/holds/owner-rules.ts';
import { REASON_IDS, REASON_NAMES } from '@samtrot/shared/holds/reason-rules.ts';
import { receiptsText, usualKind } from '@samtrot/shared/holds/rules.ts';
import {
  HELD_THINGS,
  type HeldThing,
  HOLD_KINDS,
  HOLD_LABELS,
  mayRelease,
} from '@samtrot/shared/holds/status.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { PENDING_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import * as accounts from '../modules/accounts/service.ts';
import { holdReasonsAt } from '../modules/catalogue/service.ts';
import * as holds from '../modules/holds/service.ts';
import * as moderation from '../modules/moderation/service.ts';
import { AwaitsApproval } from '../platform/action.ts';
import { email, line, oneOf, wholeNumber } from './arguments.ts';
import { type CliCtx, type Command, type Outcome, Refusal } from './command.ts';

type Options = Record<string, string | boolean | undefined>;
const LISTED = HELD_THINGS.filter((thing) => thing !== 'account');
const KINDS = HOLD_KINDS.filter(mayRelease);

const DECISION = {
  reason: { type: 'string' },
  text: { type: 'string' },
  kind: { type: 'string' },
  fields: { type: 'string' },
} as const;

function decisionOf({ reason: given, text, kind, fields }: Options) {
  const reason = oneOf('--reason', REASON_IDS, given);
  return {
    reason,
    kind: kind === undefined ? undefined : oneOf('--kind', KINDS, kind),
    text: text === undefined ? undefined : line('--text', text, 1000),
    fields: fields === undefined ? [] : line('--fields', fields, 500).split(','),
  };
}

const numberOf = (given: string | undefined) =>
  wholeNumber('ID', given, 1, Number.MAX_SAFE_INTEGER);

async function accountOf({ db }: CliCtx, address: string): Promise<number> {
  const account = await accounts.findAccountByEmail(db, address);
  if (!account) throw new Refusal(`Es gibt kein Konto mit der Adresse ${address}.`);
  return account.id;
}

type Decision = Pick<moderation.Holding, 'object'> & ReturnType<typeof decisionOf>;

async function held(ctx: CliCtx, { kind, ...input }: Decision): Promise<Outcome> {
  const usual = usualKind(input.object.type, (await holdReasonsAt(ctx))[input.reason]);
  const row = await moderation.hold(ctx, { ...input, kind: kind ?? usual });
  const websites = await holds.receipts(ctx.db, row.id);
  const confirmed = websites.filter(({ confirmed_at }) => confirmed_at).length;
  return {
    text: `${HOLD_LABELS[row.kind]}: ${row.thing} ${row.item_id} ist von allen Webseiten genommen. ${receiptsText(confirmed, websites.length)}.`,
    data: { hold_id: row.id, version: row.version, websites: websites.length, confirmed },
  };
}

async function released(
  ctx: CliCtx,
  of: { thing: HeldThing; id: number },
  { reason, text }: Options,
): Promise<Outcome> {
  const open = await holds.findOpen(ctx.db, of);
  if (!open) throw new Refusal('Das ist nicht gesperrt.');
  const { life, ends_at, refunded } = await moderation.release(ctx, {
    hold_id: open.id,
    reason: line('--reason', reason, 1000),
    text: text === undefined ? undefined : line('--text', text, 1000),
  });
  const until = ends_at ? ` Die Laufzeit geht bis ${formatDateTime(ends_at)}.` : '';
  return {
    text: `${of.thing} ${of.id} ist freigegeben.${until}`,
    data: { hold_id: open.id, life, ends_at: ends_at?.toISOString() ?? null, refunded },
  };
}

export const hold: Command = {
  usage: 'hold THING ID --reason R [--text T] [--kind K] [--fields F]',
  summary: `Nimmt ein Inserat, einen Banner oder einen Club von allen Webseiten. THING: ${LISTED.join(', ')}; K: ${KINDS.join(', ')} (ohne: revise, wo der Grund es erlaubt, sonst blocked); F: Felder mit Komma, bild:2 für ein Bild; R: ${REASON_IDS.join(', ')}.`,
  options: DECISION,
  right: 'hold.set',
  prepare([thing, given], options) {
    const object = { type: oneOf('THING', LISTED, thing), id: numberOf(given) };
    const decision = decisionOf(options);
    return {
      withDatabase: ({ transaction }) => transaction((ctx) => held(ctx, { object, ...decision })),
    };
  },
};

export const release: Command = {
  usage: 'release THING ID --reason TEXT [--text T]',
  summary:
    'Gibt ein Inserat, einen Banner oder einen Club wieder frei; bezahlte Zeit läuft weiter.',
  options: { reason: { type: 'string' }, text: { type: 'string' } },
  right: 'hold.release',
  prepare([thing, given], options) {
    const of = { thing: oneOf('THING', LISTED, thing), id: numberOf(given) };
    return {
      withDatabase: ({ transaction }) => transaction((ctx) => released(ctx, of, options)),
    };
  },
};

export const block: Command = {
  usage: 'block EMAIL --reason R [--text T] [--kind K]',
  summary: 'Sperrt ein Konto: alles ist von den Webseiten weg, alle Anmeldungen enden.',
  options: { reason: DECISION.reason, text: DECISION.text, kind: DECISION.kind },
  right: 'customer.block',
  prepare([address], options) {
    const to = email(address!);
    const decision = decisionOf(options);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const id = await accountOf(ctx, to);
          return held(ctx, { object: { type: 'account', id }, ...decision });
        }),
    };
  },
};

export const unblock: Command = {
  usage: 'unblock EMAIL --reason TEXT [--text T]',
  summary: 'Gibt ein Konto wieder frei; Sperren einzelner Dinge bleiben.',
  options: { reason: { type: 'string' }, text: { type: 'string' } },
  right: 'customer.block',
  prepare([address], options) {
    const to = email(address!);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const id = await accountOf(ctx, to);
          return released(ctx, { thing: 'account', id }, options);
        }),
    };
  },
};

/** Names the refund first and does it when the same number is repeated: a dialog in two calls. */
export const finalHold: Command = {
  usage: 'final THING ID --note TEXT [--reason R] [--text T] [--refund N]',
  summary: `Sperrt endgültig, was gesperrt ist. THING: ${HELD_THINGS.join(', ')}. Ohne --refund nennt es nur, wie viele Credits zurückkommen; mit dieser Zahl legt es den Entscheid einer zweiten Person vor.`,
  options: {
    note: { type: 'string' },
    refund: { type: 'string' },
    reason: DECISION.reason,
    text: DECISION.text,
  },
  right: 'hold.final',
  prepare([thing, given], { note, reason: why, text, refund }) {
    const of = { thing: oneOf('THING', HELD_THINGS, thing), id: numberOf(given) };
    const reason = why === undefined ? undefined : oneOf('--reason', REASON_IDS, why);
    const confirmed =
      refund === undefined ? undefined : wholeNumber('--refund', refund, 0, MOST_CREDITS);
    return {
      withDatabase: ({ config, transaction }) =>
        transaction(async (ctx) => {
          const open = await holds.findOpen(ctx.db, of);
          if (!open) throw new Refusal('Das ist nicht gesperrt.');
          const { credits, text: said } = await moderation.previewFinal(ctx, {
            hold_id: open.id,
            reason,
          });
          if (confirmed !== credits)
            return {
              text: `${said} Noch ist nichts geschehen. Bestätige mit --refund ${credits}.`,
              data: { hold_id: open.id, credits, done: false },
            };
          const wish = {
            hold_id: open.id,
            seen_version: open.version,
            reason,
            note: line('--note', note, 500),
            text: text === undefined ? undefined : line('--text', text, 1000),
          };
          const done = await moderation.makeFinal(ctx, { solo: config.fourEyes === 'solo' }, wish);
          if (done instanceof AwaitsApproval)
            return { text: PENDING_TEXT, data: { approval_id: done.approvalId, credits } };
          return {
            text: `${of.thing} ${of.id} ist endgültig gesperrt. ${said}`,
            data: { hold_id: open.id, credits: done, done: true },
          };
        }),
    };
  },
};

export const holdsList: Command = {
  usage: 'holds',
  summary: 'Zeigt, was gesperrt ist, das Neueste zuerst, und was die Webseiten bestätigt haben.',
  right: 'hold.read',
  reads: true,
  prepare: () => ({
    withDatabase: ({ transaction }) =>
      transaction(async (ctx) => {
        const open = await holds.openHolds(ctx.db, { limit: 200 });
        const receipts = await holds.receiptsByHold(
          ctx.db,
          open.map(({ id }) => id),
        );
        const lines = open.map((row) => {
          const websites = receipts.get(row.id) ?? [];
          const confirmed = websites.filter(({ confirmed_at }) => confirmed_at).length;
          const fields = row.fields.map(fieldWord).join(', ');
          return `${row.thing} ${row.item_id}  ${HOLD_LABELS[row.kind]}, ${REASON_NAMES[row.reason]}${fields && ` (${fields})`}, seit ${formatDateTime(row.held_at)}. ${receiptsText(confirmed, websites.length)}`;
        });
        const data = open.map(({ id, thing, item_id, kind, reason, held_at }) => ({
          hold_id: id,
          thing,
          id: item_id,
          kind,
          reason,
          since: held_at.toISOString(),
        }));
        return { text: lines.join('\n') || 'Nichts ist gesperrt.', data: { holds: data } };
      }),
  }),
};
