import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { EXPORT_OFFERED_MS, EXPORTS_A_DAY } from '@samtrot/shared/data-export/rules.ts';
import { filledReasons, HOLD_SENTENCES } from '@samtrot/shared/holds/sentences.ts';
import { DRAFT_KEPT_MS } from '@samtrot/shared/inserate/keeping-rules.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { PROMOTED_HOURS } from '@samtrot/shared/inserate/promotion-rules.ts';
import { WITHDRAW_MS } from '@samtrot/shared/inserate/withdraw-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { PERSONAL_DATA } from '@samtrot/shared/legal/personal-data-rules.ts';
import { RATING_SENTENCE } from '@samtrot/shared/media/rules.ts';
import { REFUND_SENTENCES } from '@samtrot/shared/refunds/rules.ts';
import { CONTACT_LABELS } from '@samtrot/shared/statistics/rules.ts';
import { SUPPORT_TIMES } from '@samtrot/shared/support/rules.ts';
import { KEEP_THREADS_MS } from '@samtrot/shared/support/thread-rules.ts';
import { HOLD_REASONS } from '@samtrot/shared/testing/hold-reasons.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import {
  PUBLIC_TEXT_IDS,
  TEXT_IDS,
  type TextId,
  textProblem,
} from '@samtrot/shared/texts/rules.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
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
  for (const text of PUBLIC_TEXT_IDS)
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
  }
  for (const text of PUBLIC_TEXT_IDS)
    expect(pages.get(text), text).not.toMatch(/\{[a-z_]+\}|%(PRICE|CREDITS|REASONS)|<script/);
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
  for (const word of nonEmpty(Object.values(CONTACT_LABELS))) expect(text).toContain(word);
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

const answerOf = (part: string): string => {
  const entry = nonEmpty(
    [
      ...pages
        .get('faq')!
        .matchAll(/<summary><span>(.*?)<\/span>.*?<div class="faq-answer">(.*?)<\/div>/gs),
    ].filter(([, question]) => question!.includes(part)),
  )[0]!;
  return entry[2]!.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
};

test('the FAQ names payments, states and the columns of the table as the product does [SUP-13, FIX-10]', () => {
  for (const name of nonEmpty(Object.values(PAYMENT_METHODS)))
    expect(answerOf('bezahlen?')).toContain(name);
  expect(answerOf('Credits da?')).toContain('im Verlauf als «Ausstehend».');
  for (const column of [
    ...['Datum', 'Zeit', 'Art', 'Text', 'Eingang', 'Ausgang', 'Saldo in Credits', 'MwSt.'],
    ...['in CHF dafür bezahlt', 'Satz', 'Belegnummer', 'Zahlungsart', 'Bestellnummer'],
  ])
    expect(answerOf('Belege?')).toContain(column);
});

test('the FAQ takes its times from the product [SUP-13, ACC-12, FIX-40, FIX-46, BOF-91]', () => {
  expect(answerOf('lösche ich mein Konto?')).toContain(
    `${DELETION_WAITS_MS / HOUR_MS} Stunden lang kannst du es dir noch anders überlegen`,
  );
  expect(answerOf('lösche ich mein Konto?')).toContain('mit deinem Passwort oder Passkey');
  const copy = answerOf('Kopie meiner Daten?');
  expect(copy).toContain(`${EXPORT_OFFERED_MS / DAY_MS} Tage lang herunterladen`);
  expect(copy).toContain(`${EXPORTS_A_DAY}-mal am Tag`);
  expect(answerOf('besser gesehen?')).toContain(`gelten ${PROMOTED_HOURS} Stunden`);
  expect(answerOf('Entwurf')).toContain(`${DRAFT_KEPT_MS / DAY_MS} Tage nach der letzten Änderung`);
  expect(answerOf('kostet ein Inserat?')).toContain(`${WITHDRAW_MS / MINUTE_MS} Minuten lang`);
  for (const sentence of nonEmpty(HOLD_SENTENCES).map((said) =>
    filledReasons(said, HOLD_REASONS, String),
  ))
    expect(answerOf('sperrt?')).toContain(sentence);
  expect(answerOf('meinen Fotos?')).toContain(RATING_SENTENCE);
  expect(answerOf('Inserat ausblenden?')).toContain(`insgesamt bis zu ${MAX_HIDDEN_DAYS} Tage`);
  const time = `${KEEP_THREADS_MS / DAY_MS} Tage, nachdem wir sie erledigt haben`;
  const kept = PERSONAL_DATA.find(({ tables }) => tables.includes('thread'))?.kept;
  expect(kept).toContain(time);
  expect(answerOf('meine Nachricht?')).toContain(`${time}, wird sie gelöscht.`);
  for (const text of [kept, answerOf('meine Nachricht?')])
    expect(text).toContain('sobald du deine Adresse bestätigt hast');
});

test('the FAQ names banners and clubs, money and prices as the product does [FIX-01, FIX-41]', () => {
  expect(answerOf('kostet ein Banner')).toContain(`ab ${PRICES.banners.a4} Credits`);
  expect(answerOf('kostet ein Banner')).toContain(months(BANNER_MONTHS));
  expect(answerOf('kostet ein Club')).toContain(`${PRICES.clubs.month} Credits`);
  expect(answerOf('kostet ein Club')).toContain(months(CLUB_MONTHS));
  expect(answerOf('kostet ein Club')).toContain('kannst jederzeit verlängern');
  expect(answerOf('Banner ausblenden?')).toContain('nicht automatisch neu gebucht.');
  expect(answerOf('Banner oder Club lösche?')).toContain(REFUND_SENTENCES[0]);
  expect(answerOf('Ausgeblendet')).toContain(
    `mit Premium und kostet ${PRICES.extras.planned} Credits`,
  );
  const money = answerOf('Geld zurück?');
  for (const sentence of nonEmpty([...AMOUNT_SENTENCES, ...REFUND_SENTENCES]))
    expect(money).toContain(sentence);
});

test('the lines of contact state address, hours and the promised time [SUP-10, SUP-12, BOF-127]', () => {
  const html = pages.get('contact')!;
  expect(html.match(/<li><svg/g)).toHaveLength(4);
  expect(html).toContain('href="mailto:kontakt@samtrot.example"');
  expect(html).toContain('href="tel:+41440000000"');
  expect(html).toContain('Montag bis Freitag</span><span class="num">09:00–12:00 und 13:00–17:00');
  expect(html).toContain(`Innerhalb von ${SUPPORT_TIMES.reply}`);
  expect(answerOf('bekomme ich eine Antwort?')).toContain(
    `innerhalb von ${SUPPORT_TIMES.reply}. Du erreichst uns Montag bis Freitag, 09:00–12:00 und 13:00–17:00.`,
  );
  expect(pages.get('helplines')).toContain(
    '<a class="link" href="tel:0840212212">0840 212 212</a>',
  );
});
