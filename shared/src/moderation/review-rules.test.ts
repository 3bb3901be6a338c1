import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import { RISK_WEIGHTS } from '../testing/risk-weights.ts';
import {
  CAUSE_LABELS,
  CONTENT_FIELDS,
  COUNTED_MOST,
  changedFields,
  countText,
  diffOf,
  FILTER_LABELS,
  fieldLabel,
  fieldText,
  isSampled,
  LEVEL_LABELS,
  LEVELS,
  levelOf,
  MODERATION_MODES,
  markedIn,
  medianWait,
  pointsOf,
  promiseText,
  REVIEW_CAUSES,
  REVIEW_CLAIM_MS,
  REVIEW_FILTERS,
  REVIEW_STATE_LABELS,
  REVIEW_STATES,
  REVIEWED_LABELS,
  REVIEWED_THINGS,
  type ReviewFacts,
  signalsOf,
  UNDECIDED_MS,
  UNDO_MS,
  waitingText,
  wholeText,
} from './review-rules.ts';
import { SIGNAL_CODES } from './signal-rules.ts';

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
const signals = (facts: Partial<ReviewFacts>) =>
  signalsOf({ ...PLAIN, ...facts }, RISK_WEIGHTS, NOW);
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

const hitsOf = (titel: string) => text(titel).flatMap(({ hits = [] }) => hits);
/** Phrases of one kind; ` | ` stands between two of them. */
const HITS = {
  word_age:
    'minderjährig | Minderjährige | Schulmädchen | Schülerin | schülerinnen | Lolita | Lolitas | teen | Teens | Teenie | Teenies | TEENAGER | teenagers | noch keine 18 | unter 18 | 10 Jahre | 17 Jahre alt | 17-Jahre | 17Jahre | 16-jährige | 16-jährigen | 16jährig | 16 jähriger | 16-jähriges | 17 years old | 17 year old | barely legal',
  phrase_near:
    'ohne alles | ohne extra | ohne Extras | Alles inklusive | tabulos | Tabulose | naturfranz | Naturfranzösisch | FO Natur | Natur pur | bareback | blank | pur und | risikofreudig | auf eigenes Risiko',
  contact_in_text:
    '0791234567 | 079 123 45 67 | 079/123.45-67 | 075 123 45 67 | +41 79 123 45 67 | +41791234567 | +41 (0)79 123 45 67 | 0041 79 123 45 67 | https://x | http://beispiel.tv/a?b | www.x | beispiel.ch | mein-studio.com | a.net | a.org | a.li | a.de | a.info | mein.studio.beispiel.ch',
};
const NO_HITS =
  '18 Jahre alt | 117 Jahre | 25 Jahre Erfahrung | 17 Jahreszeiten | 17x Jahre | 17 Stunden | 17 years older | unter 180 | Canteen | Mitschülerin | Schülerinnenrat | Lolitasch | teenä | schulmädchenö | Blankenburg | Öblank | ablank | blankö | Extras | naturnah | 044 123 45 67 | 074 123 45 67 | 079 123 45 6 | 079 123 45 678 | 1079 123 45 67 | 79 123 45 67 | lena@beispiel.ch | beispiel.chef | beispiel.tv | Montag bis Freitag, 12 bis 22 Uhr';

const RULES = Object.entries(HITS).flatMap(([code, line]) =>
  line.split(' | ').map((phrase): [string, string] => [code, phrase]),
);
test.each(RULES)('%s: «%s» is found as it stands [BOF-43]', (code, phrase) => {
  const found = text(`Hier: ${phrase}, ja`).filter((signal) => signal.code === code);
  expect(found).toMatchObject([{ hits: [expect.stringContaining(phrase)] }]);
});

test.each(NO_HITS.split(' | '))(
  '«%s» is no word of age, near phrase or contact [BOF-43]',
  (phrase) => {
    expect(hitsOf(phrase)).toEqual([]);
    expect(hitsOf(`Hier ${phrase} ja`)).toEqual([]);
  },
);

test('a hit is marked once, wherever in the texts it stands, in their order [BOF-43]', () => {
  const content = {
    beschreibung: '<p>Teen, <b>Lolita</b></p>',
    titel: 'Teen',
    name: 'Teenie',
    club_name: 'Teens',
    text: 'Teenager',
    story_title: 'unter 18',
    ort: 'Schulmädchen',
    telefon: '079 123 45 67',
  };
  expect(signals({ content })).toEqual([
    {
      code: 'word_age',
      points: 70,
      sentence: 'Der Text enthält «Teen»: Hinweis auf Alter.',
      hits: ['Teen', 'Teenie', 'Teens', 'Teenager', 'unter 18', 'Lolita'],
    },
  ]);
});

