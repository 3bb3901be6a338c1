import { HISTORY_TYPES, historyType, paidOf, taxOf } from '@samtrot/shared/history/rules.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../../platform/csv.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { ordersBehind } from '../history/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';
import * as store from './store.ts';
import { methodName } from './texts.ts';

const MOVEMENTS_AT_ONCE = 500;

/** Every column names its unit. */
const HEAD = [
  ...['Datum (TT.MM.JJJJ)', 'Zeit (HH:MM)', 'Art', 'Text'],
  ...['Eingang (Credits)', 'Ausgang (Credits)', 'Saldo (Credits)'],
  ...['Bezahlt (CHF)', 'MWST-Basis (CHF)', 'MWST-Satz (%)', 'MWST (CHF)'],
  ...['Beleg (Nummer)', 'Zahlungsart', 'Vorgang (Nummer)'],
];

/** Documents and payments of an account by movement. */
interface Behind {
  /** Numbers of documents, by payment and refund. */
  numbers: ReadonlyMap<string, string>;
  methods: ReadonlyMap<string, string>;
  moneyBack: ReadonlyMap<string, topups.MoneyBack>;
  /** By refund, including those without money. */
  payments: ReadonlyMap<string, string>;
}

async function readBehind(db: Sql, accountId: number): Promise<Behind> {
  const credited = await topups.creditedTopups(db, accountId);
  const back = await topups.moneyBackOf(db, accountId);
  return {
    numbers: await store.numbersOf(db, accountId),
    methods: new Map(credited.map(({ id, method }) => [id, methodName(method)])),
    moneyBack: new Map(back.map((one) => [one.id, one])),
    payments: await topups.paymentsOfRefunds(db, accountId),
  };
}

/** All transfers of the wallet, oldest first, as lines of a CSV file; streamed. */
export async function* historyLines(db: Database, accountId: number): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEAD);
  const behind = await db.transaction().execute((sql) => readBehind(sql, accountId));
  for (let from = 1; ; from += MOVEMENTS_AT_ONCE) {
    const { rows, typeOf, moneyOf } = await db.transaction().execute(async (sql) => {
      const page = await wallet.movementsFrom(sql, accountId, { from, limit: MOVEMENTS_AT_ONCE });
      const byBank = await topups.chargebacksAmong(
        sql,
        page.map(({ cause }) => cause),
      );
      return {
        rows: page,
        typeOf: ({ kind, cause }: wallet.Movement) => historyType(kind, byBank.has(cause)),
        moneyOf: await readMoney(sql, { accountId, page, behind }),
      };
    });
    yield rows
      .map((row) =>
        csvLine([
          ...[formatDate(row.at), localTime(row.at), HISTORY_TYPES[typeOf(row)], row.description],
          ...[row.incoming ? row.amount : '', row.incoming ? '' : row.amount, row.balance_after],
          ...moneyOf(row),
        ]),
      )
      .join('');
    if (rows.length < MOVEMENTS_AT_ONCE) return;
  }
}

interface Reading {
  accountId: number;
  page: readonly wallet.Movement[];
  behind: Behind;
}

/**
 * The cells from `paid` on. Purchases contain tax and their refunds subtract it; payments have
 * none.
 */
async function readMoney(db: Sql, { accountId, page, behind }: Reading) {
  const paid = await wallet.paidParts(
    db,
    page.map(({ id }) => id),
  );
  const rates = await wallet.vatRates(
    db,
    page.map(({ id }) => id),
  );
  const cameBack = await wallet.refundedSpends(
    db,
    page.flatMap(({ id, kind }) => (kind === 'refund' ? [id] : [])),
  );
  const causes = new Set([
    ...page.flatMap(({ kind, cause }) => (kind === 'order' ? [cause] : [])),
    ...cameBack.values(),
  ]);
  const orders = await ordersBehind(db, accountId, [...causes]);
  const orderIds = new Map(orders.map(({ cause, orderId }) => [cause, orderId]));
  return ({ id, kind, cause }: wallet.Movement): Cell[] => {
    const parts = paid.get(id) ?? [];
    if (kind === 'order' || kind === 'refund') {
      const sign = kind === 'order' ? 1 : -1;
      const rate = rates.get(id)!.map((permille) => permille / 10);
      const taxed = [
        { rappen: sign * paidOf(parts) },
        rate.join(' / '),
        { rappen: sign * taxOf(parts) },
      ];
      const order = orderIds.get(kind === 'order' ? cause : (cameBack.get(id) ?? '')) ?? '';
      return ['', ...taxed, '', kind === 'order' ? 'Guthaben' : '', order];
    }
    const [, about = ''] =
      cause.match(/^(?:topup|bonus|refund|refund_refused):([0-9a-f-]{36})$/) ?? [];
    const back = behind.moneyBack.get(about);
    const payment = behind.payments.get(about) ?? about;
    const money: Rappen | null = back ? -back.amount : kind === 'topup' ? paidOf(parts) : null;
    const method = money === null ? '' : (behind.methods.get(payment) ?? '');
    return [
      money === null ? '' : { rappen: money },
      '',
      '',
      '',
      behind.numbers.get(about) ?? '',
      method,
      payment,
    ];
  };
}
