import { PAYMENT_METHODS, type PaymentMethod } from '../topups/methods.ts';
import type { PaymentStatus } from '../topups/status.ts';

/** What the house calls the state of a payment. */
export const PAYMENT_STATUS_LABELS: Record<PaymentStatus, string> = {
  erstellt: 'Wird eröffnet',
  offen: 'Wartet auf Bestätigung',
  gutgeschrieben: 'Gutgeschrieben',
  abgelehnt: 'Abgelehnt',
  abgebrochen: 'Abgebrochen',
  verfallen: 'Verfallen',
  gescheitert: 'Gescheitert',
  teilbezahlt: 'Zu wenig bezahlt',
  abweichend: 'Wird geprüft',
  erstattet: 'Zurückbezahlt',
  zurueckbezahlt: 'Zurückbezahlt',
  rueckbelastet: 'Zurückgebucht',
};

/** The states of payments as the list offers them. */
export const PAYMENT_GROUPS = {
  credited: { label: 'Gutgeschrieben', of: ['gutgeschrieben'] },
  open: { label: 'Offen', of: ['erstellt', 'offen'] },
  waiting: { label: 'Zu entscheiden', of: ['teilbezahlt', 'abweichend'] },
  returned: { label: 'Zurück', of: ['erstattet', 'zurueckbezahlt', 'rueckbelastet'] },
  none: { label: 'Nichts bezahlt', of: ['abgelehnt', 'abgebrochen', 'verfallen', 'gescheitert'] },
} as const satisfies Record<string, { label: string; of: readonly PaymentStatus[] }>;
export type PaymentGroup = keyof typeof PAYMENT_GROUPS;
export const PAYMENT_GROUP_IDS = Object.keys(PAYMENT_GROUPS) as PaymentGroup[];

/** What sorts the list (BOF-144). */
export const PAYMENT_SORTS = ['number', 'at', 'method', 'paid', 'fee', 'status'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/** What a text may name a payment by; every reading that fits is looked for. */
export interface WantedPayment {
  /** Of the payment, or of the account. */
  number?: number;
  rappen?: number;
  /** A Swiss day, `2026-11-21`. */
  day?: string;
  email?: string;
  /** A part of the name. */
  name?: string;
  method?: PaymentMethod;
  /** Of the provider, of a slip, or the number of a receipt. */
  reference?: string;
}

const SHORTEST_NAME = 3;

/** What somebody typed into the search of payments (BOF-92). @param today a Swiss day */
export function wantedPayment(typed: string, today: string): WantedPayment {
  const text = typed.trim();
  if (text.includes('@')) return { email: text };
  const day = dayOf(text, today);
  if (day !== null) return { day };
  const wanted: WantedPayment = {};
  const number = /^(?:zahlung )?(\d{1,12})$/i.exec(text)?.[1];
  if (number !== undefined) wanted.number = Number(number);
  const amount = /^(?:chf )?(\d{1,3}(?:[’']\d{3})*|\d{1,7})(?:\.(-|\d{1,2}))?$/i.exec(text);
  if (amount) {
    const cents = (amount[2] ?? '').replace('-', '').padEnd(2, '0');
    wanted.rappen = Number(amount[1]!.replaceAll(/[’']/g, '')) * 100 + Number(cents);
  }
  const method = (Object.entries(PAYMENT_METHODS) as [PaymentMethod, string][]).find(
    ([, label]) => label.toLowerCase() === text.toLowerCase(),
  )?.[0];
  if (method) return { method };
  const reference = text.replaceAll(/\s/g, '');
  if (reference.length >= SHORTEST_NAME) wanted.reference = reference;
  if (/\p{L}/u.test(text) && text.length >= SHORTEST_NAME) wanted.name = text;
  return wanted;
}

/** `1.2.`, `1.2.2026` or `2026-02-01`, if there is such a day. */
function dayOf(text: string, today: string): string | null {
  const parts = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(text);
  const day = parts
    ? `${parts[3] ?? today.slice(0, 4)}-${parts[2]!.padStart(2, '0')}-${parts[1]!.padStart(2, '0')}`
    : text;
  const read = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== day ? null : day;
}
