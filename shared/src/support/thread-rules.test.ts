import { describe, expect, test } from 'vitest';
import { hoursOf } from '../texts/hours-rules.ts';
import {
  ANSWERED_STATES,
  answerProblem,
  CLOSED_STATES,
  cutAtReports,
  fillTemplate,
  INBOX_LABELS,
  INBOX_LISTS,
  KEEP_THREADS_MS,
  MEASURED_MS,
  officeMinutes,
  opensAgain,
  optionalTicketProblem,
  PLACEHOLDER_LABELS,
  placeholderProblem,
  promisedWait,
  REOPEN_MS,
  replyProblem,
  reportNamed,
  SILENCE_MS,
  THREAD_LABELS,
  THREAD_STATES,
  TYPING_MS,
  templateNameProblem,
  templateProblem,
  threadIdOf,
  toldText,
  withTemplate,
} from './thread-rules.ts';

const at = (text: string) => new Date(`${text}+01:00`);

test('each state and each list of the inbox has its word [BOF-82]', () => {
  expect(THREAD_STATES.map((state) => THREAD_LABELS[state])).toEqual([
    ...['Neu', 'In Arbeit', 'Beantwortet', 'Wartet', 'Erledigt', 'Spam'],
  ]);
  expect(INBOX_LISTS.map((list) => INBOX_LABELS[list])).toEqual([
    ...['Neu', 'Meine', 'Wartet', 'Erledigt', 'Spam'],
  ]);
});

test('an answer leaves a thread answered, waiting or done; closing it is done or spam [BOF-83]', () => {
  expect(ANSWERED_STATES).toEqual(['answered', 'waiting', 'done']);
  expect(CLOSED_STATES).toEqual(['done', 'spam', 'new']);
});

test('a thread opens for 60 days, is done after 14 of silence and goes after 180 [BOF-91]', () => {
  const DAY = 86_400_000;
  expect([REOPEN_MS, SILENCE_MS, KEEP_THREADS_MS].map((ms) => ms / DAY)).toEqual([60, 14, 180]);
});

test('«schreibt gerade» lasts longer than pages ask for it [BOF-88]', () => {
  expect(TYPING_MS).toBeGreaterThan(15_000);
});

test('a reply has 1 to 5000 characters, the name of a template 1 to 80 [BOF-86]', () => {
  const of = (rule: (text: string) => string | null, ...lengths: number[]) =>
    lengths.map((n) => rule('a'.repeat(n)));
  const required = 'Dieses Feld ist erforderlich';
  expect(of(replyProblem, 0, 1, 5000, 5001)).toEqual([
    ...[required, null, null],
    'Maximal 5000 Zeichen erlaubt',
  ]);
  expect(of(templateNameProblem, 0, 1, 80, 81)).toEqual([
    ...[required, null, null],
    'Maximal 80 Zeichen erlaubt',
  ]);
});

test.each([
  ['Hallo {name}, {nummer} vom {datum}: {link}', null],
  ['Ohne Platzhalter', null],
  ['', 'Dieses Feld ist erforderlich'],
  ['Hallo {vorname}', 'Diesen Platzhalter gibt es nicht: {vorname}'],
  ['{name} und {ort}, {land}', 'Diesen Platzhalter gibt es nicht: {ort}'],
  ['Leer: {}', 'Diesen Platzhalter gibt es nicht: {}'],
  ['{{name}}', null],
  ['{ name }', 'Diesen Platzhalter gibt es nicht: { name }'],
])('the template %j: %s [BOF-86]', (text, problem) => {
  expect(templateProblem(text)).toBe(problem);
});

test.each([
  ['Am 20.11.2026.', null],
  ['', 'Dieses Feld ist erforderlich'],
  ['Am {datum}.', 'Ergänze: {datum}'],
  ['Am {ort}.', null],
])('the answer %j of the house: %s [BOF-86]', (text, problem) => {
  expect(answerProblem(text)).toBe(problem);
});

test.each([
  ['', null],
  ['  ', null],
  [' s-10042 ', null],
  [' m-2041 ', null],
  ['M-0', 'Ungültiges Format'],
  ['M-2041x', 'Ungültiges Format'],
  ['10042', 'Ungültiges Format'],
])('the number %j on the public form, which may be left out: %s', (typed, problem) => {
  expect(optionalTicketProblem(typed)).toBe(problem);
});

test('a message may be about a report, whose number is found in its text [BOF-62]', () => {
  expect([' m-2041 ', 'S-7', 'xM-7', 'M-7x', ''].map(reportNamed)).toEqual([
    ...['M-2041', undefined, undefined, undefined, undefined],
  ]);
  expect(cutAtReports('Zu M-2041: nein, XM-7 und M-8.')).toEqual([
    { text: 'Zu ', report: false },
    { text: 'M-2041', report: true },
    { text: ': nein, XM-7 und ', report: false },
    { text: 'M-8', report: true },
    { text: '.', report: false },
  ]);
  expect(cutAtReports('')).toEqual([]);
});

const HOURS = hoursOf('Montag bis Freitag\n: 09:00–12:00 und 13:00–17:00')!;

