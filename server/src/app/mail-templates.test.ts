import { globSync } from 'node:fs';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { WORDING as BANNER } from '../modules/banners/kind.ts';
import { leftMail } from '../modules/banners/mail-templates.ts';
import { REMINDER } from '../modules/clubs/kind.ts';
import { WORDING as INSERAT } from '../modules/inserate/kind.ts';
import * as listings from '../modules/listings/mail-templates.ts';
import { renderMail } from '../modules/mail/render.ts';
import type { MailTemplate } from '../modules/mail/service.ts';
import * as topups from '../modules/topups/mail-templates.ts';
import { STANDARD_MAIL_TEXTS } from '../testing/standard-mail-texts.ts';

const SERVER = join(import.meta.dirname, '..');
const PORTAL = 'https://portal.example';
const about = { to: 'lena@beispiel.ch', bookingId: 7, id: 4711 };
const endAt = new Date('2026-11-28T12:00:00Z');

interface Sample {
  /** One for each statement the mail may contain. */
  mails: MailTemplate[];
  number: string;
  page: string;
}

/** Mails about an ad, a banner or a club, by module and name. */
const TO = 'lena@beispiel.ch';
const PAYMENT = '6f1d1c1e-0f3c-4c57-9d0c-0a8f0c1d2e3f';

const THINGS: Record<string, Sample> = {
  'listings/endsMail of an ad': {
    mails: [null, 45].map((lacking) => listings.endsMail(INSERAT, { ...about, endAt, lacking })),
    number: 'Nummer 4711',
    page: '/rabota/4711',
  },
  'listings/notRenewedMail of an ad': {
    mails: (['text', 'details', null] as const).map((refused) =>
      listings.notRenewedMail(INSERAT, { ...about, price: 45, refused }),
    ),
    number: 'Nummer 4711',
    page: '/rabota/4711',
  },
  'listings/endsMail of a banner': {
    mails: [null, 90].map((lacking) => listings.endsMail(BANNER, { ...about, endAt, lacking })),
    number: 'Nummer 4711',
    page: '/banner_edit/4711',
  },
  'listings/notRenewedMail of a banner': {
    mails: (['content', 'websites', null] as const).map((refused) =>
      listings.notRenewedMail(BANNER, { ...about, price: 90, refused }),
    ),
    number: 'Nummer 4711',
    page: '/banner_edit/4711',
  },
  'banners/leftMail': {
    mails: [
      { credits: 18, over: false },
      { credits: 0, over: true },
    ].map((of) => leftMail({ ...about, websiteId: 2, ...of })),
    number: 'Nummer 4711',
    page: '/banner_edit/4711',
  },
  'listings/dearerMail of a banner': {
    mails: [
      listings.dearerMail(BANNER, {
        to: about.to,
        cause: 'x',
        validFrom: endAt,
        dearer: [4711, 4712].map((id) => ({ id, was: 60, price: 70 })),
      }),
    ],
    number: 'Nummer 4711',
    page: '/banner_edit/4711',
  },
  'listings/endsMail of a club': {
    mails: [listings.endsMail(REMINDER.wording, { ...about, endAt, lacking: null })],
    number: 'Nummer 4711',
    page: '/clubs_edit/4711',
  },
  'topups/creditedMail': {
    mails: [0, 5_000].map((surplus) =>
      topups.creditedMail(TO, {
        id: PAYMENT,
        number: 70_213,
        received: 10_000,
        credits: 100,
        bonus: 10,
        surplus,
        rest: surplus > 0,
        settled: surplus / 100,
        owed: 0,
        balance: 110 - surplus / 100,
      }),
    ),
    number: 'Zahlung 70213',
    page: '/guthaben',
  },
  'topups/partMail': {
    mails: (['page', 'transfer', null] as const).flatMap((rest) =>
      [0, 90].map((credits) =>
        topups.partMail(TO, {
          id: PAYMENT,
          number: 70_213,
          asked: 10_000,
          received: 9_000,
          credits,
          whole: 110,
          rest,
        }),
      ),
    ),
    number: 'Zahlung 70213',
    page: '/guthaben',
  },
  'topups/reviewMail': {
    mails: ['EUR 100.00', 'CHF 100.-'].map((came) =>
      topups.reviewMail(TO, { id: PAYMENT, number: 70_213, asked: 10_000, came }),
    ),
    number: 'Zahlung 70213',
    page: '/guthaben',
  },
  'topups/moneyBackMail': {
    mails: [0, 20].map((missing) =>
      topups.moneyBackMail({
        to: TO,
        number: 70_213,
        cause: 'x',
        chargeback: missing > 0,
        amount: 10_000,
        credits: 110,
        missing,
        owed: missing,
      }),
    ),
    number: 'Zahlung 70213',
    page: '/guthaben',
  },
};

/**
 * Modules whose mails concern the account, the people of the house, a report or a support message.
 */
const OTHERS = [
  'access/',
  'accounts/',
  'catalogue/',
  'customers/',
  'data-export/',
  'digest/',
  'health/',
  'moderation/',
  'partner-desk/',
  'partner-people/',
  'reports/',
  'staff/',
  'support/',
  'texts/',
];

test('every mail template of the product is listed here, with or without an item [FIX-44]', async () => {
  const files = nonEmpty(globSync('modules/*/mail-templates.ts', { cwd: SERVER }));
  const found: string[] = [];
  for (const file of files) {
    const module = file.split('/')[1]!;
    const exported = nonEmpty(Object.keys((await import(join(SERVER, file))) as object));
    found.push(...exported.map((name) => `${module}/${name}`));
  }
  const listed = Object.keys(THINGS).map((key) => key.split(' of ')[0]!);
  const known = (name: string) =>
    listed.includes(name) || OTHERS.some((module) => name.startsWith(module));
  expect(found.filter((name) => !known(name))).toEqual([]);
  expect(listed.filter((name) => !found.includes(name))).toEqual([]);
});

test.each(nonEmpty(Object.entries(THINGS)))(
  '%s names its item by number, says what to do and links to its page [FIX-44]',
  async (_name, { mails, number, page }) => {
    for (const mail of nonEmpty(mails)) {
      const { text, html } = await renderMail(mail, PORTAL, STANDARD_MAIL_TEXTS);
      expect(mail.paragraphs.join('\n')).toMatch(new RegExp(`${number}\\b`));
      expect(text).toMatch(/kannst du|Du kannst|dann läuft sie weiter/);
      expect(text).toMatch(new RegExp(`^${PORTAL}${page}$`, 'm'));
      expect(html).toContain(`href="${PORTAL}${page}"`);
      expect(mail.subject).not.toMatch(/\d|Inserat|Banner|Club/);
      expect(mail.paragraphs.join('\n')).not.toMatch(/Inserat|Banner|Club/);
    }
  },
);
