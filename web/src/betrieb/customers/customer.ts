import type { customer } from '@samtrot/shared/customers/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';

/** A customer as the card has it. */
export type Customer = Output<typeof customer>;