describe('minutes within office hours [BOF-90]', () => {
  test.each([
    ['within a morning', '2026-11-20T09:30', '2026-11-20T11:00', 90],
    ['over noon', '2026-11-20T11:30', '2026-11-20T13:30', 60],
    ['from the night', '2026-11-20T03:00', '2026-11-20T09:10', 10],
    ['in the evening', '2026-11-20T17:00', '2026-11-20T23:00', 0],
    ['over a weekend', '2026-11-20T16:00', '2026-11-23T10:00', 120],
    ['a minute after the doors open', '2026-11-20T09:00', '2026-11-20T09:01', 1],
    ['the last minute of the morning', '2026-11-20T11:59', '2026-11-20T12:30', 1],
    ['the first minute of the afternoon', '2026-11-20T12:30', '2026-11-20T13:01', 1],
    ['the last minute of the day', '2026-11-20T16:59', '2026-11-20T18:00', 1],
    ['on a Saturday', '2026-11-21T09:00', '2026-11-21T17:00', 0],
    ['on a Sunday', '2026-11-22T09:00', '2026-11-22T17:00', 0],
    ['over a night', '2026-11-19T16:30', '2026-11-20T09:45', 75],
    ['over a whole day between', '2026-11-18T17:00', '2026-11-20T09:00', 420],
    ['over the end of the year', '2026-12-31T16:00', '2027-01-01T10:00', 120],
    ['no time at all', '2026-11-20T10:00', '2026-11-20T10:00', 0],
    ['backwards within a day', '2026-11-20T11:00', '2026-11-20T10:00', 0],
    ['backwards over a day', '2026-11-20T11:00', '2026-11-19T10:00', 0],
    ['a whole year, of which 61 days count', '2026-01-05T00:00', '2027-01-05T00:00', 45 * 420],
    ['a whole week', '2026-11-16T00:00', '2026-11-22T23:59', 5 * 7 * 60],
  ])('%s', (_, from, to, minutes) => {
    expect(officeMinutes(at(from), at(to), HOURS)).toBe(minutes);
  });
});

test('office hours are those of the clock, in summer too [BOF-90]', () => {
  const summer = (time: string) => new Date(`2026-07-20T${time}:00+02:00`);
  expect(officeMinutes(summer('08:30'), summer('09:30'), HOURS)).toBe(30);
});

test('other office hours count otherwise, also at the weekend [BOF-90, BOF-127]', () => {
  const hours = hoursOf('Montag\n: 20:00–24:00\n\nSamstag bis Sonntag\n: 10:00-11:00')!;
  const weekend = [new Date('2026-11-20T00:00+01:00'), new Date('2026-11-24T00:00+01:00')] as const;
  expect(officeMinutes(...weekend, hours)).toBe(2 * 60 + 4 * 60);
});

test('a wait is promised from twenty answers on, as their median in whole hours [BOF-90]', () => {
  const answers = (count: number, minutes: number) => Array<number>(count).fill(minutes);
  expect(MEASURED_MS).toBe(30 * 86_400_000);
  expect(promisedWait(answers(19, 60))).toBeNull();
  expect(promisedWait(answers(20, 60))).toContain('etwa einer Stunde');
  expect(promisedWait([...answers(10, 60), ...answers(10, 300)])).toContain('etwa 3 Stunden');
  expect(promisedWait(answers(20, 0))).toContain('etwa einer Stunde');
  expect(promisedWait(answers(20, 60.5))).toContain('etwa 2 Stunden');
  // In the order of their size, not of their arrival or their digits.
  const outer = answers(8, 1000);
  expect(promisedWait([...outer, ...answers(5, 90), ...outer])).toContain('etwa 17 Stunden');
  const digits = [...answers(6, 9), ...answers(6, 100), ...answers(9, 300)];
  expect(promisedWait(digits)).toContain('etwa 2 Stunden');
  // One answer after weeks does not move it.
  expect(promisedWait([...answers(20, 61), 9_999])).toContain('etwa 2 Stunden');
});

test('a template is filled with what is known; what is missing is named [BOF-86]', () => {
  const text = 'Hallo {name}, {nummer}: am {datum}. $& {name}';
  expect(fillTemplate(text, { name: '$1 Lena', nummer: 'S-10042' })).toBe(
    'Hallo $1 Lena, S-10042: am {datum}. $& $1 Lena',
  );
  expect(placeholderProblem('Am {datum} bei {link}')).toBe('Ergänze: {datum}, {link}');
  expect(placeholderProblem('Am 20.11. {unbekannt}')).toBeNull();
});

test('a number is read as it is written down, and nothing else is one', () => {
  expect([' s-10042 ', 'S-1', 'S-123456789012345'].map(threadIdOf)).toEqual([
    ...[10042, 1, 123_456_789_012_345],
  ]);
  for (const wrong of [
    '10042',
    'US-1',
    'S-1234567890123456',
    'S-',
    'S-0',
    'S-1e3',
    'M-2041',
    'S-99999999999999999',
    'S-1 2',
  ])
    expect(threadIdOf(wrong), wrong).toBeUndefined();
});

test('a thread opens again until 60 days after it was closed', () => {
  const now = at('2026-11-20T12:00');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  expect([null, ago(REOPEN_MS), ago(REOPEN_MS + 1)].map((done) => opensAgain(done, now))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a template follows what was typed and replaces only an empty field [BOF-86]', () => {
  expect(withTemplate(' \n', 'Hallo')).toBe('Hallo');
  expect(withTemplate('Guten Tag\n', 'Hallo')).toBe('Guten Tag\n\nHallo');
});

test('each placeholder has a word for its field [BOF-86]', () => {
  expect(PLACEHOLDER_LABELS).toEqual({
    name: 'Name',
    nummer: 'Nummer',
    datum: 'Datum',
    link: 'Link',
  });
});

test.each([
  ['mail', 'Eine Mail sagt ihr, dass etwas da ist.'],
  ['switched_off', 'Sie bekommt keine Mail: Sie hat ihre E-Mails ausgeschaltet.'],
  ['unconfirmed', 'Sie bekommt keine Mail: Ihre Adresse ist nicht bestätigt.'],
] as const)('who writes reads where it is and whether a mail goes: %s [BOF-83]', (told, text) => {
  expect(toldText('Antwort', told)).toBe(`Die Antwort steht in ihrem Dashboard. ${text}`);
});
