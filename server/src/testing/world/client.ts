import type { Client } from '../../platform/action.ts';

/** A caller without a browser, for use cases that are run directly. */
export const CLIENT: Client = { device: '', network: '', program: false };
