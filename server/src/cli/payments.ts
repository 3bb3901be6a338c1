import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatChf, formatCredits } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { CaseKind } from '@samtrot/shared/money-desk/case-rules.ts';
import { PENDING_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import { refundable, type Way } from '@samtrot/shared/topups/settling-rules.ts';
import { paymentName } from '@samtrot/shared/topups/status.ts';
import { payments } from '../app/payments.ts';
import * as desk from '../modules/money-desk/service.ts';
import * as topups from '../modules/topups/service.ts';
import { AwaitsApproval } from '../platform/action.ts';
import { line, wholeNumber } from './arguments.ts';
import { type Command, type Outcome, Refusal, type Session, UsageError } from './command.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const providersFor = ({ config, db, clock }: Session) =>
  payments({ config, db, clock, fetch }).providers;

/** What a case is about, in the operator's words. */
const WORDS: Record<CaseKind, string> = {
  differs: 'bezahlt, aber nicht wie verlangt',
  underpaid: 'zu wenig bezahlt',
  overpaid: 'zu viel bezahlt, der Rest geht zurück',
  after_deletion: 'bezahlt, nachdem das Konto gelöscht war',
  unknown: 'beim Anbieter bezahlt, hier unbekannt',
  missing: 'hier gutgeschrieben, beim Anbieter unbekannt',
  not_credited: 'beim Anbieter bezahlt, hier nicht richtig gutgeschrieben',
  not_paid: 'hier gutgeschrieben, beim Anbieter nicht bezahlt',
  refund_differs: 'zurückgezahlter Betrag verschieden, oder Rückzahlung abgelehnt',
  chargeback: 'von der Bank des Zahlers zurückgeholt',
  carding: 'viele abgelehnte Karten an einem Tag',
  bank_unmatched: 'Banküberweisung ohne passende Zahlung',
  refund_by_hand: 'Rückzahlung, die du überweisen musst',
};

export const paymentsCases: Command = {
  usage: 'payments cases',
  reads: true,
  summary: 'Zeigt, was bei Zahlungen nicht übereinstimmt und auf jemanden wartet.',
  prepare: () => ({
    async withDatabase({ transaction }) {
      const cases = await transaction(({ db }) => topups.openCases(db));
      const text = cases.map(
        ({ id, kind, provider, payment_number, details, refund_wished }) =>
          `${id}  ${provider}  ${WORDS[kind]}${payment_number === null ? '' : `  ${paymentName(payment_number)}`}${
            refund_wished ? '  Wunsch: zurückzahlen' : ''
          }  ${JSON.stringify(details)}`,
      );
      return { text: text.join('\n') || 'Es gibt keine offenen Fälle.', data: { cases } };
    },
  }),
};

export const paymentsClose: Command = {
  usage: 'payments close CASE --note TEXT',
  right: 'money.case',
  summary: 'Schliesst einen Fall; die Notiz sagt, wie er erledigt wurde.',
  options: { note: { type: 'string' } },
  prepare([number], options) {
    const id = wholeNumber('CASE', number, 1, Number.MAX_SAFE_INTEGER);
    const note = line('--note', options.note, 500);
    return {
      async withDatabase({ transaction }) {
        const closed = await transaction((ctx) => topups.closeCase(ctx, { id, note }));
        if (!closed) throw new Refusal(`Einen offenen Fall ${id} gibt es nicht.`);
        return { text: `Der Fall ${id} ist geschlossen.`, data: { case: id } };
      },
    };
  },
};

export const paymentsRefund: Command = {
  usage: 'payments refund PAYMENT --reason TEXT [--amount CHF] [--owe]',
  right: 'money.refund',
  summary:
    'Zahlt eine Aufladung zurück, ganz oder zum Teil; mit --owe auch, wenn Credits davon schon ausgegeben sind.',
  options: { reason: { type: 'string' }, amount: { type: 'string' }, owe: { type: 'boolean' } },
  prepare([payment], options) {
    const named = paymentNumber(payment);
    const reason = line('--reason', options.reason, 200);
    const amount = options.amount === undefined ? undefined : rappen(String(options.amount));
    return {
      async withDatabase(session) {
        const { transaction } = session;
        const paymentId = await transaction(({ db }) => topups.paymentNamed(db, named));
        if (session.actor.kind === 'staff')
          return refundByPerson(session, {
            paymentId,
            reason,
            mayOwe: options.owe === true,
            ...(amount !== undefined && { amount }),
          });
        const order = {
          paymentId,
          reason,
          mayOwe: options.owe === true,
          ...(amount !== undefined && { amount }),
        };
        const done = await transaction((ctx) => topups.orderRefund(ctx, order)).catch(
          (error: unknown) => {
            if (!(error instanceof AppError) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
            throw new Refusal(
              `Im Konto fehlen ${formatCredits(Number(error.extra?.missing))}, die schon ausgegeben sind. Mit --owe bleiben sie geschuldet.`,
            );
          },
        );
        return {
          text: `${formatChf(done.amount)} gehen zurück, ${formatCredits(done.credits - done.missing)} sind abgezogen${done.missing > 0 ? `, ${formatCredits(done.missing)} sind neu geschuldet` : ''}. Der Server führt die Rückzahlung aus.`,
          data: {
            refund: done.id,
            amount_rappen: done.amount,
            credits: done.credits,
            missing: done.missing,
          },
        };
      },
    };
  },
};

/** By a person the limit and the second person count as on the screen (BOF-20, BOF-101). */
const refundByPerson = (
  { config, transaction }: Session,
  { paymentId, amount, reason, mayOwe }: topups.RefundOrder,
): Promise<Outcome> =>
  transaction(async (ctx) => {
    const payment = await topups.readPayment(ctx.db, paymentId);
    if (!payment) throw new Refusal('Diese Zahlung gibt es nicht.');
    const rappen =
      amount ?? refundable(payment) - (await topups.moneyBack(ctx.db, paymentId)).ordered;
    const deps = { ...config, solo: config.fourEyes === 'solo' };
    const wish = { payment: payment.number, rappen, reason, mayOwe };
    const done = await desk.refund(ctx, deps, wish);
    return done instanceof AwaitsApproval
      ? { text: PENDING_TEXT, data: { payment: paymentId, approval_id: done.approvalId } }
      : { text: done, data: { payment: paymentId, amount_rappen: rappen } };
  });

/** As `refundByPerson`, for what the house pays of a payment. */
const fullByPerson = (
  { config, transaction }: Session,
  paymentId: string,
  reason: string,
): Promise<Outcome> =>
  transaction(async (ctx) => {
    const payment = await topups.loadPaymentForUpdate(ctx.db, paymentId);
    if (!payment) throw new Refusal('Diese Zahlung gibt es nicht.');
    const deps = { ...config, solo: config.fourEyes === 'solo' };
    const done = await desk.settleInFull(ctx, deps, { payment, reason });
    return done instanceof AwaitsApproval
      ? { text: PENDING_TEXT, data: { payment: paymentId, approval_id: done.approvalId } }
      : { text: done.said, data: { payment: paymentId, way: 'full' } };
  });

const WAYS: Record<string, { way: Way; done: string }> = {
  credits: { way: 'credits', done: 'Credits für den angekommenen Betrag sind gutgeschrieben.' },
  full: {
    way: 'full',
    done: 'Die Zahlung gilt als ganz bezahlt; alle Credits sind gutgeschrieben.',
  },
  returned: { way: 'returned', done: 'Die Zahlung gilt als von dir zurückbezahlt.' },
};

export const paymentsSettle: Command = {
  usage: 'payments settle PAYMENT --way WAY --reason TEXT',
  right: 'money.case',
  summary:
    'Erledigt eine Zahlung, die anders ankam als verlangt: credits für den Teil, full für alles, returned für von dir zurückbezahlt. Zurückzahlen lassen: payments refund.',
  options: { way: { type: 'string' }, reason: { type: 'string' } },
  prepare([payment], options) {
    const named = paymentNumber(payment);
    const chosen = WAYS[String(options.way)];
    if (!chosen) throw new UsageError('--way ist credits, full oder returned.');
    const reason = line('--reason', options.reason, 200);
    return {
      async withDatabase(session) {
        const { transaction } = session;
        const paymentId = await transaction(({ db }) => topups.paymentNamed(db, named));
        if (session.actor.kind === 'staff' && chosen.way === 'full')
          return fullByPerson(session, paymentId, reason);
        const settled = await transaction((ctx) =>
          topups.settleDifference(ctx, { paymentId, way: chosen.way, reason }),
        ).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'PAYMENT_SETTLED') throw error;
          throw new Refusal(
            'Diese Zahlung wartet auf keine Entscheidung, geht schon zurück, es kam nichts in Franken an, oder das Konto ist gelöscht.',
          );
        });
        const { credits, bonus } = settled;
        return { text: chosen.done, data: { payment: paymentId, way: chosen.way, credits, bonus } };
      },
    };
  },
};

