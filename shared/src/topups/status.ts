/**
 * The life of a payment. `erstellt`: asked for, the provider has not answered. `offen`: the payment page exists. `gutgeschrieben`:
 * the provider says paid and the credits are booked, in one step. `abweichend`: paid, but not what was asked for, or after the account was closed; an operator
 * looks.
 */
export const paymentLife = {
  erstellt: { eroeffnen: 'offen', scheitern: 'gescheitert' },
  offen: {
    gutschreiben: 'gutgeschrieben',
    ablehnen: 'abgelehnt',
    abbrechen: 'abgebrochen',
    verfallen: 'verfallen',
    abweichen: 'abweichend',
  },
  // A provider may still report a payment as paid after it had reported something else; money that came in is always credited.
  abgelehnt: { gutschreiben: 'gutgeschrieben', abweichen: 'abweichend' },
  abgebrochen: { gutschreiben: 'gutgeschrieben', abweichen: 'abweichend' },
  verfallen: { gutschreiben: 'gutgeschrieben', abweichen: 'abweichend' },
  gescheitert: { gutschreiben: 'gutgeschrieben', abweichen: 'abweichend' },
  // All the money went back: by an operator, or because the payer's bank took it.
  gutgeschrieben: { erstatten: 'erstattet', rueckbelasten: 'rueckbelastet' },
  erstattet: {},
  rueckbelastet: {},
  abweichend: {},
} as const satisfies Record<string, Partial<Record<string, string>>>;

export type PaymentStatus = keyof typeof paymentLife;
export type PaymentEvent =
  | 'eroeffnen'
  | 'scheitern'
  | 'gutschreiben'
  | 'ablehnen'
  | 'abbrechen'
  | 'verfallen'
  | 'abweichen'
  | 'erstatten'
  | 'rueckbelasten';

/** Where this event leads from here, or null when it is not possible here. */
export function after(status: PaymentStatus, event: PaymentEvent): PaymentStatus | null {
  const steps: Partial<Record<PaymentEvent, PaymentStatus>> = paymentLife[status];
  return steps[event] ?? null;
}
