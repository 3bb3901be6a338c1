import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../kernel/time.ts';
import {
  changedFields,
  diffOf,
  isSampled,
  markedIn,
  medianWait,
  pointsOf,
  promiseText,
  type ReviewFacts,
  SIGNAL_CODES,
  signalsOf,
} from './review-rules.ts';

const NOW = new Date('2026-11-20T11:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const PLAIN: ReviewFacts = {
  thing: 'inserat',
  content: { titel: 'Ruhige Stunden', beschreibung: '<p>Gute Gespräche.</p>', bild: ['a'] },
  approved: null,
  similar: [],
  phoneOfHeld: false,
  phoneElsewhere: 0,
  chargeback: false,
  reports: 0,
  first: false,
  accountSince: ago(200 * DAY_MS),
  good: 0,
};
const signals = (facts: Partial<ReviewFacts>) => signalsOf({ ...PLAIN, ...facts }, NOW);
const text = (titel: string) => signals({ content: { titel } });

test('each signal is a sentence with its points, and nothing is said of a plain ad [BOF-43]', () => {
  expect(signals({})).toEqual([]);
  const all = signals({
    content: {
      titel: 'Schulmädchen, ohne alles, www.beispiel.ch',
      beschreibung: '<p>Neu</p>',
      bild: ['a'],
    },
    approved: PLAIN.content,
    similar: [
      { n: 1, image_id: 7, held: 20001 },
      { n: 2, image_id: 8, held: null },
    ],
    phoneOfHeld: true,
    phoneElsewhere: 2,
    chargeback: true,
    reports: 2,
    first: true,
    accountSince: ago(3 * DAY_MS),
    good: 6,
  });
  expect(all.map(({ code, points, sentence }) => `${code} ${points} ${sentence}`)).toEqual([
    'word_age 70 Der Text enthält «Schulmädchen»: Hinweis auf Alter.',
    'picture_of_held 60 Bild 1 gleicht einem Bild aus dem gesperrten Inserat 20001.',
    'phone_of_held 60 Die Telefonnummer gehört auch zu einem gesperrten Konto.',
    'picture_elsewhere 40 Bild 2 gleicht einem Bild in einem anderen Konto.',
    'chargeback 40 Eine Zahlung dieses Kontos wurde zurückgebucht.',
    'phone_elsewhere 30 Die Telefonnummer steht in 2 anderen Konten.',
    'phrase_near 30 «ohne alles» ist einem verbotenen Angebot ähnlich.',
    'report 50 2 offene Meldungen.',
    'first_thing 20 Erstes Inserat dieses Kontos.',
    'changed 20 Seit der Freigabe geändert: Titel, Beschreibung.',
    'account_new 15 Konto besteht seit 3 Tagen.',
    'contact_in_text 10 Telefon oder Adresse einer Webseite im Text.',
    'good_history -30 6 Inserate ohne Beanstandung in 180 Tagen.',
  ]);
  expect(all.map(({ code }) => code)).toEqual(SIGNAL_CODES);
  expect(pointsOf(all)).toBe(100);
  expect(pointsOf(signals({ good: 3 }))).toBe(0);
  expect(signals({ reports: 9 })).toMatchObject([{ points: 75 }]);
});

test('words of age, near phrases and contacts are found as words only [BOF-43]', () => {
  const hit = (titel: string) => text(titel).flatMap(({ hits = [] }) => hits);
  expect(hit('Ich bin 17 Jahre alt')).toEqual(['17 Jahre alt']);
  expect(hit('16-jährige')).toEqual(['16-jährige']);
  expect(hit('25 Jahre Erfahrung, 18 Jahre alt, 117 Jahre')).toEqual([]);
  expect(hit('Tabulose Stunden')).toEqual(['Tabulose']);
  expect(hit('Blankenburg')).toEqual([]);
  expect(hit('Ruf an: 079 123 45 67')).toEqual(['079 123 45 67']);
  expect(hit('Mehr auf mein-studio.ch')).toEqual(['mein-studio.ch']);
  expect(hit('Montag bis Freitag, 12 bis 22 Uhr')).toEqual([]);
});