export const paymentsChargeback: Command = {
  usage: 'payments chargeback PAYMENT --reason TEXT',
  right: 'money.case',
  summary:
    'Trägt ein, dass die Bank des Zahlers alles zurückgeholt hat; was davon ausgegeben ist, bleibt geschuldet.',
  options: { reason: { type: 'string' } },
  prepare([payment], options) {
    const named = paymentNumber(payment);
    const reason = line('--reason', options.reason, 200);
    return {
      async withDatabase({ transaction }) {
        const paymentId = await transaction(({ db }) => topups.paymentNamed(db, named));
        const { taken, owed } = await transaction((ctx) =>
          topups.enterChargeback(ctx, { paymentId, reason }),
        );
        return {
          text: `Die Rückbuchung ist eingetragen. ${formatCredits(taken)} sind abgezogen.${owed > 0 ? ` Das Konto schuldet ${formatCredits(owed)}.` : ''}`,
          data: { payment: paymentId, taken, owed },
        };
      },
    };
  },
};

export const paymentsReconcile: Command = {
  usage: 'payments reconcile [--days N]',
  right: 'money.import',
  summary:
    'Vergleicht die Zahlungen mit den Anbietern und dem Hauptbuch und eröffnet für jeden Unterschied einen Fall.',
  options: { days: { type: 'string' } },
  prepare(_, options) {
    const days = wholeNumber('--days', options.days ?? '60', 1, 400);
    return {
      async withDatabase(session) {
        const now = session.clock.now();
        const span = { from: new Date(now.getTime() - days * DAY_MS), until: now };
        const silent: string[] = [];
        const report = await topups.reconcile(
          { db: session.db, now, providers: providersFor(session) },
          span,
          (error) => silent.push(error.message),
        );
        const text = `${report.compared} Zahlungen verglichen, ${report.cases} neue Fälle.`;
        return {
          text:
            silent.length > 0
              ? `${text}\nEin Anbieter antwortet nicht; bitte später noch einmal.`
              : text,
          data: { ...report, silent: silent.length },
          ...((silent.length > 0 || report.cases > 0) && { failed: true as const }),
        };
      },
    };
  },
};

export function paymentNumber(text: string | undefined): string {
  if (text === undefined || !(UUID.test(text) || /^\d{5,15}$/.test(text)))
    throw new UsageError(
      'PAYMENT ist die Nummer einer Zahlung, wie sie der Fall oder der Verlauf nennt.',
    );
  return text;
}

/** Francs with at most two decimals. */
function rappen(text: string): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text))
    throw new UsageError('--amount ist ein Betrag in Franken wie 50 oder 12.50.');
  return francsToRappen(Number(text));
}
