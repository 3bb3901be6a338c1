import { randomUUID } from 'node:crypto';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { tidyText } from '@samtrot/shared/kernel/text.ts';
import { subjectLabel } from '@samtrot/shared/support/rules.ts';
import {
  ANSWERED_STATES,
  CLOSED_STATES,
  INBOX_LISTS,
  replyProblem,
  THREAD_LABELS,
  threadIdOf,
} from '@samtrot/shared/support/thread-rules.ts';
import * as staff from '../modules/staff/service.ts';
import { desk } from '../modules/support/service.ts';
import { email, oneOf, wholeNumber } from './arguments.ts';
import { type Command, Refusal, UsageError } from './command.ts';

const THREAD = { right: 'inbox.reply' } as const;
const time = (iso: string) => formatDateTime(new Date(iso));

function ticket(given: string | undefined): number {
  const id = threadIdOf(given ?? '');
  if (id === undefined) throw new UsageError('TICKET ist eine Nummer wie S-10042.');
  return id;
}

function text(given: unknown): string {
  const tidy = tidyText(String(given ?? ''));
  const problem = replyProblem(tidy);
  if (problem !== null) throw new UsageError(`--text: ${problem}`);
  return tidy;
}

export const threadList: Command = {
  usage: 'thread list [--list LIST] [--search TEXT]',
  summary: `Zeigt eine Liste des Postfachs: ${INBOX_LISTS.join(', ')} (new); mit --search, was eine Nummer, eine ganze Adresse oder ein Betreff findet.`,
  options: { list: { type: 'string' }, search: { type: 'string' } },
  right: 'inbox.read',
  // A search is a line in the log, with who asked.
  reads: ({ search }) => search === undefined,
  prepare(_, options) {
    const list = oneOf('--list', INBOX_LISTS, options.list ?? 'new');
    const q = String(options.search ?? '');
    return {
      withDatabase: ({ config, transaction }) =>
        transaction(async (ctx) => {
          const { items, counts, cursor } = await desk.list(ctx, config.sessionSecret, {
            list,
            q,
          });
          const more = cursor !== null;
          const lines = items.map((item) =>
            [
              item.ticket,
              THREAD_LABELS[item.state],
              time(item.last_at),
              subjectLabel(item.subject),
              item.assigned ? `bei ${item.assigned.name}` : '',
            ]
              .filter(Boolean)
              .join('  '),
          );
          if (more) lines.push('Es gibt noch mehr.');
          return { text: lines.join('\n') || 'Keine Nachrichten.', data: { items, counts, more } };
        }),
    };
  },
};

// Reading is a look that its owner sees, so production asks who it is.
export const threadShow: Command = {
  usage: 'thread show TICKET',
  summary: 'Zeigt eine Nachricht mit ihren Einträgen; ihre Verfasserin liest, wer das war.',
  right: 'inbox.read',
  prepare([given]) {
    const id = ticket(given);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const { thread } = await desk.read(ctx, id);
          const lines = thread.entries.map(
            (entry) => `[${entry.id}] ${time(entry.at)}  ${entry.by ?? thread.who}\n${entry.text}`,
          );
          const head = `${thread.ticket}  ${THREAD_LABELS[thread.state]}  ${subjectLabel(thread.subject)}`;
          return { text: [head, ...lines].join('\n\n'), data: { thread } };
        }),
    };
  },
};

export const threadAnswer: Command = {
  ...THREAD,
  usage: 'thread answer TICKET --seen ENTRY --text TEXT [--state STATE] [--anyway]',
  summary: `Antwortet; ENTRY ist der letzte Eintrag, den «thread show» nannte. STATE: ${ANSWERED_STATES.join(', ')} (answered). Mit --anyway auch, wenn inzwischen jemand geantwortet hat.`,
  options: {
    seen: { type: 'string' },
    text: { type: 'string' },
    state: { type: 'string' },
    anyway: { type: 'boolean' },
  },
  prepare([given], options) {
    const input = {
      thread_id: ticket(given),
      seen_entry: wholeNumber('--seen', options.seen, 1, Number.MAX_SAFE_INTEGER),
      text: text(options.text),
      state: oneOf('--state', ANSWERED_STATES, options.state ?? 'answered'),
      anyway: options.anyway === true,
      send_key: randomUUID(),
    };
    return {
      withDatabase: ({ transaction, config }) =>
        transaction(async (ctx) => {
          const said = await desk.answer(ctx, input, config.inbound ?? undefined);
          return {
            text: `${said} ${THREAD_LABELS[input.state]}.`,
            data: { thread_id: input.thread_id, state: input.state },
          };
        }),
    };
  },
};

export const threadAssign: Command = {
  ...THREAD,
  usage: 'thread assign TICKET [--to EMAIL]',
  summary: 'Teilt eine Nachricht einer Person zu; ohne --to niemandem.',
  options: { to: { type: 'string' } },
  prepare([given], { to }) {
    const thread_id = ticket(given);
    const address = to === undefined ? null : email(String(to));
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const person = address === null ? null : await staff.findByEmail(ctx.db, address);
          if (person === undefined)
            throw new Refusal(`Es gibt keine Person mit der Adresse ${address}.`);
          const staff_id = person?.id ?? null;
          await desk.assign(ctx, { thread_id, staff_id });
          return {
            text: person ? `Zugeteilt an ${person.name}.` : 'Niemandem zugeteilt.',
            data: { thread_id, staff_id },
          };
        }),
    };
  },
};

export const threadClose: Command = {
  ...THREAD,
  usage: 'thread close TICKET [--state STATE]',
  summary: `Schliesst eine Nachricht oder öffnet sie wieder. STATE: ${CLOSED_STATES.join(', ')} (done).`,
  options: { state: { type: 'string' } },
  prepare([given], options) {
    const thread_id = ticket(given);
    const state = oneOf('--state', CLOSED_STATES, options.state ?? 'done');
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          await desk.close(ctx, { thread_id, state });
          return { text: `${THREAD_LABELS[state]}.`, data: { thread_id, state } };
        }),
    };
  },
};
