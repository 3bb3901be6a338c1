import { describe, expect, test } from 'vitest';
import {
  actsAtOnce,
  type CaseFacts,
  type CaseKind,
  type CaseWay,
  caseSentence,
  caseWays,
  creditsForCase,
  mailOfWay,
  missingOf,
  needsReason,
  wayText,
} from './case-rules.ts';

const FACTS: CaseFacts = {
  ...({ kind: 'underpaid', name: 'Lena', closed: false, payment: 70213 } as const),
  ...({ status: 'teilbezahlt', transfer: true, transfers: 1 } as const),
  asked: 9500,
  credits: 100,
  bonus: 10,
  received: 9000,
  came: { amount: 9000, currency: 'CHF' },
  back: 0,
  refund: null,
  match: null,
  taken: null,
};
const of = (changes: Partial<CaseFacts>): CaseFacts => ({ ...FACTS, ...changes });
const main = (facts: CaseFacts) => {
  const [way] = caseWays(facts);
  return way && wayText(way, facts).label;
};

describe('a case', () => {
  test.each([
    [{}, 'Lena hat CHF 90.- statt CHF 95.- überwiesen.', '94 Credits gutschreiben'],
    [
      {
        kind: 'overpaid',
        name: 'Rahel',
        status: 'gutgeschrieben',
        asked: 10_000,
        came: { amount: 20_000, currency: 'CHF' },
        refund: { amount: 10_000, waiting: true, byHand: true },
      },
      'Rahel hat CHF 200.- statt CHF 100.- überwiesen.',
      'CHF 100.- zurückzahlen',
    ],
    [
      {
        kind: 'differs',
        status: 'abweichend',
        asked: 10_000,
        received: null,
        came: { amount: 10_000, currency: 'EUR' },
      },
      'Es kamen EUR 100.- statt CHF 100.-.',
      'Zurückzahlen',
    ],
    [
      {
        kind: 'bank_unmatched',
        name: null,
        status: null,
        payment: null,
        asked: null,
        came: { amount: 5000, currency: 'CHF' },
        match: { payment: 70213, days: 2 },
      },
      'CHF 50.- ohne Referenz von einer Bank. Passt zu Zahlung 70213 (Betrag, 2 Tage).',
      'Zuordnen',
    ],
    [
      {
        kind: 'bank_unmatched',
        name: null,
        status: null,
        payment: null,
        asked: null,
        came: { amount: 5000, currency: 'CHF' },
      },
      'CHF 50.- ohne Referenz von einer Bank.',
      'Zahlung suchen',
    ],
    [
      {
        kind: 'after_deletion',
        name: null,
        closed: true,
        status: 'abweichend',
        received: 5000,
        came: { amount: 5000, currency: 'CHF' },
      },
      'Das Konto ist gelöscht, CHF 50.- kamen danach.',
      'Zurückzahlen',
    ],
    [
      {
        kind: 'overpaid',
        status: 'gutgeschrieben',
        transfers: 2,
        refund: { amount: 10_000, waiting: true, byHand: true },
      },
      'Zahlung 70213 wurde zweimal bezahlt.',
      'Zweite zurückzahlen',
    ],
    [
      {
        kind: 'chargeback',
        status: 'rueckbelastet',
        taken: { amount: 50_000, credits: 360, owed: 240 },
      },
      'Die Bank hat CHF 500.- zurückgebucht. 360 Credits sind zurück, 240 sind offen.',
      'Fall schliessen',
    ],
    [{ kind: 'unknown' }, 'Beim Anbieter bezahlt, hier unbekannt.', 'Beim Anbieter nachfragen'],
    [
      { kind: 'missing', status: 'gutgeschrieben' },
      'Hier gutgeschrieben, beim Anbieter unbekannt.',
      'Beim Anbieter nachfragen',
    ],
    [
      {
        kind: 'refund_by_hand',
        status: 'gutgeschrieben',
        refund: { amount: 3700, waiting: true, byHand: true },
      },
      'CHF 37.- sind zurückzuzahlen, die Bank macht es nicht von selbst.',
      'Als überwiesen melden',
    ],
  ] as [Partial<CaseFacts>, string, string][])(
    '%# is one sentence with one right button [BOF-93]',
    (changes, sentence, button) => {
      const facts = of(changes);
      expect([caseSentence(facts), main(facts)]).toEqual([sentence, button]);
    },
  );

  test('paid too little names rounding, the other ways, and what she will read [BOF-94, BOF-96]', () => {
    expect(caseWays(FACTS)).toEqual(['credits', 'refund', 'full']);
    expect(wayText('credits', FACTS).about).toBe(
      'Ohne Bonus. Beleg über CHF 90.-, Rundung CHF 0.70.',
    );
    expect(wayText('full', FACTS).about).toBe('110 Credits, CHF 5.- Kulanz mit Grund.');
    expect(mailOfWay('credits', FACTS)).toBe(
      'Wir haben CHF 90.- erhalten und 94 Credits gutgeschrieben.',
    );
    const most = of({ asked: 10_000, received: 9950 });
    expect(wayText('credits', most).label).toBe('99 Credits gutschreiben');
    expect(['credits', 'paid', 'ask', 'match'].map((way) => needsReason(way as never))).toEqual(
      Array(4).fill(false),
    );
  });

  test('whose money is on its way back has no way left, and says so [BOF-96]', () => {
    const facts = of({ back: 9000 });
    expect(caseWays(facts)).toEqual([]);
    expect(caseSentence(facts)).toMatch(/CHF 90\.- gehen zurück\.$/);
  });

  test('of less than a credit offers no credits [BOF-94]', () => {
    expect(caseWays(of({ received: 50 }))).toEqual(['refund', 'full']);
  });
});