const sentences = (facts: Partial<ReviewFacts>) =>
  signals(facts).map(({ points, sentence }) => `${points} ${sentence}`);

test.each<[Partial<ReviewFacts>, string[]]>([
  [{ reports: 1 }, ['25 1 offene Meldung.']],
  [{ reports: 3 }, ['75 3 offene Meldungen.']],
  [{ reports: 4 }, ['75 4 offene Meldungen.']],
  [{ phoneElsewhere: 1 }, ['30 Die Telefonnummer steht in 1 anderen Konto.']],
  [{ first: true, thing: 'banner' }, ['20 Erster Banner dieses Kontos.']],
  [{ first: true, thing: 'club' }, ['20 Erster Club dieses Kontos.']],
  [{ first: true, thing: 'story' }, ['20 Erste Story dieses Kontos.']],
  [{ accountSince: ago(-MINUTE_MS) }, ['15 Konto besteht seit heute.']],
  [{ accountSince: ago(DAY_MS - 1) }, ['15 Konto besteht seit heute.']],
  [{ accountSince: ago(DAY_MS) }, ['15 Konto besteht seit 1 Tag.']],
  [{ accountSince: ago(14 * DAY_MS - 1) }, ['15 Konto besteht seit 13 Tagen.']],
  [{ accountSince: ago(14 * DAY_MS) }, []],
  [{ good: 2 }, []],
  [{ good: 3 }, ['-30 3 Inserate ohne Beanstandung in 180 Tagen.']],
  [{ approved: PLAIN.content }, []],
  [{ approved: {} }, []],
  [
    { approved: { titel: 'x', beschreibung: 'x', bild: ['x'] } },
    ['20 Seit der Freigabe geändert: Titel, Beschreibung, Bilder.'],
  ],
])('%j is said as %j [BOF-43]', (facts, said) => {
  expect(sentences(facts)).toEqual(said);
});

test('a similar picture names the other one, that of a held ad first [BOF-43]', () => {
  const similar = [
    { n: 3, image_id: 8, held: null },
    { n: 5, image_id: 7, held: 20001 },
  ];
  expect(signals({ similar }).map(({ code, other }) => [code, other])).toEqual([
    ['picture_of_held', { n: 5, image_id: 7 }],
    ['picture_elsewhere', { n: 3, image_id: 8 }],
  ]);
});

test.each([
  [0, 'low'],
  [29, 'low'],
  [30, 'medium'],
  [59, 'medium'],
  [60, 'high'],
  [100, 'high'],
])('%i points are the level %s [BOF-42]', (points, level) => {
  expect(levelOf(points)).toBe(level);
});

test('the points of the signals are added up, from 0 to 100 [BOF-43]', () => {
  const of = (...points: number[]) => pointsOf(points.map((n) => ({ points: n })));
  expect([of(), of(20, 15), of(60, -30), of(70, 60), of(-30)]).toEqual([0, 35, 30, 100, 0]);
});

test('what the queue shows has its German words [BOF-42]', () => {
  expect(REVIEWED_THINGS.map((thing) => REVIEWED_LABELS[thing])).toEqual([
    ...['Inserat', 'Banner', 'Club', 'Story'],
  ]);
  expect(REVIEW_CAUSES.map((cause) => CAUSE_LABELS[cause])).toEqual([
    ...['Neu', 'Geändert', 'Erneut eingereicht', 'Stichprobe', 'Neue Wendung'],
  ]);
  expect(REVIEW_STATES.map((state) => REVIEW_STATE_LABELS[state])).toEqual([
    ...['Offen', 'Freigegeben', 'Bitte überarbeiten', 'Vom Netz genommen'],
    ...['Überholt', 'Erledigt'],
  ]);
  expect(LEVELS.map((level) => LEVEL_LABELS[level])).toEqual(['Hoch', 'Mittel', 'Tief']);
  expect(REVIEW_FILTERS.map((filter) => FILTER_LABELS[filter])).toEqual([
    ...['Alle', 'Hoch', 'Neu', 'Geändert', 'Erneut eingereicht', 'Meine'],
  ]);
  expect(MODERATION_MODES).toEqual(['after', 'first', 'before']);
});

test('a claim lasts ten minutes, a way back ten seconds, an undecided thing a week [BOF-47, BOF-48, BOF-52]', () => {
  expect([REVIEW_CLAIM_MS, UNDO_MS, UNDECIDED_MS]).toEqual([600_000, 10_000, 604_800_000]);
});

