import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDayTime } from '../kernel/format.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import {
  CLAIM_MS,
  DECISION_MS,
  decisionSentences,
  firstLookText,
  INDEPENDENT_WITHIN_MS,
  independentUrgent,
  isDiscredited,
  isObjectable,
  needsLook,
  needsNote,
  nextAlertAt,
  REPORT_REASON_IDS,
  REPORT_REASONS,
  REPORT_STATE_LABELS,
  REPORT_TEXT_MAX,
  REPORT_TEXT_MIN,
  REPORTED_THINGS,
  type ReportReason,
  type ReportSource,
  reportClock,
  reportMessageProblem,
  reportNameProblem,
  reportTexts,
  reportThanks,
  THING_LABELS,
  UNJUSTIFIED_WITHIN_MS,
  URGENCIES,
  URGENCY_IDS,
  urgencyOf,
  visitorProblem,
} from './rules.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const after = (ms: number) => new Date(AT.getTime() + ms);

test('the form names the reasons in their order, each with its urgency [BOF-55, BOF-59]', () => {
  const rows = nonEmpty(REPORT_REASON_IDS).map((id) => [
    ...[id, REPORT_REASONS[id].label, URGENCIES[urgencyOf(id)].label],
  ]);
  expect(rows).toEqual([
    ['minderjaehrig', 'Die Person wirkt minderjährig', 'Dringend'],
    ['zwang', 'Ich vermute Zwang oder Menschenhandel', 'Dringend'],
    ['bilder_ohne_zustimmung', 'Bilder ohne Zustimmung', 'Dringend'],
    ['persoenliche_daten', 'Persönliche Daten einer anderen Person', 'Hoch'],
    ['betrug', 'Betrug oder Vorauszahlung', 'Hoch'],
    ['anderes', 'Etwas anderes', 'Normal'],
  ]);
});

test('the most urgent is looked at within 2 hours, then 24, then 7 days [BOF-57, BOF-59]', () => {
  expect(URGENCY_IDS.map((id) => URGENCIES[id].firstLookMs / HOUR_MS)).toEqual([2, 24, 168]);
  expect(DECISION_MS).toBe(7 * DAY_MS);
});

test('the form says what a visitor has to know, to the letter [BOF-55]', () => {
  expect(reportTexts).toEqual({
    help: 'Du musst deinen Namen nicht nennen. Gib eine E-Mail an, wenn du eine Antwort möchtest.',
    send: 'Meldung senden',
    notSent: 'Die Meldung ist noch nicht gesendet.',
    tooMany:
      'Von deinem Netz kamen in dieser Stunde schon mehrere Meldungen. Bitte versuche es in einer Stunde nochmals. Ist jemand in Gefahr, ruf gleich eine der Nummern auf dieser Seite an.',
  });
  expect(REPORTED_THINGS.map((thing) => `${THING_LABELS[thing]} melden`)).toEqual([
    ...['Inserat melden', 'Club melden', 'Banner melden'],
  ]);
});

test('message and name of a report may be empty and are bounded [BOF-55]', () => {
  const long = (n: number) => 'ä'.repeat(n);
  expect(['', 'x', long(2000), long(2001), 'a\u0000'].map(reportMessageProblem)).toEqual([
    ...[null, null, null],
    ...['Maximal 2000 Zeichen erlaubt', 'Ungültiges Format'],
  ]);
  expect(['', 'x', long(80), long(81), 'a\u202e'].map(reportNameProblem)).toEqual([
    ...[null, null, null],
    ...['Maximal 80 Zeichen erlaubt', 'Ungültiges Format'],
  ]);
});

test.each([
  ['', null],
  ['!bcdef9~', null],
  ['a'.repeat(200), null],
  ['abcdefg', 'Ungültiges Format'],
  ['a'.repeat(201), 'Ungültiges Format'],
  ['abcd efgh', 'Ungültiges Format'],
  [' abcdefgh', 'Ungültiges Format'],
  ['abcdefgh ', 'Ungültiges Format'],
  ['abcdefgä', 'Ungültiges Format'],
  [' '.repeat(8), 'Ungültiges Format'],
])('the visit %j that a website names: %s [BOF-64]', (visitor, problem) => {
  expect(visitorProblem(visitor)).toBe(problem);
});

