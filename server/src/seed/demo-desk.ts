import { randomUUID } from 'node:crypto';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { decisionSentences } from '@samtrot/shared/reports/rules.ts';
import type { decideReport } from '@samtrot/shared/reports/staff-contract.ts';
import { sql } from 'kysely';
import * as customers from '../modules/customers/service.ts';
import * as holds from '../modules/holds/service.ts';
import * as moderation from '../modules/moderation/service.ts';
import * as reports from '../modules/reports/service.ts';
import * as staff from '../modules/staff/service.ts';
import type { Database, Sql } from '../platform/db.ts';
import { HELD_TITLE } from './demo-ads.ts';
import { DEMO_STAFF } from './demo-logins.ts';

interface Deps {
  db: Database;
  now: Date;
  publicUrl: string;
  supportEmail: string;
  dutyEmail: string;
  fourEyesChf: number;
}

type Decision = Input<typeof decideReport>;
const NETWORKS = ['203.0.113.7', '198.51.100.20'] as const;

/**
 * Leaves one of each kind of work that waits for the house: reports, of which two have taken an ad
 * off the websites, an appeal, an approval. Before them, in the order of their times, what is
 * decided: a report with its hold and the appeal that lifted it, and one that was unjustified.
 */
export async function fillDemoDesk({ db, now, ...settings }: Deps): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const at = (msAgo: number) => new Date(now.getTime() - msAgo);
    const people = new Map<string, NonNullable<Awaited<ReturnType<typeof staff.findByEmail>>>>();
    for (const { email, role } of DEMO_STAFF) {
      const person = await staff.findByEmail(tx, email);
      if (person) people.set(role, person);
    }
    const as = (role: string, msAgo: number) => {
      const { id: staffId, name, sign, role: has } = people.get(role)!;
      const actor = { kind: 'staff', staffId, name, sign, role: has, confirmedAt: now } as const;
      return { db: tx, now: at(msAgo), actor };
    };
    const [unsure, doubted, objected, founded, harmless] = await othersAds(tx);
    if (!unsure || !doubted || !objected || !founded || !harmless) return;
    if (people.size < DEMO_STAFF.length) return;
    const report = async (
      ad: Ad,
      said: { reason: 'zwang' | 'betrug'; message: string; email?: string },
      msAgo: number,
      network: string = NETWORKS[0],
    ) => {
      const { number } = await reports.receive(
        { db: tx, now: at(msAgo), actor: { kind: 'system' } },
        { ...settings, reportsAutoHold: 2 },
        { object: { type: 'inserat', id: ad.public_id }, name: '', email: '', phone: '', ...said },
        { network },
      );
      return number;
    };
    const decide = async (
      number: string,
      decision: Pick<Decision, 'justified' | 'hold'> & Partial<Decision>,
      msAgo: number,
    ) => {
      // Who decides has opened it before.
      await reports.desk.claim(as('moderator', msAgo + 6 * MINUTE_MS), {
        number,
        take_over: false,
      });
      await reports.desk.decide(
        as('moderator', msAgo),
        { ...settings, inbound: null },
        {
          number,
          block_account: false,
          release: false,
          ...decisionSentences(decision.justified, decision.hold !== undefined),
          ...decision,
        },
      );
    };
    const appeal = (ad: Ad, message: string, msAgo: number) =>
      appealAgainst({ db: tx, now: at(msAgo) }, ad, message);

    const price = 'Am Telefon galt ein anderer Preis als im Inserat.';
    const priced = await report(
      founded,
      { reason: 'betrug', message: price },
      96 * HOUR_MS,
      NETWORKS[1],
    );
    await decide(
      priced,
      {
        justified: true,
        hold: { kind: 'revise', reason: 'falsche_angaben', fields: ['beschreibung'] },
        statement: 'Der Preis im Text gilt laut einer Meldung nicht mehr. Bitte passe ihn an.',
      },
      90 * HOUR_MS,
    );
    const appealed = await appeal(
      founded,
      'Der Preis im Text gilt. Am Telefon ging es um ein anderes Angebot.',
      84 * HOUR_MS,
    );
    await moderation.decideAppeal(as('owner', 70 * HOUR_MS), {
      appeal_id: appealed,
      upheld: true,
      answer: 'Du hast es belegt. Der Text stimmt, wir haben die Sperre aufgehoben.',
    });
    const silent = 'Auf meine Nachricht kam keine Antwort.';
    const unanswered = await report(harmless, { reason: 'betrug', message: silent }, 48 * HOUR_MS);
    await decide(unanswered, { justified: false }, 44 * HOUR_MS);

    await moderation.hold(as('moderator', 26 * HOUR_MS), {
      object: { type: 'inserat', id: objected.id },
      kind: 'revise',
      reason: 'falsche_angaben',
      fields: ['titel'],
      text: 'Der Titel nennt eine andere Stadt als die Angaben darunter. Bitte passe ihn an.',
    });
    const lenas = await lenasAd(tx);
    if (lenas)
      await moderation.hold(as('moderator', 11 * HOUR_MS), {
        object: { type: 'inserat', id: lenas.id },
        kind: 'revise',
        reason: 'falsche_angaben',
        fields: ['bild:2'],
        text: 'Bild 2 zeigt eine andere Person. Ersetze es, dann prüfen wir neu.',
      });
    const doubt = 'Ich habe eine Anzahlung geleistet und danach nichts mehr gehört.';
    await report(doubted, { reason: 'betrug', message: doubt }, 5 * HOUR_MS);
    await appeal(objected, 'Ich arbeite an beiden Orten, der Titel stimmt also.', 3 * HOUR_MS);
    await customers.correctCredits(
      as('finance', 2 * HOUR_MS),
      { ...settings, solo: false },
      {
        account_id: doubted.account_id,
        credits: settings.fourEyesChf + 50,
        kind: 'goodwill',
        reason: 'Zwei Pushs liefen wegen einer Störung nicht.',
        send_key: randomUUID(),
      },
    );
    const urgent = 'Die Person wirkte am Telefon unfrei. Bitte schaut hin.';
    await report(unsure, { reason: 'zwang', message: urgent }, 40 * MINUTE_MS);
    const second = 'Jemand nahm ihr das Telefon aus der Hand. Ich mache mir Sorgen.';
    const email = 'nachbarin@samtrot.example';
    const said = { reason: 'zwang', message: second, email } as const;
    await report(unsure, said, 26 * MINUTE_MS, NETWORKS[1]);
    await confirmReceipts(tx);
  });
}

