import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Creditor } from 'swissqrbill/types';
import { formatIBAN, formatReference } from 'swissqrbill/utils';
import {
  type PaymentProvider,
  type ProviderPayment,
  RefundByHand,
} from '../../../modules/topups/ports.ts';
import type { Operator } from '../../../platform/config.ts';
import type { CallerAccess, PaymentAdapter, PaymentDeps } from '../adapter.ts';
import type { Bank } from './bank.ts';
import { importTask } from './desk.ts';
import { effectiveCredits, toPaymentStatus } from './mapping.ts';
import { referenceOf } from './reference.ts';
import { paymentSlipRoute } from './routes.ts';
import { type BankSettings, bankSettings } from './settings.ts';
import { type Slip, slipPdf } from './slip.ts';
import * as store from './store.ts';

const SLIP_PATH = (id: string) => `/papers/payment-slip/${id}.pdf`;
/** The import of a statement settles a payment; polling only finds payments that are too old. */
const POLLING_SCHEDULE = { giveUpMs: 30 * DAY_MS, pausesMinutes: [24 * 60] };

type Deps = Pick<PaymentDeps, 'config' | 'db' | 'clock'> & { settings: BankSettings };

export function bankTransfers({ settings: { iban, qrIban }, config, db, clock }: Deps): Bank {
  const slipOf = ({ ref, price }: { ref: string; price: number }): Slip => ({
    creditor: creditorOf(config.operator, ref.startsWith('RF') || !qrIban ? iban : qrIban),
    reference: ref,
    amount: price,
  });
  const statusOf = async (slip: store.SlipRow): Promise<ProviderPayment> => {
    const entries = await store.entriesOfPayment(db, slip.payment);
    const refundedRappen = await store.refundedRappen(db, slip.payment);
    return toPaymentStatus({ slip, entries, refundedRappen, iban });
  };
  const provider: PaymentProvider = {
    name: 'bank',
    merchant: iban,
    methods: ['bank_transfer'],
    pollingSchedule: POLLING_SCHEDULE,
    async create({ id, amountRappen }) {
      const reference = referenceOf(id, qrIban ? 'QRR' : 'SCOR');
      const slip = await store.findOrCreateSlip(
        db,
        { reference, payment: id, amount: amountRappen },
        clock.now(),
      );
      return { ref: slip.reference, url: `${config.publicUrl}/guthaben?slip=${id}` };
    },
    async fetchStatus(ref) {
      const slip = await store.slipByReference(db, ref);
      return slip && statusOf(slip);
    },
    async refund({ ref, id, amountRappen }) {
      const slip = await store.slipByReference(db, ref);
      if (!slip) throw new Error(`there is no payment slip ${ref}`);
      const order = {
        id,
        payment: slip.payment,
        amount: amountRappen,
        reference: referenceOf(id, 'SCOR'),
      };
      const refund = await store.findOrCreateRefund(db, order, clock.now());
      if (refund.paid) return;
      const [credit] = effectiveCredits(await store.entriesOfPayment(db, slip.payment));
      throw new RefundByHand({
        refund: id,
        amount_rappen: amountRappen,
        message: refund.reference,
        came_on: credit?.bookedOn ?? null,
        came_as: credit?.bankRef ?? null,
      });
    },
    async list(from, until) {
      const slips = await store.slipsMoved(db, from, until);
      return Promise.all(
        slips.map(async (slip) => ({ ref: slip.reference, ...(await statusOf(slip)) })),
      );
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
  return { provider, accounts: qrIban ? [iban, qrIban] : [iban], slip };
}

const COUNTRIES: Record<string, string> = {
  Schweiz: 'CH',
  Liechtenstein: 'LI',
  Deutschland: 'DE',
  Österreich: 'AT',
};

/** The operator as payment slips need it, with the address in parts. */
function creditorOf({ name, street, city, country }: Operator, account: string): Creditor {
  const [, address, buildingNumber] = /^(.*\S) +(\d+ ?\w{0,3})$/.exec(street) ?? [];
  const [, zip, place] = /^(\d{4,5}) +(.+)$/.exec(city) ?? [];
  return {
    name,
    account,
    address: address ?? street,
    zip: zip ?? '',
    city: place ?? city,
    ...(buildingNumber !== undefined && { buildingNumber }),
    country: COUNTRIES[country] ?? (/^[A-Z]{2}$/.test(country) ? country : 'CH'),
  };
}

/** The adapter for `PAYMENT_PROVIDERS`. */
export const bank: PaymentAdapter<BankSettings> = {
  settings: bankSettings,
  create(deps) {
    const bank = bankTransfers(deps);
    const routes = ({ actorOf }: CallerAccess) => [paymentSlipRoute({ ...deps, bank, actorOf })];
    return { provider: bank.provider, routes, tasks: [importTask({ bank })] };
  },
};