test.each([
  ['zwang', 48 * MINUTE_MS, 'Noch 1 Std. 12 Min.', 'calm'],
  ['zwang', 90 * MINUTE_MS - 1, 'Noch 30 Min.', 'calm'],
  ['zwang', 90 * MINUTE_MS, 'Noch 30 Min.', 'amber'],
  ['zwang', 2 * HOUR_MS, 'Noch 0 Min.', 'amber'],
  ['zwang', 134 * MINUTE_MS, 'Frist überschritten seit 14 Min.', 'late'],
  ['betrug', HOUR_MS, 'Noch 23 Std.', 'calm'],
  ['betrug', 18 * HOUR_MS, 'Noch 6 Std.', 'amber'],
  ['anderes', 21 * HOUR_MS, 'Noch 6 Tage 3 Std.', 'calm'],
  ['anderes', 5 * DAY_MS, 'Noch 2 Tage', 'calm'],
  ['anderes', 5 * DAY_MS + 1, 'Noch 47 Std. 59 Min.', 'calm'],
  ['anderes', 9 * DAY_MS + 61 * MINUTE_MS, 'Frist überschritten seit 2 Tagen 1 Std.', 'late'],
  ['betrug', DAY_MS + 1, 'Frist überschritten seit 0 Min.', 'late'],
] as const)('the clock of «%s» after %i ms says «%s» in %s [BOF-59]', (reason, ms, text, tone) => {
  const report = { reason, received_at: AT, opened_at: null };
  expect(reportClock(report, after(ms))).toMatchObject({ text, tone });
});

test('after the first look the clock runs to the decision within seven days [BOF-59]', () => {
  const report = { reason: 'zwang', received_at: AT, opened_at: after(HOUR_MS) } as const;
  expect(firstLookText(report, after(HOUR_MS))).toBe('Erster Blick nach 1 Std., Frist 2 Std.');
  expect(reportClock({ ...report, opened_at: null }, AT).due).toBe(
    `Erster Blick bis ${formatDayTime(after(2 * HOUR_MS))}`,
  );
  expect(reportClock(report, after(3 * HOUR_MS))).toEqual({
    text: 'Noch 6 Tage 21 Std.',
    due: `Entscheid bis ${formatDayTime(after(7 * DAY_MS))}`,
    tone: 'calm',
  });
});

test('days are counted in the dative after a look and in the nominative for a time [BOF-59]', () => {
  const late = { reason: 'anderes', received_at: AT } as const;
  expect(firstLookText(late, after(3 * DAY_MS))).toBe('Erster Blick nach 3 Tagen, Frist 7 Tage');
});

test('an urgent report alone is closed as unfounded with a note, states have their words [BOF-60]', () => {
  expect(nonEmpty(REPORT_REASON_IDS).map((reason) => needsNote(reason, false))).toEqual(
    REPORT_REASON_IDS.map((reason) => urgencyOf(reason) === 'urgent'),
  );
  expect(REPORT_REASON_IDS.some((reason) => needsNote(reason, true))).toBe(false);
  expect(REPORT_STATE_LABELS).toEqual({
    new: 'Neu',
    in_review: 'In Prüfung',
    justified: 'Begründet',
    unjustified: 'Unbegründet',
  });
});

test('both sides may object to a decision for thirty days [BOF-62]', () => {
  expect([0, 30 * DAY_MS, 30 * DAY_MS + 1].map((ms) => isObjectable(AT, after(ms)))).toEqual([
    ...[true, true, false],
  ]);
});

test('an opened report is free again after ten minutes without a call [BOF-60]', () => {
  expect(CLAIM_MS).toBe(10 * MINUTE_MS);
});

test('every reason promises its first look [BOF-59]', () => {
  expect(nonEmpty(REPORT_REASON_IDS).map((reason) => reportThanks(2041, reason))).toEqual(
    ['2 Stunden', '2 Stunden', '2 Stunden', '24 Stunden', '24 Stunden', '7 Tagen'].map(
      (within) => `Danke. Deine Meldung hat die Nummer M-2041. Wir sehen sie innert ${within} an.`,
    ),
  );
});

const from = (source: Partial<ReportSource>, ms = 0, reason: ReportReason = 'zwang') => ({
  network: null,
  email: null,
  visit: null,
  website: null,
  ...source,
  received_at: after(-ms),
  reason,
  discredited: false,
});

test.each([
  ['two networks', [from({ network: 'a' }), from({ network: 'b' })], 2],
  ['three from one network', [1, 2, 3].map((n) => from({ network: 'a', email: `${n}` })), 1],
  [
    'one e-mail from two networks',
    [from({ network: 'a', email: 'x' }), from({ network: 'b', email: 'x' })],
    1,
  ],
  [
    'two visits of one website',
    [from({ website: 1, visit: 'p' }), from({ website: 1, visit: 'q' })],
    2,
  ],
  ['one website without visits', [from({ website: 1 }), from({ website: 1, visit: 'q' })], 1],
  ['two websites without visits', [from({ website: 1 }), from({ website: 2 })], 2],
  [
    'a third that joins two',
    [from({ network: 'a' }), from({ email: 'x' }), from({ network: 'a', email: 'x' })],
    1,
  ],
  [
    'one website twice without visits',
    [from({ website: 1, network: 'a' }), from({ website: 1, network: 'b' })],
    1,
  ],
  [
    'one visit without, then without a visit',
    [from({ website: 1, visit: 'p' }), from({ website: 1 })],
    1,
  ],
  ['one visit named by two networks', [...'ab'].map((network) => from({ network, visit: 'p' })), 1],
  ['nobody known twice', [from({}), from({})], 2],
  ['two pairs and one apart', [...'abacb'].map((network) => from({ network })), 3],
  ['one as old as 30 days', [from({ network: 'a' }), from({ network: 'b' }, 30 * DAY_MS)], 2],
  ['one older than 30 days', [from({ network: 'a' }), from({ network: 'b' }, 30 * DAY_MS + 1)], 1],
  ['one that is not urgent', [from({ network: 'a' }), from({ network: 'b' }, 0, 'betrug')], 1],
  [
    'one of a discredited source',
    [from({ network: 'a' }), { ...from({ network: 'b' }), discredited: true }],
    1,
  ],
])('%s count as their independent sources [BOF-64]', (_, reports, count) => {
  expect(independentUrgent(reports, AT)).toBe(count);
});