describe('what a case says', () => {
  test.each([
    [{ name: null, transfer: false }, 'Jemand hat CHF 90.- statt CHF 95.- bezahlt.'],
    [{ came: null }, 'Lena hat CHF 90.- statt CHF 95.- überwiesen.'],
    [{ came: null, received: null, asked: null }, 'Lena hat CHF 0.- statt CHF 0.- überwiesen.'],
    [{ came: null, received: null }, 'Lena hat CHF 95.- statt CHF 95.- überwiesen.'],
    [{ back: 100 }, 'Lena hat CHF 90.- statt CHF 95.- überwiesen. CHF 1.- gehen zurück.'],
    [{ kind: 'overpaid', transfers: 3 }, 'Zahlung 70213 wurde 3-mal bezahlt.'],
    [
      { kind: 'overpaid', transfers: 2, payment: null },
      'Lena hat CHF 90.- statt CHF 95.- überwiesen.',
    ],
    [{ kind: 'overpaid', asked: null }, 'Lena hat CHF 90.- statt CHF 0.- überwiesen.'],
    [
      { kind: 'differs', status: 'gutgeschrieben' },
      'Gemeldet sind CHF 90.-, gutgeschrieben ist CHF 95.-.',
    ],
    [
      { kind: 'differs', came: { amount: 9500, currency: 'CHF' } },
      'Lena hat CHF 95.- überwiesen, die niemand mehr erwartet.',
    ],
    [{ kind: 'differs' }, 'Lena hat CHF 90.- statt CHF 95.- überwiesen.'],
    [{ kind: 'differs', came: null }, 'Lena hat CHF 90.- statt CHF 95.- überwiesen.'],
    [
      { kind: 'differs', came: { amount: 9000, currency: 'EUR' }, back: 9000 },
      'Es kamen EUR 90.- statt CHF 95.-. CHF 90.- gehen zurück.',
    ],
    [{ kind: 'not_credited' }, 'Beim Anbieter bezahlt, hier nicht richtig gutgeschrieben.'],
    [{ kind: 'not_paid' }, 'Hier gutgeschrieben, beim Anbieter nicht bezahlt.'],
    [{ kind: 'refund_differs' }, 'Beim Anbieter ging ein anderer Betrag zurück als hier.'],
    [
      { kind: 'refund_differs', refund: { amount: 500, waiting: false, byHand: false } },
      'Die Rückzahlung von CHF 5.- ging nicht so, wie sie verlangt war.',
    ],
    [
      { kind: 'chargeback' },
      'Die Bank hat CHF 95.- zurückgebucht. 0 Credits sind zurück, 0 sind offen.',
    ],
    [{ kind: 'carding' }, 'Lena hat an einem Tag viele abgelehnte Karten.'],
    [
      { kind: 'bank_unmatched', match: { payment: 1, days: 0 } },
      'CHF 90.- ohne Referenz von einer Bank. Passt zu Zahlung 1 (Betrag, gleicher Tag).',
    ],
    [
      { kind: 'bank_unmatched', match: { payment: 1, days: 1 } },
      'CHF 90.- ohne Referenz von einer Bank. Passt zu Zahlung 1 (Betrag, 1 Tag).',
    ],
    [
      { kind: 'refund_by_hand' },
      'CHF 0.- sind zurückzuzahlen, die Bank macht es nicht von selbst.',
    ],
  ] as [Partial<CaseFacts>, string][])('%j [BOF-93]', (changes, sentence) => {
    expect(caseSentence(of(changes))).toBe(sentence);
  });
});

