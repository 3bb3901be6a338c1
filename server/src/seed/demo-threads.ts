import { threadIdOf } from '@samtrot/shared/support/thread-rules.ts';
import { sql } from 'kysely';
import * as accounts from '../modules/accounts/service.ts';
import * as staff from '../modules/staff/service.ts';
import * as support from '../modules/support/service.ts';
import type { StaffCtx } from '../platform/action.ts';
import type { Database, Sql } from '../platform/db.ts';
import { DEMO_STAFF } from './demo-logins.ts';
import { actingAs, before, stableUuid } from './demo-steps.ts';

const HOUSE = 'support@samtrot.example';

interface Demo {
  db: Sql;
  start: Date;
  /** Who answers, at this time. */
  moderator(at: Date): StaffCtx & { actor: { staffId: number } };
}

interface Talk {
  /** Mailbox of an account; without one, a message of the public form. */
  account?: string;
  name?: string;
  subject: string;
  hoursAgo: number;
  text: string;
  /** What the house did, in the order of time. */
  house: readonly (
    | { hoursAgo: number; text: string; state: 'answered' | 'waiting' | 'done'; read?: true }
    | { hoursAgo: number; note: string }
    | { hoursAgo: number; assigned: true }
    | { hoursAgo: number; closed: 'done' | 'spam' }
  )[];
}

/** One of each state, the oldest first: their numbers follow from this order. */
const TALKS: readonly Talk[] = [
  {
    account: 'lena',
    subject: 'billing',
    hoursAgo: 29 * 24,
    text: 'Guten Tag\n\nGilt der Gutschein HERBST auch für das grösste Paket?',
    house: [
      {
        hoursAgo: 29 * 24 - 3,
        state: 'done',
        read: true,
        text: 'Hallo Lena\n\nJa. Der Gutschein gibt dir 50 Credits, gleich welches Paket du danach kaufst.',
      },
    ],
  },
  {
    name: 'Gewinnzentrale',
    subject: 'other',
    hoursAgo: 6 * 24,
    text: 'Sie haben gewonnen! Antworten Sie noch heute mit Ihrer Kontonummer.',
    house: [{ hoursAgo: 6 * 24 - 1, closed: 'spam' }],
  },
  {
    account: 'mira',
    subject: 'technical',
    hoursAgo: 3 * 24,
    text: 'Auf meinem Telefon lädt das zweite Bild nicht hoch. Es bleibt bei 80 Prozent stehen.',
    house: [
      { hoursAgo: 3 * 24 - 1, note: 'Auf dem Testgerät nicht zu wiederholen.' },
      {
        hoursAgo: 3 * 24 - 2,
        state: 'waiting',
        read: true,
        text: 'Hallo Mira\n\nWelches Telefon hast du, und wie gross ist das Bild? Dann finden wir es heraus.',
      },
    ],
  },
  {
    account: 'lena',
    subject: 'ad',
    hoursAgo: 26,
    text: 'Kann ich ein Inserat für zwei Wochen anhalten, ohne dass die bezahlte Zeit weiterläuft?',
    house: [
      { hoursAgo: 25, assigned: true },
      {
        hoursAgo: 24,
        state: 'answered',
        text: 'Hallo Lena\n\nJa. Blende es aus: Bei Premium steht die Laufzeit so lange still, insgesamt bis zu 30 Tage. Wieder einblenden kostet nichts.',
      },
    ],
  },
  {
    name: 'Corinne Wyss',
    subject: 'general',
    hoursAgo: 20,
    text: 'Guten Tag\n\nIch möchte mich anmelden. Was brauche ich dafür?',
    house: [{ hoursAgo: 18, assigned: true }],
  },
  {
    account: 'studio-aare',
    subject: 'billing',
    hoursAgo: 5,
    text: 'Ich habe heute CHF 200.- überwiesen. Wann stehen die Credits in meinem Guthaben?',
    house: [],
  },
  {
    name: 'Jana Roth',
    subject: 'technical',
    hoursAgo: 2,
    text: 'Der Link in der Mail zum Bestätigen geht nicht mehr auf. Könnt ihr mir einen neuen senden?',
    house: [],
  },
];

/** Conversations with the support, one of each state; one answer waits for Lena (EXP-90). */
export async function fillDemoThreads({ db, now }: { db: Database; now: Date }): Promise<void> {
  const { email } = DEMO_STAFF.find(({ role }) => role === 'moderator')!;
  await db.transaction().execute(async (tx) => {
    const person = await staff.findByEmail(tx, email);
    if (!person) return;
    const { id: staffId, name, sign, role } = person;
    const moderator: Demo['moderator'] = (at) => ({
      db: tx,
      now: at,
      actor: { kind: 'staff', staffId, name, sign, role, confirmedAt: at },
    });
    for (const talk of TALKS) await addTalk({ db: tx, start: now, moderator }, talk);
    // These mails left long ago.
    await sql`delete from mail where cause like 'support:%'`.execute(tx);
  });
}

async function addTalk(demo: Demo, talk: Talk): Promise<void> {
  const at = before(demo, { hours: talk.hoursAgo });
  const { db } = demo;
  const { subject, text: message } = talk;
  const { name = '' } = talk;
  const account =
    talk.account && (await accounts.findAccountByEmail(db, `${talk.account}@samtrot.example`));
  const ticket = account
    ? await support.receiveSupport(actingAs(demo, account.id, at), { subject, message }, HOUSE)
    : await support.receiveContact(
        { db, now: at },
        { name, email: mailboxOf(name), subject, message },
        HOUSE,
      );
  const thread_id = threadIdOf(ticket)!;
  for (const [index, step] of talk.house.entries()) {
    const ctx = demo.moderator(before(demo, { hours: step.hoursAgo }));
    const send_key = stableUuid(`thread ${ticket} ${index}`);
    if ('note' in step) await support.desk.note(ctx, { thread_id, text: step.note, send_key });
    else if ('assigned' in step)
      await support.desk.assign(ctx, { thread_id, staff_id: ctx.actor.staffId });
    else if ('closed' in step) await support.desk.close(ctx, { thread_id, state: step.closed });
    else {
      const { text, state } = step;
      const sent = { thread_id, text, state, send_key };
      await support.desk.answer(ctx, { ...sent, seen_entry: 1, anyway: true });
      if (step.read && account)
        await support.openOwn(
          actingAs(demo, account.id, before(demo, { hours: step.hoursAgo - 1 })),
          thread_id,
        );
    }
  }
}

const mailboxOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@post.example`;