/** The appeal of its owner against the open hold of an ad; returns its number. */
async function appealAgainst(
  { db, now }: { db: Sql; now: Date },
  { id, account_id: userId }: Ad,
  message: string,
): Promise<number> {
  const { id: hold_id } = (await holds.findOpen(db, { thing: 'inserat', id }))!;
  const actor = { kind: 'user', userId, sessionHash: Buffer.alloc(0) } as const;
  await holds.appeal({ db, now, actor }, { hold_id, message });
  const row = await db
    .selectFrom('appeal')
    .select('id')
    .where('hold_id', '=', hold_id)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Each website took note some seconds after it was told. */
const confirmReceipts = (db: Sql) =>
  sql`update hold_receipt r
         set confirmed_at = r.told_at + (2 + 3 * (r.website_id % 7)) * interval '1 second'`.execute(
    db,
  );

interface Ad {
  id: number;
  account_id: number;
  public_id: string;
}

/** Of the account that people log in with: what its owner has to revise. */
const lenasAd = (db: Sql): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('inserat')
    .innerJoin('account', 'account.id', 'inserat.account_id')
    .select('inserat.id')
    .where('account.username', '=', 'Lena')
    .where('inserat.titel', '=', HELD_TITLE)
    .executeTakeFirst();

/** Ads of accounts other than the one that people log in with, one of each account. */
const othersAds = (db: Sql): Promise<Ad[]> =>
  db
    .selectFrom('inserat')
    .innerJoin('account', 'account.id', 'inserat.account_id')
    .select(['inserat.id', 'inserat.account_id', 'inserat.public_id'])
    .distinctOn('inserat.account_id')
    .where('inserat.status', '=', 'aktiv')
    .where('account.username', '<>', 'Lena')
    .orderBy('inserat.account_id', 'desc')
    .orderBy('inserat.id', 'desc')
    .limit(5)
    .execute();
