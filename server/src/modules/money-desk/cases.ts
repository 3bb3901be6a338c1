import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import {
  formatChf,
  formatCredits,
  formatDateTime,
  formatNumber,
} from '@samtrot/shared/kernel/format.ts';
import { type Rappen, rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import {
  type CaseFacts,
  caseSentence,
  caseWays,
  mailOfWay,
  missingOf,
  needsReason,
  wayText,
} from '@samtrot/shared/money-desk/case-rules.ts';
import type * as contract from '@samtrot/shared/money-desk/contract.ts';
import type { StaffCtx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './case-store.ts';
import { accountOf, methodName } from './names.ts';
import { countWaiting } from './payment-store.ts';
import type { BankDesk } from './ports.ts';

/** More than anybody works through in a day. */
const MOST = 200;

type Shown = Output<typeof contract.getCase>['case'];

export interface CaseDeps {
  bank: BankDesk | undefined;
}

/** Open cases, oldest first (BOF-93). */
export async function listCases(
  { db }: StaffCtx,
  deps: CaseDeps,
): Promise<Output<typeof contract.cases>> {
  const found = await store.openCases(db, MOST + 1);
  const facts = await factsOf(db, deps, found.slice(0, MOST));
  return {
    cases: found.slice(0, MOST).map((row) => shown(row, facts.get(row.id)!)),
    more: found.length > MOST,
    undecided: rappenToFrancs(await store.undecidedRappen(db)),
    refunds: await countWaiting(db),
    bank: deps.bank !== undefined,
  };
}

/** A case with its figures. @throws NOT_FOUND */
export async function readCase(
  { db }: StaffCtx,
  deps: CaseDeps,
  id: number,
): Promise<Output<typeof contract.getCase>> {
  const { row, facts } = await caseOf(db, deps, id);
  return {
    case: shown(row, facts),
    facts: figures(facts),
    technical: technical(row),
    decided: row.closed_at
      ? `${row.decision ?? row.note ?? 'Erledigt'}, ${formatDateTime(row.closed_at)}`
      : row.decision,
  };
}

/** @throws NOT_FOUND */
export async function caseOf(
  db: Sql,
  deps: CaseDeps,
  id: number,
): Promise<{ row: store.CaseRow; facts: CaseFacts }> {
  const row = await store.findCase(db, id);
  if (!row) throw new AppError('NOT_FOUND');
  return { row, facts: (await factsOf(db, deps, [row])).get(id)! };
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The movement of the bank that the case names. */
export const entryOf = ({ details }: Pick<store.CaseRow, 'details'>): number | null =>
  number(details.entry);

async function factsOf(
  db: Sql,
  { bank }: CaseDeps,
  rows: readonly store.CaseRow[],
): Promise<Map<number, CaseFacts>> {
  const matches = await store.matchesOf(
    db,
    rows.flatMap(({ id, kind, details }) => {
      const amount = number(details.amount_rappen);
      const booked_on = text(details.booked_on);
      return kind === 'bank_unmatched' && amount !== null && booked_on !== null
        ? [{ id, amount, booked_on }]
        : [];
    }),
  );
  const paid = rows.flatMap(({ kind, payment_id }) =>
    kind === 'overpaid' && payment_id !== null ? [payment_id] : [],
  );
  const transfers = await bank?.transfersOf(db, paid);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...figuresOf(row),
        match: matches.get(row.id) ?? null,
        transfers: transfers?.get(row.payment_id ?? '') ?? 1,
      },
    ]),
  );
}

function figuresOf(row: store.CaseRow): Omit<CaseFacts, 'match' | 'transfers'> {
  const { details, kind, closed, status, asked, credits, bonus, received, back } = row;
  const came = number(details.amountRappen ?? details.amount_rappen ?? details.paid_rappen);
  const owes = Math.min(row.missing ?? 0, row.owed);
  return {
    kind,
    closed,
    status,
    asked,
    credits,
    bonus,
    received,
    back,
    name: closed ? null : row.nickname,
    payment: row.number,
    transfer: row.provider === 'bank',
    came: came === null ? null : { amount: came, currency: text(details.currency) ?? 'CHF' },
    refund:
      row.refund_amount === null
        ? null
        : { amount: row.refund_amount, waiting: row.refund_waits, byHand: row.refund_by_hand },
    taken:
      row.taken_amount === null
        ? null
        : {
            amount: row.taken_amount,
            credits: (row.taken_credits ?? 0) - (row.missing ?? 0),
            owed: owes,
          },
  };
}

function shown(row: store.CaseRow, facts: CaseFacts): Shown {
  const open = row.closed_at === null && !row.awaits;
  return {
    case_id: row.id,
    seen_version: row.version,
    kind: row.kind,
    sentence: caseSentence(facts),
    opened_at: row.opened_at.toISOString(),
    method: row.method === null && row.provider === 'bank' ? 'Bank' : methodName(row.method),
    account: accountOf(row),
    payment_id: row.number,
    wish: row.wish && facts.back === 0,
    awaits: row.awaits,
    ways: (open ? caseWays(facts) : []).map((way) => ({
      way,
      ...wayText(way, facts),
      needs_reason: needsReason(way),
      mail: mailOfWay(way, facts),
    })),
    match: facts.match?.payment ?? null,
  };
}

const fact = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
const chf = (rappen: Rappen | null) => (rappen === null ? null : formatChf(rappen));

function figures(facts: CaseFacts): { label: string; value: string }[] {
  const { asked, credits, bonus, received, came, taken, refund, match } = facts;
  const missing = facts.kind === 'underpaid' ? missingOf(facts) : 0;
  return [
    ...fact(
      'Bestellt',
      asked === null
        ? null
        : `${formatChf(asked)} für ${formatNumber(credits)}${bonus > 0 ? ` + ${bonus} Bonus` : ''}`,
    ),
    ...fact(
      'Erhalten',
      came && came.currency !== 'CHF'
        ? formatChf(came.amount).replace('CHF', came.currency)
        : chf(received ?? came?.amount ?? null),
    ),
    ...fact('Fehlt', missing > 0 ? formatChf(missing) : null),
    ...fact('Geht zurück', facts.back > 0 ? formatChf(facts.back) : null),
    ...fact('Rückzahlung', chf(refund?.amount ?? null)),
    ...fact('Zurückgebucht', chf(taken?.amount ?? null)),
    ...fact('Offen', taken ? formatCredits(taken.owed) : null),
    ...fact('Passt zu', match ? `Zahlung ${match.payment}` : null),
  ];
}

/** What programs call things; the only place that shows it (BOF-93). */
const technical = ({ key, provider, details, payment_id }: store.CaseRow) => [
  { label: 'Schlüssel', value: key },
  { label: 'Anbieter', value: provider },
  ...fact('Zahlung', payment_id),
  ...Object.entries(details).map(([label, value]) => ({ label, value: String(value ?? '–') })),
];
