import { globSync } from 'node:fs';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import * as banners from '../modules/banners/letters.ts';
import * as clubs from '../modules/clubs/letters.ts';
import * as inserate from '../modules/inserate/letters.ts';
import { renderLetter } from '../modules/notifications/render.ts';
import type { Letter } from '../modules/notifications/service.ts';
import * as topups from '../modules/topups/letters.ts';

const SERVER = join(import.meta.dirname, '..');
const PORTAL = 'https://portal.example';
const about = { to: 'lena@beispiel.ch', bookingId: 7, id: 4711 };
const endAt = new Date('2026-11-28T12:00:00Z');

interface Sample {
  /** One for each thing the letter may say. */
  letters: Letter[];
  number: string;
  page: string;
}

/** Letters about an ad, a banner, a club: by module and name. */
const TO = 'lena@beispiel.ch';
const PAYMENT = '6f1d1c1e-0f3c-4c57-9d0c-0a8f0c1d2e3f';

const THINGS: Record<string, Sample> = {
  'inserate/endsLetter': {
    letters: [null, 45].map((lacking) => inserate.endsLetter({ ...about, endAt, lacking })),
    ...{ number: 'Nummer 4711', page: '/rabota/4711' },
  },
  'inserate/notRenewedLetter': {
    letters: (['text', 'details', { price: 45 }] as const).map((why) => inserate.notRenewedLetter({ ...about, why })),
    ...{ number: 'Nummer 4711', page: '/rabota/4711' },
  },
  'banners/endsLetter': {
    letters: [null, 90].map((lacking) => banners.endsLetter({ ...about, endAt, lacking })),
    ...{ number: 'Nummer 4711', page: '/banner_edit/4711' },
  },
  'banners/notRenewedLetter': {
    letters: (['content', 'websites', null] as const).map((why) =>
      banners.notRenewedLetter({ ...about, price: 90, why }),
    ),
    ...{ number: 'Nummer 4711', page: '/banner_edit/4711' },
  },
  'clubs/endsLetter': {
    letters: [clubs.endsLetter({ ...about, endAt })],
    ...{ number: 'Nummer 4711', page: '/clubs_edit/4711' },
  },
  'topups/creditedLetter': {
    letters: [0, 5_000].map((surplus) =>
      topups.creditedLetter(TO, {
        id: PAYMENT,
        received: 10_000,
        credits: 100,
        bonus: 10,
        surplus,
        settled: surplus / 100,
        ...{ owed: 0, balance: 110 - surplus / 100 },
      }),
    ),
    ...{ number: PAYMENT, page: '/guthaben' },
  },
  'topups/partLetter': {
    letters: [0, 90].map((credits) => topups.partLetter(TO, { id: PAYMENT, asked: 10_000, received: 9_000, credits })),
    ...{ number: PAYMENT, page: '/guthaben' },
  },
  'topups/reviewLetter': {
    letters: [topups.reviewLetter(TO, { id: PAYMENT, asked: 10_000, came: 'EUR 100.00' })],
    ...{ number: PAYMENT, page: '/guthaben' },
  },
  'topups/moneyBackLetter': {
    letters: [0, 20].map((missing) =>
      topups.moneyBackLetter({
        ...{ to: TO, id: PAYMENT, cause: 'x', chargeback: missing > 0, amount: 10_000, credits: 110, missing },
        owed: missing,
      }),
    ),
    ...{ number: PAYMENT, page: '/guthaben' },
  },
};

/** Modules whose letters are about the account itself or a message to the house; they are tested beside them. */
const OTHERS = ['accounts/', 'support/'];

test('every letter of the product is known here, as one about a thing or another [FIX-44]', async () => {
  const files = nonEmpty(globSync('modules/*/letters.ts', { cwd: SERVER }));
  const found: string[] = [];
  for (const file of files) {
    const module = file.split('/')[1]!;
    const exported = nonEmpty(Object.keys((await import(join(SERVER, file))) as object));
    found.push(...exported.map((name) => `${module}/${name}`));
  }
  const known = (name: string) => name in THINGS || OTHERS.some((module) => name.startsWith(module));
  expect(found.filter((name) => !known(name))).toEqual([]);
  expect(Object.keys(THINGS).filter((name) => !found.includes(name))).toEqual([]);
});

test.each(nonEmpty(Object.entries(THINGS)))(
  '%s names the thing by its number, says what to do and links to its page [FIX-44]',
  async (_name, { letters, number, page }) => {
    for (const letter of nonEmpty(letters)) {
      const { text, html } = await renderLetter(letter, PORTAL);
      expect(letter.paragraphs.join('\n')).toMatch(new RegExp(`${number}\\b`));
      expect(text).toMatch(/kannst du|dann läuft sie weiter/);
      expect(text).toMatch(new RegExp(`^${PORTAL}${page}$`, 'm'));
      expect(html).toContain(`href="${PORTAL}${page}"`);
      expect(letter.subject).not.toMatch(/\d|Inserat|Banner|Club/);
      expect(letter.paragraphs.join('\n')).not.toMatch(/Inserat|Banner|Club/);
    }
  },
);