describe('the ways out of a case', () => {
  const byHand = { amount: 500, waiting: true, byHand: true };
  test.each([
    [{ kind: 'overpaid' }, ['close']],
    [
      { kind: 'overpaid', status: 'gutgeschrieben', refund: { ...byHand, waiting: false } },
      ['close'],
    ],
    [{ kind: 'overpaid', refund: { ...byHand, byHand: false } }, []],
    [{ kind: 'refund_by_hand', refund: byHand }, ['paid']],
    [{ kind: 'refund_by_hand' }, ['close']],
    [{ received: 0 }, ['returned']],
    [{ received: -1 }, ['returned']],
    [{ received: null }, ['returned']],
    [{ closed: true }, ['refund']],
    [{ kind: 'differs', status: 'abweichend' }, ['credits', 'refund', 'full']],
    [{ kind: 'after_deletion', closed: true }, ['refund']],
    [{ kind: 'differs', status: 'gutgeschrieben', back: 100 }, ['ask', 'close']],
    [{ kind: 'underpaid', status: 'gutgeschrieben' }, ['close']],
    [{ kind: 'underpaid', status: null }, ['close']],
    [{ kind: 'chargeback', status: 'teilbezahlt' }, ['close']],
    [{ kind: 'bank_unmatched', status: null }, ['match', 'close']],
    ...(['unknown', 'missing', 'not_credited', 'not_paid'] as const).map((kind) => [
      { kind, status: null },
      ['ask', 'close'],
    ]),
    ...(['refund_differs', 'chargeback', 'carding'] as const).map((kind) => [
      { kind, status: null },
      ['close'],
    ]),
  ] as [Partial<CaseFacts> & { kind?: CaseKind }, CaseWay[]][])('%j [BOF-94]', (changes, ways) => {
    expect(caseWays(of(changes))).toEqual(ways);
  });

  test('the list acts at once where nothing is to be chosen or transferred first [BOF-93]', () => {
    const acts = (way: CaseWay, kind: CaseKind, match: number | null = null) =>
      actsAtOnce(way, { kind, match });
    expect(acts('credits', 'underpaid')).toBe(true);
    expect(acts('ask', 'unknown')).toBe(true);
    expect(acts('paid', 'refund_by_hand')).toBe(true);
    // «CHF 100.- zurückzahlen» of a transfer only reports what somebody has transferred.
    expect(acts('paid', 'overpaid')).toBe(false);
    expect([acts('match', 'bank_unmatched'), acts('match', 'bank_unmatched', 70213)]).toEqual([
      ...[false, true],
    ]);
    for (const way of ['full', 'refund', 'close', 'returned'] as const)
      expect(acts(way, 'underpaid')).toBe(false);
  });

  test('what the house gives, sends back or closes needs a reason [BOF-94]', () => {
    const ways = ['full', 'refund', 'returned', 'close'] as const;
    expect(ways.map(needsReason)).toEqual(Array(4).fill(true));
  });

  test('each way says what it does [BOF-94]', () => {
    const words = (way: CaseWay, changes: Partial<CaseFacts> = {}) => {
      const { label, about } = wayText(way, of(changes));
      return `${label}: ${about}`;
    };
    expect(words('credits', { asked: 10_000, received: 5000 })).toBe(
      '50 Credits gutschreiben: Ohne Bonus. Beleg über CHF 50.-.',
    );
    expect(words('full', { received: null })).toBe(
      'Als bezahlt gelten lassen: 110 Credits, CHF 95.- Kulanz mit Grund.',
    );
    expect(words('refund')).toBe('Zurückzahlen: CHF 90.- auf dem gleichen Weg.');
    expect(words('refund', { received: null })).toBe('Zurückzahlen: CHF 0.- auf dem gleichen Weg.');
    expect(words('returned')).toBe(
      'Zurückzahlen: Zahle CHF 90.- beim Anbieter zurück und melde es hier.',
    );
    expect(words('match')).toBe('Zahlung suchen: Zu welcher Zahlung gehört der Eingang?');
    expect(words('match', { match: { payment: 7, days: 2 } })).toBe(
      'Zuordnen: Zu Zahlung 7 oder zu einer anderen.',
    );
    expect(words('paid')).toBe('Als überwiesen melden: Das Geld ist bei der Bank unterwegs.');
    expect(words('paid', { kind: 'overpaid' })).toBe(
      'CHF 0.- zurückzahlen: Überweise das Geld und melde es hier.',
    );
    expect(words('ask')).toBe(
      'Beim Anbieter nachfragen: Wir lesen die Zahlung beim Anbieter noch einmal.',
    );
    expect(words('close')).toBe('Fall schliessen: Es ist nichts mehr zu tun; der Grund bleibt.');
  });

  test('credits only for what was asked and came; nothing is missing of what was paid [BOF-94]', () => {
    expect([creditsForCase(of({ asked: null })), creditsForCase(of({ received: null }))]).toEqual([
      ...[0, 0],
    ]);
    expect(creditsForCase(FACTS)).toBe(94);
    expect([missingOf(FACTS), missingOf(of({ received: 9600 }))]).toEqual([500, 0]);
    expect([missingOf(of({ asked: null })), missingOf(of({ received: null }))]).toEqual([0, 9500]);
    for (const changes of [{ asked: null }, { received: null }, { credits: 0 }])
      expect(wayText('credits', of(changes)).about).not.toContain('Rundung');
    expect(mailOfWay('refund', FACTS)).toBeNull();
    expect(mailOfWay('credits', of({ received: null }))).toBeNull();
  });
});