test('a word of the list is found in its forms and a contact in its spellings [BOF-43]', () => {
  const hit = (titel: string) => text(titel).flatMap(({ hits = [] }) => hits);
  for (const whole of ['16-jährigen', 'Lolitas', 'Naturfranzösisch'])
    expect(hit(`Mit ${whole}, gerne`), whole).toEqual([whole]);
  for (const whole of ['+41 (0)79 555 01 12', 'mein.studio.beispiel.ch'])
    expect(hit(`Mehr: ${whole}, gerne`), whole).toEqual([whole]);
});

test('another order of the same pictures is no change [BOF-43]', () => {
  expect(changedFields({ bild: ['a', 'b'], titel: 'x' }, { bild: ['b', 'a'], titel: 'x' })).toEqual(
    [],
  );
  expect(changedFields({ bild: ['a'], titel: 'x' }, { bild: ['b'], titel: 'y' })).toEqual([
    'bild',
    'titel',
  ]);
});

test('a difference names what was removed and added, word by word [BOF-43]', () => {
  expect(diffOf('Termine bis Freitag, 22 Uhr', 'Termine bis Samstag, 22 Uhr')).toEqual([
    { text: 'Termine bis ', kind: 'same' },
    { text: 'Freitag,', kind: 'removed' },
    { text: 'Samstag,', kind: 'added' },
    { text: ' 22 Uhr', kind: 'same' },
  ]);
  expect(diffOf('gleich', 'gleich')).toEqual([{ text: 'gleich', kind: 'same' }]);
  const long = 'wort '.repeat(900);
  expect(diffOf(long, 'kurz').map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test('hits are marked as they stand, whatever signs they contain [BOF-43]', () => {
  expect(markedIn('Nur (a+b) und Ohne Alles!', ['ohne alles', '(a+b)'])).toEqual([
    { text: 'Nur ', hit: false },
    { text: '(a+b)', hit: true },
    { text: ' und ', hit: false },
    { text: 'Ohne Alles', hit: true },
    { text: '!', hit: false },
  ]);
  expect(markedIn('nichts', [])).toEqual([{ text: 'nichts', hit: false }]);
});

test('the median wait is that of 7 days, of 30 with too few, none below 20 [BOF-42]', () => {
  const decided = (count: number, daysAgo: number, minutes: number) =>
    Array.from({ length: count }, () => ({
      decidedAt: ago(daysAgo * DAY_MS),
      waitedMs: minutes * MINUTE_MS,
    }));
  expect(medianWait(decided(19, 1, 36), NOW)).toBeNull();
  expect(medianWait(decided(20, 1, 36), NOW)).toBe(36 * MINUTE_MS);
  expect(medianWait([...decided(19, 1, 10), ...decided(21, 20, 50)], NOW)).toBe(50 * MINUTE_MS);
  expect(medianWait([...decided(20, 1, 10), ...decided(90, 20, 50)], NOW)).toBe(10 * MINUTE_MS);
  expect(medianWait([...decided(10, 1, 10), ...decided(10, 1, 20)], NOW)).toBe(15 * MINUTE_MS);
});

test('the promise is rounded up to five minutes, from an hour on to full hours [BOF-51]', () => {
  const minutes = (n: number) =>
    promiseText(n * MINUTE_MS).replace('Wir prüfen neue Inserate zurzeit in etwa ', '');
  expect(promiseText(36 * MINUTE_MS)).toBe('Wir prüfen neue Inserate zurzeit in etwa 40 Minuten.');
  expect([0, 5, 5.01, 55, 55.01, 60].map(minutes)).toEqual([
    ...['5 Minuten.', '5 Minuten.', '10 Minuten.', '55 Minuten.', 'einer Stunde.'],
    'einer Stunde.',
  ]);
  expect([60.01, 120, 121, 26 * 60].map(minutes)).toEqual([
    ...['2 Stunden.', '2 Stunden.', '3 Stunden.', '26 Stunden.'],
  ]);
});

test('a share of the hashes is sampled, the same ones again [BOF-54]', () => {
  const hash = (part: number) =>
    Math.floor(part * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  expect(isSampled(hash(0.049), 0.05)).toBe(true);
  expect(isSampled(hash(0.051), 0.05)).toBe(false);
  expect([isSampled('00000000', 0), isSampled('ffffffff', 1)]).toEqual([false, true]);
});
