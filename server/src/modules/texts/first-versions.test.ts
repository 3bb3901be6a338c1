import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { RATING_SENTENCE } from '@samtrot/shared/media/rules.ts';
import { REFUND_SENTENCES } from '@samtrot/shared/refunds/rules.ts';
import { CONTACT_WORDS } from '@samtrot/shared/statistics/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { TEXT_IDS, type TextId, textProblem } from '@samtrot/shared/texts/rules.ts';
import { AMOUNT_SENTENCES } from '@samtrot/shared/topups/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { textSettings } from '../../app/text-settings.ts';
import { type TestDatabase, testDatabase } from '../../testing/process/database.ts';
import { START } from '../../testing/world/world.ts';
import { textPage, valuesOf } from './service.ts';
import * as store from './store.ts';

let database: TestDatabase;
const pages = new Map<TextId, string>();
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: '/nowhere' });
beforeAll(async () => {
  database = await testDatabase();
  const values = valuesOf(textSettings(config));
  for (const text of TEXT_IDS)
    pages.set(text, (await textPage({ db: database.db, now: START }, values, { text }))!.html);
});
afterAll(() => database[Symbol.asyncDispose]());

const sectionOf = (text: TextId, id: string): string =>
  new RegExp(`<section id="${id}".*?</section>`, 's')
    .exec(pages.get(text)!)![0]
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const months = ({ min, max }: { min: number; max: number }) => `${min} bis ${max} Monate`;

test('the first versions hold every placeholder that they must, and leave none open [BOF-127]', async () => {
  for (const text of nonEmpty(TEXT_IDS)) {
    const { content } = await store.latest(database.db, text);
    expect(textProblem(text, content), text).toBe(null);
    expect(pages.get(text), text).not.toMatch(/\{[a-z_]+\}|<script/);
  }
});

test('the terms state the duration, hiding, renewal and refund of banners and clubs [FIX-41]', () => {
  const [, banner, club] = sectionOf('terms', 'laufzeit').split(/ (?:Banner|Clubs) +laufen/);
  expect(banner).toContain(months(BANNER_MONTHS));
  expect(banner).toContain('läuft die Zeit weiter');
  expect(banner).toContain('Auto-Reaktivierung');
  expect(club).toContain(months(CLUB_MONTHS));
  expect(club).toContain('nicht einzeln ausblenden');
  expect(club).toContain('verlängern sich nicht von selbst');
  expect(sectionOf('terms', 'guthaben')).toContain(REFUND_SENTENCES[0]);
  for (const id of ['leistung', 'inhalte', 'rechte', 'partner', 'ende'])
    expect(sectionOf('terms', id), id).toMatch(/Banner[^.]* Clubs/);
});

test('the privacy page names the data of banners and clubs, recipients and retention [FIX-41]', () => {
  expect(sectionOf('privacy', 'daten')).toMatch(
    /Von einem Banner: .*Zieladresse.* Von einem Club: .*Öffnungszeiten/,
  );
  for (const id of ['zwecke', 'empfaenger', 'ort', 'dauer', 'loeschung'])
    expect(sectionOf('privacy', id), id).toContain('Inserate, Banner und Clubs');
  for (const id of ['meldung', 'haftung', 'urheberrecht'])
    expect(sectionOf('imprint', id)).toMatch(/Banner.* Club/);
});

test('the privacy page names both moments in which a cookie is set [FIX-42]', () => {
  // A new password by mail makes the browser known; `password-reset.test.ts` shows its cookie.
  expect(sectionOf('privacy', 'kurz')).toContain(
    'Cookies setzen wir erst, wenn du dich anmeldest oder mit unserem Link ein neues Passwort setzt:',
  );
});

test('the privacy page names every way to an advertiser whose use is counted [FIX-42]', () => {
  const text = sectionOf('privacy', 'besuche');
  for (const word of nonEmpty(Object.values(CONTACT_WORDS))) expect(text).toContain(word);
});

test('the terms say what becomes of too much or too little money, as the product does it [FIX-01]', () => {
  const text = sectionOf('terms', 'guthaben');
  for (const sentence of nonEmpty(AMOUNT_SENTENCES)) expect(text).toContain(sentence);
  expect(text).toMatch(/geht der Überschuss zurück.* unter CHF 1\.-.* Rundung/);
  expect(text).toMatch(/weniger an, wählst du.* höchstens 5 Rappen/);
});

test('the terms say what a website leaves out, and how long a hidden ad keeps its time [FIX-40]', () => {
  expect(sectionOf('terms', 'leistung')).toContain(RATING_SENTENCE);
  expect(sectionOf('terms', 'laufzeit')).toContain(`insgesamt bis zu ${MAX_HIDDEN_DAYS} Tage`);
});

test('another rate of VAT or another firm is in every version at once [BOF-127]', async () => {
  const settings = textSettings({
    ...config,
    vatPermille: 83,
    operator: { ...config.operator, name: 'Neu <AG>' },
  });
  const page = await textPage({ db: database.db, now: START }, valuesOf(settings), {
    text: 'terms',
  });
  expect(page!.html).toContain('8.3 % Mehrwertsteuer');
  expect(page!.html).toContain('gelten zwischen Neu &lt;AG&gt;, ');
});
