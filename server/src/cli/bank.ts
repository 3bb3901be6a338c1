import { readFile, stat } from 'node:fs/promises';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import {
  STATEMENT_MAX_BYTES,
  STATEMENT_TOO_LARGE,
} from '@samtrot/shared/money-desk/import-rules.ts';
import {
  type ImportReport,
  importStatement,
  matchEntry,
  refundPaidByHand,
} from '../adapters/payments/bank/bookkeeping.ts';
import { UnusableFile } from '../adapters/payments/bank/camt.ts';
import { bankTransfers } from '../adapters/payments/bank/provider.ts';
import { paymentNamed } from '../modules/topups/service.ts';
import { wholeNumber } from './arguments.ts';
import { type Command, Refusal, type Session, UsageError } from './command.ts';
import { paymentNumber } from './payments.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function bankOf({ config, db, clock, actor }: Session) {
  const { providers, settings } = config.payments;
  if (!providers.includes('bank'))
    throw new Refusal('Banküberweisungen sind ausgeschaltet (PAYMENT_PROVIDERS).');
  return {
    db,
    now: clock.now(),
    actor,
    bank: bankTransfers({ settings: settings.bank, config, db, clock }),
  };
}

export const paymentsImport: Command = {
  usage: 'payments import FILE',
  right: 'money.import',
  summary:
    'Liest einen Kontoauszug der Bank (camt.053 oder camt.054) und schreibt eingegangene Überweisungen gut; dieselbe Datei zweimal ändert nichts.',
  prepare: ([file]) => ({
    async withDatabase(session) {
      const bytes = await contentOf(file!);
      const report = await importStatement(bankOf(session), bytes).catch((error: unknown) => {
        throw error instanceof UnusableFile ? new Refusal(error.message) : error;
      });
      return { text: wordsOf(report), data: { ...report, known: report.entries === undefined } };
    },
  }),
};

async function contentOf(file: string): Promise<Buffer> {
  const { size } = await stat(file).catch(() => {
    throw new Refusal(`Die Datei ${file} gibt es nicht.`);
  });
  // Not read before its size is known to be bearable.
  if (size > STATEMENT_MAX_BYTES) throw new Refusal(STATEMENT_TOO_LARGE);
  return readFile(file);
}

function wordsOf({
  entries,
  notBooked,
  withoutParts,
  credited,
  refunds,
  cases,
}: ImportReport): string {
  return [
    entries === undefined ? 'Diese Datei wurde schon eingelesen.' : `${entries} neue Buchungen.`,
    `${credited} Zahlungen gutgeschrieben, ${refunds} Rückzahlungen bestätigt, ${cases} Fälle für dich (payments cases).`,
    ...(notBooked > 0 ? [`${notBooked} angekündigte Buchungen zählen noch nicht.`] : []),
    ...(withoutParts > 0
      ? [
          `${withoutParts} Sammelbuchungen ohne Einzelheiten: bitte auch das camt.054 dazu einlesen.`,
        ]
      : []),
  ].join('\n');
}

export const paymentsMatch: Command = {
  usage: 'payments match ENTRY PAYMENT',
  right: 'money.case',
  summary:
    'Ordnet einen Zahlungseingang ohne brauchbare Referenz einer offenen Zahlung zu; ENTRY nennt der Fall.',
  prepare([number, payment]) {
    const entry = wholeNumber('ENTRY', number, 1, Number.MAX_SAFE_INTEGER);
    const named = paymentNumber(payment);
    return {
      async withDatabase(session) {
        const missing = notThere('Diese Buchung oder diese Zahlung gibt es nicht.');
        const paymentId = await session
          .transaction(({ db }) => paymentNamed(db, named))
          .catch(missing);
        const outcome = await matchEntry(bankOf(session), { entry, payment: paymentId }).catch(
          missing,
        );
        return {
          text: `Die Buchung ${entry} ist der Zahlung ${named} zugeordnet.${
            outcome === 'cases' ? ' Gutgeschrieben ist sie noch nicht: siehe payments cases.' : ''
          }`,
          data: { entry, payment: paymentId, credited: outcome === 'credited' },
        };
      },
    };
  },
};

export const paymentsPaid: Command = {
  usage: 'payments paid REFUND',
  right: 'money.case',
  summary:
    'Sagt, dass eine Rückzahlung überwiesen ist; ohne das bestätigt sie der nächste Kontoauszug.',
  prepare([refund]) {
    if (!UUID.test(refund!))
      throw new UsageError('REFUND ist die Nummer einer Rückzahlung, wie sie der Fall nennt.');
    return {
      async withDatabase({ transaction }) {
        const news = await transaction((ctx) => refundPaidByHand(ctx, refund!)).catch(
          notThere('Diese Rückzahlung gibt es nicht.'),
        );
        const text = news
          ? 'Die Rückzahlung ist bestätigt.'
          : 'Die Rückzahlung war schon bestätigt.';
        return { text, data: { refund, confirmed: news } };
      },
    };
  },
};

const notThere = (words: string) => (error: unknown) => {
  throw error instanceof AppError && error.code === 'NOT_FOUND' ? new Refusal(words) : error;
};
