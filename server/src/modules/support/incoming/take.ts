import { DISPOSABLE_EMAIL, emailProblem } from '@samtrot/shared/accounts/rules.ts';
import { tidyLine, tidyText, withoutUnwanted } from '@samtrot/shared/kernel/text.ts';
import { FILE_NAME_MAX } from '@samtrot/shared/support/file-rules.ts';
import {
  automaticEvent,
  entryOf,
  MAIL_TEXT_MAX,
  mayKeep,
  senderOf,
  withoutQuote,
} from '@samtrot/shared/support/mail-rules.ts';
import type { Database, Sql } from '../../../platform/db.ts';
import { insertFile } from '../file-store.ts';
import { type FileDeps, keepAttachment } from '../files.ts';
import type { IncomingMail } from '../ports.ts';
import * as store from '../store.ts';
import { threadFor } from './joining.ts';
import { signedThread } from './reply-address.ts';

export interface TakeDeps extends FileDeps {
  /** The address of the mailbox. */
  address: string;
}

interface Taking {
  db: Database;
  now: Date;
}

type Kept = NonNullable<Awaited<ReturnType<typeof keepAttachment>>>;

/**
 * Stores a mail: into the thread of its signed address, else as a new thread. What a program wrote
 * opens nothing; without a thread it is left in the mailbox (BOF-85).
 */
export async function takeMail({ db, now }: Taking, deps: TakeDeps, given: IncomingMail) {
  const mail = cleaned(given);
  const known = store.receivedAs(
    JSON.stringify([mail.from?.address, mail.messageId, mail.subject, mail.text]),
  );
  const { thread, received } = await db.transaction().execute(async (sql) => ({
    thread: await threadOf(sql, deps, mail),
    received: await store.isReceived(sql, known),
  }));
  const sender = mail.from && usable(mail.from);
  // Asked before the attachments, which would be encoded for nothing.
  if (received || (!thread && (mail.automatic || !sender))) return;
  const { kept, leftOut } = await keepAttachments(deps, mail);
  await db.transaction().execute(async (sql) => {
    await store.lockFingerprint(sql, known[0]!);
    if (await store.isReceived(sql, known)) return;
    const of = thread && store.senderOf(thread);
    const from = of && sender?.email !== of.email ? (sender?.email ?? 'unbekannt') : undefined;
    const body = entryOf({
      ...(from !== undefined && { from }),
      ...(!thread && { subject: mail.subject }),
      text: textOf(mail, thread !== undefined),
      headOnly: mail.headOnly,
      leftOut,
    });
    const common = { body, at: now, receivedAs: known[0]! };
    if (thread && mail.automatic) {
      const event = { ...common, kind: 'event', body: automaticEvent(mail.text) } as const;
      await store.insertEntry(sql, { ...event, threadId: thread.id });
      return;
    }
    const threadId = await threadFor(
      { db: sql, now },
      {
        kind: 'contact',
        accountId: null,
        phone: of?.phone ?? null,
        ...(of ? { name: of.name, email: of.email } : sender!),
        subject: thread?.subject ?? 'other',
      },
      { named: thread },
    );
    const entryId = await store.insertEntry(sql, { ...common, threadId, kind: 'message' });
    for (const file of kept) await insertFile(sql, { ...file, by: null, now, entryId });
  });
}

/** Fields of a form refuse such characters; a terminal or a list of files would obey them. */
const cleaned = ({ from, attachments, ...mail }: IncomingMail): IncomingMail => ({
  ...mail,
  from: from && { ...from, name: withoutUnwanted(from.name) },
  subject: withoutUnwanted(mail.subject),
  text: withoutUnwanted(mail.text.slice(0, TEXT_READ)),
  attachments: attachments.map(({ name, content }) => ({ name: withoutUnwanted(name), content })),
});

/** More than is ever kept, and little enough to search for quotes. */
const TEXT_READ = 5 * MAIL_TEXT_MAX;
const textOf = ({ text }: IncomingMail, joins: boolean) =>
  joins ? withoutQuote(text) : tidyText(text);

/** Disposable addresses may write: whoever asks wants an answer. */
function usable(from: { name: string; address: string }) {
  const sender = senderOf(from);
  return [null, DISPOSABLE_EMAIL].includes(emailProblem(sender.email)) ? sender : null;
}

/** The thread whose address was signed; only those of the public form have one. */
async function threadOf(db: Sql, { address }: TakeDeps, { recipients }: IncomingMail) {
  const id = signedThread(address, recipients);
  const row = id === undefined ? undefined : await store.findThread(db, id);
  return row?.kind === 'contact' ? row : undefined;
}

/** Encrypts what may be kept; an automatic mail brings nothing. */
async function keepAttachments(deps: TakeDeps, { attachments, automatic }: IncomingMail) {
  const kept: Kept[] = [];
  const leftOut: string[] = [];
  for (const { name: given, content } of attachments) {
    const name = tidyLine(given).slice(0, FILE_NAME_MAX) || 'Datei';
    const file =
      !automatic && mayKeep(kept.length) ? await keepAttachment(deps, { name, content }) : null;
    if (file) kept.push(file);
    else leftOut.push(name);
  }
  return { kept, leftOut };
}
