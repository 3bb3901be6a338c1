import { describe, expect, test } from 'vitest';
import {
  type CaseFacts,
  caseSentence,
  caseWays,
  mailOfWay,
  needsReason,
  wayWords,
} from './case-rules.ts';

const FACTS: CaseFacts = {
  ...({ kind: 'underpaid', name: 'Lena', closed: false, payment: 70213 } as const),
  ...({ status: 'teilbezahlt', transfer: true, transfers: 1 } as const),
  ...{ asked: 9500, credits: 100, bonus: 10, received: 9000 },
  came: { amount: 9000, currency: 'CHF' },
  ...{ back: 0, refund: null, match: null, taken: null },
};
const of = (changes: Partial<CaseFacts>): CaseFacts => ({ ...FACTS, ...changes });
const main = (facts: CaseFacts) => {
  const [way] = caseWays(facts);
  return way && wayWords(way, facts).label;
};

describe('a case', () => {
  test.each([
    [{}, 'Lena hat CHF 90.- statt CHF 95.- überwiesen.', '94 Credits gutschreiben'],
    [
      {
        ...{ kind: 'overpaid', name: 'Rahel', status: 'gutgeschrieben', asked: 10_000 },
        came: { amount: 20_000, currency: 'CHF' },
        refund: { amount: 10_000, waiting: true, byHand: true },
      },
      'Rahel hat CHF 200.- statt CHF 100.- überwiesen.',
      'CHF 100.- zurückzahlen',
    ],
    [
      {
        ...{ kind: 'differs', status: 'abweichend', asked: 10_000, received: null },
        came: { amount: 10_000, currency: 'EUR' },
      },
      'Es kamen EUR 100.- statt CHF 100.-.',
      'Zurückzahlen',
    ],
    [
      {
        ...{ kind: 'bank_unmatched', name: null, status: null, payment: null, asked: null },
        came: { amount: 5000, currency: 'CHF' },
        match: { payment: 70213, days: 2 },
      },
      'CHF 50.- ohne Referenz von einer Bank. Passt zu Zahlung 70213 (Betrag, 2 Tage).',
      'Zuordnen',
    ],
    [
      {
        ...{ kind: 'bank_unmatched', name: null, status: null, payment: null, asked: null },
        came: { amount: 5000, currency: 'CHF' },
      },
      'CHF 50.- ohne Referenz von einer Bank.',
      'Zahlung suchen',
    ],
    [
      {
        ...{ kind: 'after_deletion', name: null, closed: true, status: 'abweichend' },
        ...{ received: 5000, came: { amount: 5000, currency: 'CHF' } },
      },
      'Das Konto ist gelöscht, CHF 50.- kamen danach.',
      'Zurückzahlen',
    ],
    [
      {
        ...{ kind: 'overpaid', status: 'gutgeschrieben', transfers: 2 },
        refund: { amount: 10_000, waiting: true, byHand: true },
      },
      'Zahlung 70213 wurde zweimal bezahlt.',
      'Zweite zurückzahlen',
    ],
    [
      {
        ...{ kind: 'chargeback', status: 'rueckbelastet' },
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
        ...{ kind: 'refund_by_hand', status: 'gutgeschrieben' },
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
    expect(wayWords('credits', FACTS).about).toBe(
      'Ohne Bonus. Beleg über CHF 90.-, Rundung CHF 0.70.',
    );
    expect(wayWords('full', FACTS).about).toBe('110 Credits, CHF 5.- Kulanz mit Grund.');
    expect(mailOfWay('credits', FACTS)).toBe(
      'Wir haben CHF 90.- erhalten und 94 Credits gutgeschrieben.',
    );
    const most = of({ asked: 10_000, received: 9950 });
    expect(wayWords('credits', most).label).toBe('99 Credits gutschreiben');
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
