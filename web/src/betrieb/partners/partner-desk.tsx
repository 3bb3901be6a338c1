import type { Output } from '@samtrot/shared/kernel/action.ts';
import type * as console from '@samtrot/shared/partners/console-contract.ts';
import type * as contract from '@samtrot/shared/partners/desk-contract.ts';
import type * as people from '@samtrot/shared/partners/people-contract.ts';
import { createContext, useContext } from 'react';

export type Website = Output<typeof contract.getPartner>;

type House = typeof contract & typeof people;
type Shared = Extract<keyof House, keyof typeof console>;
type Calls = { [K in Shared]: House[K] | (typeof console)[K] };

/** What the panels of a website need; the house and its own people have the same panels. */
interface Desk {
  calls: Calls;
  of: Website;
  mayManage: boolean;
  mayKeys: boolean;
}

const DeskContext = createContext<Desk | null>(null);
export const DeskProvider = DeskContext.Provider;

export const useDesk = (): Desk => useContext(DeskContext)!;
