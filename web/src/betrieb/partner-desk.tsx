import type { Output } from '@samtrot/shared/kernel/action.ts';
import type * as contract from '@samtrot/shared/partners/desk-contract.ts';
import { createContext, useContext } from 'react';

export type Website = Output<typeof contract.getPartner>;

type Calls = Pick<
  typeof contract,
  | 'blockOnPartner'
  | 'endPartnerKey'
  | 'exportPartnerReceipts'
  | 'getPartnerPolicy'
  | 'issuePartnerKey'
  | 'previewPartnerPolicy'
  | 'resendPartnerMessages'
  | 'revokePartnerKey'
  | 'rotatePartnerSecret'
  | 'setPartnerHook'
  | 'setPartnerLink'
  | 'setPartnerPolicy'
  | 'testPartnerHook'
  | 'unblockOnPartner'
>;

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
