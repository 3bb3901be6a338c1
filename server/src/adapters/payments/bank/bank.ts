import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import type { Creditor } from 'swissqrbill/types';
import { formatIBAN, formatReference } from 'swissqrbill/utils';
import { type PaymentProvider, type ProviderPayment, RefundByHand } from '../../../modules/topups/ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db.ts';
import { referenceOf } from './reference.ts';
import { type Slip, slipPdf } from './slip.ts';
import * as store from './store.ts';

const CURRENCY = 'CHF';
const SLIP_PATH = (id: string) => `/papers/payment-slip/${id}.pdf`;
/** Nobody is asked over a wire: the import of a statement settles a payment at once. The look only finds what is too old. */
const PATIENCE = { giveUpMs: 30 * DAY_MS, pausesMinutes: [24 * 60] };

interface Deps {
  config: Pick<Config, 'publicUrl' | 'operator' | 'payments'>;
  db: Database;
  clock: Clock;
}

/** Bank transfers: our own account, of which the imported statements tell. */
export interface Bank {
  provider: PaymentProvider;
  /** The IBANs a statement may be about. */
  accounts: readonly string[];
  /** The payment slip as a PDF. */
  slip(payment: { ref: string; price: number }): Promise<Buffer>;
}

export function bankTransfers({ config, db, clock }: Deps): { provider: PaymentProvider; bank: Bank } {
  const { iban, qrIban } = config.payments.bank;
  const slipOf = ({ ref, price }: { ref: string; price: number }): Slip => ({
    creditor: creditorOf(config.operator, ref.startsWith('RF') || !qrIban ? iban : qrIban),
    ...{ reference: ref, amount: price },
  });
  const wordOf = async (slip: store.SlipRow): Promise<ProviderPayment> => {
    const entries = await store.entriesOfPayment(db, slip.payment);
    const standing = standingCredits(entries);
    const money = standing.find(({ currency }) => currency !== CURRENCY) ?? standing[0] ?? entries.find(isCredit);
    const sum = sumOf(standing);
    return {
      status: standing.length > 0 ? 'paid' : 'open',
      // Several transfers with one reference are one payment; a foreign one among them is for the operator.
      amountRappen: money?.currency === CURRENCY && sum > 0 ? sum : (money?.amount ?? slip.amount),
      currency: money?.currency ?? CURRENCY,
      reference: slip.payment,
      merchant: iban,
      method: PAYMENT_METHODS.bank_transfer,
      refundedRappen: await store.refundedRappen(db, slip.payment),
      chargedBack: standing.length === 0 && entries.some(isCredit),
    };
  };
  const provider: PaymentProvider = {
    name: 'bank',
    merchant: iban,
    methods: ['bank_transfer'],
    pollingSchedule: PATIENCE,
    async create({ id, amountRappen }) {
      const reference = referenceOf(id, qrIban ? 'QRR' : 'SCOR');
      const slip = await store.keepSlip(db, { reference, payment: id, amount: amountRappen }, clock.now());
      return { ref: slip.reference, url: `${config.publicUrl}/guthaben?slip=${id}` };
    },
    async fetchStatus(ref) {
      const slip = await store.slipByReference(db, ref);
      return slip && wordOf(slip);
    },
    async refund({ ref, id, amountRappen }) {
      const slip = await store.slipByReference(db, ref);
      if (!slip) throw new Error(`there is no payment slip ${ref}`);
      const order = { id, payment: slip.payment, amount: amountRappen, reference: referenceOf(id, 'SCOR') };
      const refund = await store.keepRefund(db, order, clock.now());
      if (refund.paid) return;
      const [money] = standingCredits(await store.entriesOfPayment(db, slip.payment));
      throw new RefundByHand({
        ...{ refund: id, amount_rappen: amountRappen, message: refund.reference },
        came_on: money?.bookedOn ?? null,
        came_as: money?.bankRef ?? null,
      });
    },
    async list(from, until) {
      const slips = await store.slipsMoved(db, from, until);
      return Promise.all(slips.map(async (slip) => ({ ref: slip.reference, ...(await wordOf(slip)) })));
    },
    verifyNotification: () => null,
    transferOf: (payment) => {
      const { creditor, reference, amount } = slipOf(payment);
      return {
        creditor: `${creditor.name}, ${config.operator.street}, ${config.operator.city}`,
        iban: formatIBAN(creditor.account),
        reference: formatReference(reference),
        amount: rappenToFrancs(amount),
        slip_url: SLIP_PATH(payment.id),
      };
    },
  };
  const slip: Bank['slip'] = (payment) => slipPdf(slipOf(payment), clock.now());
  return { provider, bank: { provider, accounts: qrIban ? [iban, qrIban] : [iban], slip } };
}

export const sumOf = (entries: readonly store.Entry[]) => entries.reduce((total, { amount }) => total + amount, 0);

export const isCredit = ({ credit, reversal }: store.Entry) => credit && !reversal;

/** Credits that the bank has not taken back, oldest first. A reversal takes back the newest credit of the same amount before it. */
export function standingCredits(entries: readonly store.Entry[]): store.Entry[] {
  const standing: store.Entry[] = [];
  for (const entry of entries) {
    if (isCredit(entry)) standing.push(entry);
    const reversed =
      !entry.credit && entry.reversal
        ? standing.findLastIndex(({ amount, currency }) => amount === entry.amount && currency === entry.currency)
        : -1;
    if (reversed >= 0) standing.splice(reversed, 1);
  }
  return standing;
}

const COUNTRIES: Record<string, string> = { Schweiz: 'CH', Liechtenstein: 'LI', Deutschland: 'DE', Österreich: 'AT' };

/** The operator as a payment slip needs it, with the parts of the address apart. */
function creditorOf({ name, street, city, country }: Config['operator'], account: string): Creditor {
  const [, address, buildingNumber] = /^(.*\S) +(\d+ ?\w{0,3})$/.exec(street) ?? [];
  const [, zip, place] = /^(\d{4,5}) +(.+)$/.exec(city) ?? [];
  return {
    ...{ name, account, address: address ?? street, zip: zip ?? '', city: place ?? city },
    ...(buildingNumber !== undefined && { buildingNumber }),
    country: COUNTRIES[country] ?? (/^[A-Z]{2}$/.test(country) ? country : 'CH'),
  };
}
