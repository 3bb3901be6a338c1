import { type SqlBool, sql } from 'kysely';
import { type Owner, type OwnTable, ownTable } from '../../platform/own-data.ts';

const walletOf = ({ accountId }: Owner) =>
  sql`(select id from ledger_account where kind = 'wallet' and owner_id = ${accountId})`;
const lotsOf = (owner: Owner) => sql`(select id from ledger_lot where wallet = ${walletOf(owner)})`;
const inChain = (owner: Owner) => sql<SqlBool>`chain = ${walletOf(owner)}`;

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('ledger_account', {
    file: 'zahlungen',
    about: 'Dein Guthaben.',
    fields: {
      id: 'Nummer des Guthabens',
      kind: 'Art',
      owner_id: 'Nummer deines Kontos',
      balance: 'Saldo in Credits',
      seq: 'Nummer der letzten Bewegung',
      head: null,
    },
    where: ({ accountId }) => sql`owner_id = ${accountId}`,
  }),
  ownTable('ledger_transfer', {
    file: 'zahlungen',
    about: 'Jede Bewegung deines Guthabens; dieselben stehen in verlauf.csv.',
    fields: {
      id: 'Nummer der Bewegung',
      seq: 'fortlaufend in deinem Guthaben',
      chain: 'Nummer deines Guthabens',
      at: 'wann',
      kind: 'Art',
      cause: 'wodurch, mit Nummer',
      description: 'Text',
      amount: 'Credits',
      from_account: 'von welchem Guthaben',
      to_account: 'auf welches Guthaben',
      balance_after: 'Saldo danach',
      vat_permille: 'Satz der Mehrwertsteuer in Promille',
      hash: null,
    },
    where: inChain,
  }),
  ownTable('ledger_lot', {
    file: 'zahlungen',
    about: 'Woher deine Credits kommen.',
    fields: {
      id: 'Nummer',
      wallet: 'Nummer deines Guthabens',
      transfer_id: 'Bewegung, mit der sie kamen',
      source: 'Art',
      granted: 'Credits',
      granted_at: 'wann',
      remaining: 'davon noch übrig',
      paid: 'bezahlt in Rappen',
      paid_from: 'davon ab hier gezählt, in Rappen',
      paid_left: 'davon noch nicht gebraucht, in Rappen',
      spend_id: 'Ausgabe, aus der sie zurückkamen',
      spend_lot: 'Herkunft der zurückgekommenen Credits',
    },
    where: (owner) => sql`wallet = ${walletOf(owner)}`,
  }),
  ownTable('ledger_lot_use', {
    file: 'zahlungen',
    about: 'Wofür welche Credits gebraucht wurden.',
    fields: {
      transfer_id: 'Bewegung',
      lot_id: 'Herkunft',
      amount: 'Credits',
      paid: 'bezahlt in Rappen',
      paid_from: 'davon ab hier gezählt, in Rappen',
    },
    where: (owner) => sql`lot_id in ${lotsOf(owner)}`,
  }),
];
