import * as contract from '@samtrot/shared/customers/contract.ts';
import * as discounts from '@samtrot/shared/customers/discount-contract.ts';
import * as helping from '@samtrot/shared/customers/help-contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { AwaitsApproval, type Handler, implement } from '../../platform/action.ts';
import { delayLooks } from '../access/service.ts';
import { addNote, strikeNote } from '../customer-notes/service.ts';
import { readCard, readNotes, readTab, showContact } from './card.ts';
import { requestDeletion } from './deletion.ts';
import { setDiscount } from './discount.ts';
import { openExport } from './export.ts';
import { correctCredits, exportFor, type HelpDeps, help, locked } from './help.ts';
import { search } from './search.ts';
import { requestEmailChange, requestFactorOff } from './takeover.ts';
import { endView, startView } from './view.ts';

export const customerActions = ({ sessionSecret }: { sessionSecret: string }): Handler[] =>
  implement(contract, {
    search: (ctx, input) => search(ctx, sessionSecret, input),
    customer: readCard,
    showContact,
    customerTab: readTab,
    customerNotes: readNotes,
    addCustomerNote: async (ctx, input) => ({
      note_id: await addNote(ctx, input),
      message: 'Die Notiz steht.',
    }),
    strikeCustomerNote: async (ctx, { note_id }) => {
      await strikeNote(ctx, note_id);
      return { message: 'Durchgestrichen.' };
    },
  });

export const helpActions = (deps: HelpDeps): Handler[] => [
  ...implement(discounts, {
    setDiscount: async (ctx, input) => {
      const done = await setDiscount(ctx, deps, input);
      return done instanceof AwaitsApproval ? done : { message: done };
    },
  }),
  ...implement(helping, {
    customerHelp: async (ctx, input) => ({ message: await help(ctx, deps, input) }),
    correctCredits: async (ctx, input) => {
      const balance = await correctCredits(ctx, deps, input);
      return balance instanceof AwaitsApproval
        ? balance
        : { balance, message: `Das Guthaben ist jetzt ${formatCredits(balance)}.` };
    },
    requestEmailChange: (ctx, input) => requestEmailChange(ctx, deps, input),
    requestFactorOff: (ctx, input) => requestFactorOff(ctx, deps, input),
    requestDeletion: (ctx, input) => requestDeletion(ctx, deps, input),
    startView,
    endView: async (ctx) => {
      await endView(ctx);
      return { message: 'Die Ansicht ist beendet.' };
    },
    startCustomerExport: async (ctx, input) => ({ message: await exportFor(ctx, input) }),
    openCustomerExport: openExport,
    delayCustomerLooks: async (ctx, { account_id, ...decision }) => {
      await locked(ctx, account_id);
      return delayLooks(ctx, { account: account_id, ...decision });
    },
  }),
];
