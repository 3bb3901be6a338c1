import { PAYMENT_METHOD_IDS, type PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import type { PaymentProvider } from './ports.ts';

/** The providers that are switched on, in the operator's order. */
export interface Providers {
  all: readonly PaymentProvider[];
  /** Ways to pay that are open, in the order of the pages. */
  methods: readonly PaymentMethod[];
  named(name: string): PaymentProvider | undefined;
  /**
   * The first that takes this way to pay; without one, the first of all that has a page of its own.
   */
  taking(method: PaymentMethod | undefined): PaymentProvider | undefined;
}

export function providersOf(all: readonly PaymentProvider[]): Providers {
  const taking = (method: PaymentMethod) => all.find(({ methods }) => methods.includes(method));
  return {
    all,
    methods: PAYMENT_METHOD_IDS.filter((method) => taking(method)),
    named: (name) => all.find((provider) => provider.name === name),
    taking: (method) =>
      method
        ? taking(method)
        : (all.find(({ methods }) => !methods.includes('bank_transfer')) ?? all[0]),
  };
}
