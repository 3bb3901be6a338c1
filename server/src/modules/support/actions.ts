import * as contract from '@samtrot/shared/support/contract.ts';
import * as files from '@samtrot/shared/support/file-contract.ts';
import { supportTexts } from '@samtrot/shared/support/rules.ts';
import * as house from '@samtrot/shared/support/staff-contract.ts';
import * as texts from '@samtrot/shared/support/template-contract.ts';
import * as own from '@samtrot/shared/support/thread-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { Waiting } from '../staff/service.ts';
import * as support from './service.ts';

interface Deps extends support.FileDeps {
  /** Recipient of support messages. */
  supportEmail: string;
}

export const supportActions = ({ supportEmail, ...deps }: Deps): Handler[] => [
  ...implement(files, {
    attachFile: { own: async (ctx, input) => ({ file: await support.upload(ctx, deps, input) }) },
    detachFile: async (ctx, { file_id }) => {
      await support.detach(ctx, file_id);
      return {};
    },
  }),
  ...implement(contract, {
    contact: async (ctx, input) => ({
      ticket: await support.receiveContact(ctx, input, supportEmail),
      message: supportTexts.sent,
    }),
    support: async (ctx, input) => ({
      ticket: await support.receiveSupport(ctx, input, supportEmail),
      message: supportTexts.sent,
    }),
  }),
  ...implement(own, {
    getThreads: (ctx) => support.ownThreads(ctx),
    getThread: (ctx, { thread_id }) => support.ownThread(ctx, thread_id),
    openThread: async (ctx, { thread_id }) => {
      await support.openOwn(ctx, thread_id);
      return {};
    },
    replyThread: (ctx, input) => support.replyOwn(ctx, input, supportEmail),
    closeThread: async (ctx, { thread_id }) => {
      await support.closeOwn(ctx, thread_id);
      return { message: 'Erledigt. Schreibst du weiter, ist die Nachricht wieder offen.' };
    },
  }),
];

/** Who waits for an answer, as a line of the overview. */
export const waitingThreads: Waiting = {
  right: 'inbox.read',
  label: 'Postfach',
  path: '/postfach',
  count: support.desk.waiting,
};

const templateActions: Handler[] = implement(texts, {
  templates: (ctx) => support.templates.all(ctx),
  addTemplate: async (ctx, input) => {
    await support.templates.add(ctx, input);
    return { message: 'Die Vorlage ist gespeichert.' };
  },
  changeTemplate: async (ctx, input) => {
    await support.templates.edit(ctx, input);
    return { message: 'Die Vorlage ist gespeichert.' };
  },
  deleteTemplate: async (ctx, { template_id }) => {
    await support.templates.remove(ctx, template_id);
    return { message: 'Die Vorlage ist gelöscht.' };
  },
});

interface StaffDeps extends support.FileDeps {
  sessionSecret: string;
  /** The mailbox that is read; without one, answers name the form. */
  inbound: { address: string } | undefined;
}

export const supportStaffActions = ({ sessionSecret, inbound, ...deps }: StaffDeps): Handler[] => [
  ...templateActions,
  ...implement(house, {
    threads: (ctx, input) => support.desk.list(ctx, sessionSecret, input),
    thread: (ctx, { thread_id }) => support.desk.read(ctx, thread_id),
    answerThread: async (ctx, input) => ({
      message: await support.desk.answer(ctx, input, inbound),
    }),
    beginThread: (ctx, input) => support.desk.begin(ctx, input),
    attachAnswerFile: {
      own: async (ctx, input) => ({ file: await support.upload(ctx, deps, input) }),
    },
    detachAnswerFile: async (ctx, { file_id }) => {
      await support.detach(ctx, file_id);
      return {};
    },
    noteThread: async (ctx, input) => {
      await support.desk.note(ctx, input);
      return { message: 'Die Notiz ist gespeichert.' };
    },
    assignThread: async (ctx, input) => {
      await support.desk.assign(ctx, input);
      return { message: input.staff_id === null ? 'Zuteilung aufgehoben.' : 'Zugeteilt.' };
    },
    closeStaffThread: async (ctx, input) => {
      await support.desk.close(ctx, input);
      return { message: input.state === 'new' ? 'Wieder geöffnet.' : 'Erledigt.' };
    },
    typeInThread: async (ctx, { thread_id }) => {
      await support.desk.type(ctx, thread_id);
      return {};
    },
  }),
];