test('two unjustified reports in 90 days discredit a source, one does not [BOF-64]', () => {
  const source = from({ network: 'a', email: 'x' });
  const unjustified = (part: Partial<ReportSource>, ms: number) => ({
    ...from(part),
    decided_at: after(-ms),
  });
  const [byMail, byNetwork] = [unjustified({ email: 'x' }, 0), unjustified({ network: 'a' }, 0)];
  expect(isDiscredited(source, [byMail], AT)).toBe(false);
  expect(isDiscredited(source, [byMail, byNetwork], AT)).toBe(true);
  expect(isDiscredited(from({ network: 'b' }), [byMail, byNetwork], AT)).toBe(false);
  const old = unjustified({ network: 'a' }, 90 * DAY_MS + 1);
  expect(isDiscredited(source, [byMail, old], AT)).toBe(false);
  const oldest = unjustified({ network: 'a' }, 90 * DAY_MS);
  expect(isDiscredited(source, [byMail, oldest], AT)).toBe(true);
  const visits = [unjustified({ visit: 'p' }, 0), unjustified({ visit: 'p' }, DAY_MS)];
  expect(isDiscredited(from({ visit: 'p' }), visits, AT)).toBe(true);
  // Not knowing somebody twice is no likeness, nor is the website that others use, too.
  const unknown = [unjustified({ website: 1 }, 0), unjustified({ website: 1 }, 0)];
  expect(isDiscredited(from({ website: 1 }), unknown, AT)).toBe(false);
  expect([INDEPENDENT_WITHIN_MS, UNJUSTIFIED_WITHIN_MS]).toEqual([30 * DAY_MS, 90 * DAY_MS]);
});

test('any order of the reports counts the same sources [BOF-64]', () => {
  const some = fc.constantFrom(null, 'a', 'b', 'c');
  const source = fc.record({
    network: some,
    email: some,
    visit: some,
    website: fc.constantFrom(null, 1, 2),
  });
  fc.assert(
    fc.property(
      fc
        .array(source, { maxLength: 7 })
        .chain((sources) =>
          fc.tuple(
            fc.constant(sources),
            fc.shuffledSubarray(sources, { minLength: sources.length }),
          ),
        ),
      ([sources, shuffled]) => {
        const count = (list: ReportSource[]) =>
          independentUrgent(
            list.map((one) => from(one)),
            AT,
          );
        expect(count(shuffled)).toBe(count(sources));
        expect(count([...sources, ...sources.filter(({ network }) => network !== null)])).toBe(
          count(sources),
        );
      },
    ),
  );
});

test('an urgent report is mailed at once and after 30, 60 and 120 minutes [BOF-58]', () => {
  expect([0, 1, 2, 3, 4].map((mails) => nextAlertAt(AT, mails))).toEqual([
    ...[AT, after(30 * MINUTE_MS), after(HOUR_MS), after(2 * HOUR_MS)],
    null,
  ]);
});

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  'a decision, justified %s and held %s, has sentences that the form takes [BOF-62]',
  (justified, held) => {
    const { answer, statement } = decisionSentences(justified, held);
    // What an owner has to change without a hold, only a person can say.
    const texts = justified && !held ? [answer] : [answer, statement];
    for (const text of texts) {
      expect(text.length).toBeGreaterThanOrEqual(REPORT_TEXT_MIN);
      expect(text.length).toBeLessThanOrEqual(REPORT_TEXT_MAX);
    }
    // It stands after «Warum:».
    expect(answer).toMatch(/^(Der Eintrag|Wir haben keinen Verstoss)/);
    expect(statement === '').toBe(justified && !held);
    expect(answer.includes('genommen')).toBe(justified && held);
  },
);

test('a decision about pictures asks for a look, one about age where something stays [BOF-61]', () => {
  const asking = (justified: boolean) =>
    REPORT_REASON_IDS.filter((reason) => needsLook(reason, justified));
  expect(asking(false)).toEqual(['minderjaehrig', 'bilder_ohne_zustimmung']);
  expect(asking(true)).toEqual(['bilder_ohne_zustimmung']);
});