test('a field is read as visitors read it [BOF-43]', () => {
  const content = {
    titel: '<b>',
    beschreibung: '<p>Gute &amp; ruhige</p><p>Stunden</p>',
    cantons: ['ZH', 'BE'],
  };
  expect(
    ['titel', 'beschreibung', 'cantons', 'text'].map((field) => fieldText(content, field)),
  ).toEqual(['<b>', 'Gute & ruhige\nStunden', 'ZH, BE', '']);
});

test('each field has its German name, in the order of the page; an unknown one its own [BOF-43]', () => {
  expect(nonEmpty(CONTENT_FIELDS).map(fieldLabel)).toEqual([
    ...['Titel', 'Name', 'Name des Clubs', 'Text', 'Story-Titel', 'Beschreibung', 'Sprachen'],
    ...['Telefon', 'SMS', 'WhatsApp', 'Webseite', 'Link', 'Adresse', 'Wo im Inserat'],
    ...['Erreichbar', 'Öffnungszeiten', 'Kanton', 'Regionen', 'Kategorien', 'Angebote'],
    ...['Bilder', 'Videos'],
  ]);
  expect(fieldLabel('alter')).toBe('alter');
});

test('another order of the same pictures is no change [BOF-43]', () => {
  expect(changedFields({ bild: ['a', 'b'], titel: 'x' }, { bild: ['b', 'a'], titel: 'x' })).toEqual(
    [],
  );
  expect(changedFields({ bild: ['a'], titel: 'x' }, { bild: ['b'], titel: 'y' })).toEqual([
    'bild',
    'titel',
  ]);
  expect(changedFields({ titel: 'ab' }, { titel: 'ba' })).toEqual(['titel']);
  expect(changedFields({ bild: [2, 10] }, { bild: ['10', '2'] })).toEqual([]);
  expect(changedFields({ bild: ['a', 'a'] }, { bild: ['a'] })).toEqual(['bild']);
  expect(changedFields({ text: '', name: '' }, { name: 'x' })).toEqual(['name']);
  // Approved before it was stored with the rest.
  expect(changedFields({ titel: 'x' }, { titel: 'x', sprachen: ['Deutsch'] })).toEqual([]);
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
  expect(diffOf(long, long)).toEqual([{ text: long, kind: 'same' }]);
  expect(diffOf(long, 'kurz').map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test('texts of up to 800 words are compared word by word, longer ones as a whole [BOF-43]', () => {
  const words = (count: number) => Array<string>(count).fill('a').join(' ');
  const kinds = (...texts: [string, string]) => diffOf(...texts).map(({ kind }) => kind);
  // A blank counts as much as a word.
  expect(kinds(words(400), `${words(400)} `)).toEqual(['same', 'added']);
  expect(kinds(`${words(400)} `, words(400))).toEqual(['same', 'removed']);
  expect(kinds(`${words(400)} `, `${words(399)} `)).toEqual(['same', 'removed']);
  expect(kinds(`${words(401)}`, words(400))).toEqual(['removed', 'added']);
  expect(kinds(words(400), words(401))).toEqual(['removed', 'added']);
});

test('what is put in or left out is a piece of its own, also of empty texts [BOF-43]', () => {
  expect([diffOf('', ''), diffOf('', 'neu'), diffOf('alt', '')]).toEqual([
    [],
    [{ text: 'neu', kind: 'added' }],
    [{ text: 'alt', kind: 'removed' }],
  ]);
  expect(diffOf('eins zwei', 'drei vier').map(({ text: words, kind }) => [words, kind])).toEqual([
    ...[
      ['eins', 'removed'],
      ['drei', 'added'],
      [' ', 'same'],
    ],
    ...[
      ['zwei', 'removed'],
      ['vier', 'added'],
    ],
  ]);
});

/** Words of the longest common sequence, by trying all. */
const commonWords = (a: readonly string[], b: readonly string[]): number => {
  const [first, ...rest] = a;
  if (first === undefined) return 0;
  const at = b.indexOf(first);
  const without = commonWords(rest, b);
  return at < 0 ? without : Math.max(without, 1 + commonWords(rest, b.slice(at + 1)));
};

test('a difference yields both texts again and keeps as many words as possible [BOF-43]', () => {
  const line = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
  fc.assert(
    fc.property(line, line, (a, b) => {
      // Blanks of another length on each side are words that never match.
      const [before, after] = [a.join(' '), b.join('  ')];
      const found = diffOf(before, after);
      const of = (...kinds: string[]) =>
        found.filter(({ kind }) => kinds.includes(kind)).map((piece) => piece.text);
      expect(of('same', 'removed').join('')).toBe(before);
      expect(of('same', 'added').join('')).toBe(after);
      for (const [at, { kind }] of found.slice(1).entries()) expect(kind).not.toBe(found[at]!.kind);
      const kept = [...of('same').join('')].filter((sign) => sign !== ' ').length;
      expect(kept).toBe(commonWords(a, b));
    }),
  );
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
  expect(markedIn('', [])).toEqual([{ text: '', hit: false }]);
  expect(markedIn('nichts', [''])).toEqual([{ text: 'nichts', hit: false }]);
  expect(markedIn('teens', ['teens'])).toEqual([{ text: 'teens', hit: true }]);
});

test('of two hits that begin alike the longer one is marked [BOF-43]', () => {
  expect(markedIn('ein Teenager', ['teen', 'teenager', ''])).toEqual([
    { text: 'ein ', hit: false },
    { text: 'Teenager', hit: true },
  ]);
});

test('every sign of a hit means itself [BOF-43]', () => {
  for (const sign of ['$', ...'.*+?^{}()|[]\\'])
    expect(markedIn(`xaab${sign}c`, [`a${sign}`, `b${sign}c`]), sign).toEqual([
      { text: 'xaa', hit: false },
      { text: `b${sign}c`, hit: true },
    ]);
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
  expect(medianWait([...decided(10, 1, 100), ...decided(11, 1, 9)], NOW)).toBe(9 * MINUTE_MS);
  expect(medianWait([...decided(11, 1, 100), ...decided(10, 1, 9)], NOW)).toBe(100 * MINUTE_MS);
  const outer = decided(8, 1, 100);
  expect(medianWait([...outer, ...decided(5, 1, 9), ...outer], NOW)).toBe(100 * MINUTE_MS);
  const limits = [...decided(20, 7, 10), ...decided(1, 6.999, 50)];
  expect(medianWait(limits, NOW)).toBe(10 * MINUTE_MS);
  expect(medianWait(decided(20, 6.999, 10), NOW)).toBe(10 * MINUTE_MS);
  expect(medianWait(decided(20, 29.999, 10), NOW)).toBe(10 * MINUTE_MS);
  expect(medianWait(decided(20, 30, 10), NOW)).toBeNull();
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

test.each([
  [-MINUTE_MS, 'Seit 0 Min.'],
  [12 * MINUTE_MS, 'Seit 12 Min.'],
  [HOUR_MS - 1, 'Seit 59 Min.'],
  [HOUR_MS, 'Seit 1 Std.'],
  [2 * DAY_MS - 1, 'Seit 47 Std.'],
  [2 * DAY_MS, 'Seit 2 Tagen'],
  [3.9 * DAY_MS, 'Seit 3 Tagen'],
])('what waits for %i ms is said to wait «%s» [BOF-42]', (ms, said) => {
  expect(waitingText(ago(ms), NOW)).toBe(said);
});

test('a share of the hashes is sampled, the same ones again [BOF-54]', () => {
  const hash = (part: number) =>
    Math.floor(part * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  expect(isSampled(hash(0.049), 0.05)).toBe(true);
  expect(isSampled(hash(0.051), 0.05)).toBe(false);
  expect([isSampled('00000000', 0), isSampled('ffffffff', 1)]).toEqual([false, true]);
  // The first 32 bits of a longer one decide.
  expect([isSampled('80000000ff', 0.5), isSampled('7fffffff00', 0.5)]).toEqual([false, true]);
});

test('a long queue is counted to 999 [BOF-43]', () => {
  expect([0, COUNTED_MOST - 1, COUNTED_MOST, COUNTED_MOST + 1].map(countText)).toEqual([
    ...['0', '999', '999+', '999+'],
  ]);
});

test('all that is read of it in sentences is one text, field by field [BOF-53]', () => {
  const content = { beschreibung: '<p>Gute Gespräche.</p>', titel: 'Ruhe', bild: ['a'] };
  expect(wholeText(content).split('\n').filter(Boolean)).toEqual(['Ruhe', 'Gute Gespräche.']);
});

test('a phrase that its text says is near a forbidden one, before what resembles it [BOF-43, BOF-53]', () => {
  const [near] = signals({ content: { titel: 'Ohne alles' }, phrase: 'Goldene Feder' });
  expect(near).toMatchObject({
    code: 'phrase_near',
    hits: ['Goldene Feder', 'Ohne alles'],
  });
});
