import { expect, test } from 'vitest';
import { nonEmpty } from '../testing/non-empty.ts';
import {
  after,
  mayDrop,
  NEXT_STEPS,
  PAYMENT_VIEWS,
  type PaymentEvent,
  type PaymentFacts,
  type PaymentStatus,
  paymentLife,
  paymentName,
  paymentText,
  undecidedTitle,
  waitsForDecision,
  wasCredited,
} from './status.ts';

const all = Object.keys(paymentLife) as PaymentStatus[];
const events = [
  ...new Set(all.flatMap((status) => Object.keys(paymentLife[status]))),
] as PaymentEvent[];

test('every state of a payment is reached from its beginning [GUT-19]', () => {
  const reached = new Set<PaymentStatus>(['erstellt']);
  for (const status of reached)
    for (const next of Object.values(paymentLife[status])) reached.add(next);
  expect([...reached].sort()).toEqual([...all].sort());
});

test('only payments whose money went back are at their end [GUT-19, T-PAY-13]', () => {
  expect(all.filter((status) => Object.keys(paymentLife[status]).length === 0)).toEqual([
    'erstattet',
    'zurueckbezahlt',
    'rueckbelastet',
  ]);
});

test('only credited payments and those refunded later have credits [GUT-19]', () => {
  expect(all.filter(wasCredited)).toEqual(['gutgeschrieben', 'erstattet', 'rueckbelastet']);
});

test('what came differently from what was asked for can be credited, paid back and corrected [FIX-01]', () => {
  for (const status of ['teilbezahlt', 'abweichend'] as const)
    for (const event of [
      'gutschreiben',
      'erstatten',
      'rueckbelasten',
      'ablehnen',
      'abbrechen',
    ] as const)
      expect(after(status, event), `${status} ${event}`).not.toBeNull();
});

const REFUNDS = ['none', 'requested', 'ordered'] as const;
const facts = nonEmpty(all).flatMap((status) =>
  [null, 0, 4_000, 9_995, 10_000].flatMap((received) =>
    [true, false].flatMap((transfer) =>
      [true, false].flatMap((payable) =>
        REFUNDS.map(
          (refund): PaymentFacts => ({
            status,
            asked: 10_000,
            received,
            credits: 100,
            bonus: 10,
            settled: 0,
            transfer,
            payable,
            refund,
          }),
        ),
      ),
    ),
  ),
);

test('every state has one sentence, one view and one next step [FIX-02]', () => {
  for (const fact of nonEmpty(facts)) {
    const { sentence, next, view } = paymentText(fact);
    expect(sentence, fact.status).toMatch(/^[A-ZÄÖÜ0-9].*\.$/);
    expect(PAYMENT_VIEWS, fact.status).toContain(view);
    expect(NEXT_STEPS, fact.status).toContain(next);
    // Credits come by themselves only where nothing but the provider's status is missing.
    if (sentence.includes('von selbst')) expect(fact.status).toBe('offen');
    if (/sind gutgeschrieben|gutgeschrieben\.$/.test(sentence))
      expect(fact.status).toBe('gutgeschrieben');
    if (next === 'decide') expect([fact.status, fact.refund]).not.toContain('ordered');
  }
});

const BASE: PaymentFacts = {
  status: 'offen',
  asked: 10_000,
  received: null,
  credits: 100,
  bonus: 10,
  settled: 0,
  transfer: false,
  payable: false,
  refund: 'none',
};

test.each<[Partial<PaymentFacts>, string, string, string]>([
  [{ status: 'erstellt' }, 'pending', 'none', 'Die Zahlung wird vorbereitet.'],
  [{ payable: true }, 'pending', 'pay', 'Diese Zahlung ist noch offen.'],
  [
    {},
    ...(['pending', 'topup'] as const),
    'Die Zahlungsseite ist abgelaufen. Hast du dort bezahlt, kommen die Credits von selbst; sonst lade neu auf.',
  ],
  [
    { transfer: true, payable: true },
    ...(['pending', 'transfer'] as const),
    'Wir warten auf deine Überweisung. Banken brauchen meist 1 bis 2 Werktage. Die Credits kommen von selbst, sobald sie bei uns ist.',
  ],
  [{ status: 'gutgeschrieben' }, 'credited', 'none', '110 Credits sind gutgeschrieben.'],
  [
    { status: 'abgelehnt' },
    'declined',
    'topup',
    'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht.',
  ],
  [
    { status: 'abgebrochen' },
    'cancelled',
    'topup',
    'Die Zahlung wurde abgebrochen. Kommt doch noch Geld, schreiben wir es gut.',
  ],
  [
    { status: 'verfallen' },
    ...(['failed', 'topup'] as const),
    'Für diese Zahlung ist kein Geld angekommen. Kommt es doch noch, schreiben wir es gut.',
  ],
  [
    { status: 'gescheitert' },
    ...(['failed', 'topup'] as const),
    'Die Zahlung konnte nicht eröffnet werden. Es wurde nichts abgebucht.',
  ],
  [
    { status: 'teilbezahlt' },
    ...(['partial', 'decide'] as const),
    'CHF 100.- sind angekommen. Bitte lade nicht noch einmal auf.',
  ],
  [
    { status: 'teilbezahlt', received: 9_000, refund: 'requested' },
    ...(['partial', 'decide'] as const),
    'CHF 90.- von CHF 100.- sind angekommen. Du möchtest sie zurück; wir kümmern uns darum.',
  ],
  [
    { status: 'teilbezahlt', received: 9_000, refund: 'ordered' },
    ...(['partial', 'none'] as const),
    'CHF 90.- von CHF 100.- sind angekommen. Sie gehen zurück.',
  ],
  [
    { status: 'abweichend' },
    ...(['review', 'support'] as const),
    'Deine Zahlung kam anders an, als sie verlangt war. Wir prüfen sie und schreiben dir. Bitte lade nicht noch einmal auf.',
  ],
  [
    { status: 'abweichend', received: 10_000 },
    ...(['review', 'support'] as const),
    'Deine Zahlung liess sich nicht verbuchen. Wir prüfen sie und schreiben dir. Bitte lade nicht noch einmal auf.',
  ],
  [{ status: 'zurueckbezahlt' }, 'refunded', 'none', 'Die Zahlung wurde zurückbezahlt.'],
  [{ status: 'erstattet' }, 'refunded', 'none', 'Die Zahlung wurde zurückbezahlt.'],
  [{ status: 'rueckbelastet' }, 'refunded', 'none', 'Deine Bank hat die Zahlung zurückgeholt.'],
])('of %j the payer reads one true sentence [FIX-02]', (changes, view, next, sentence) => {
  expect(paymentText({ ...BASE, ...changes })).toEqual({ view, next, sentence });
});

test('of all states two wait for a decision [FIX-01]', () => {
  expect(all.filter(waitsForDecision)).toEqual(['teilbezahlt', 'abweichend']);
});

test('the sentences name what came [FIX-01, FIX-02]', () => {
  const fact: PaymentFacts = {
    status: 'teilbezahlt',
    asked: 10_000,
    received: 9_000,
    credits: 100,
    bonus: 10,
    settled: 0,
    transfer: false,
    payable: false,
    refund: 'none',
  };
  expect(paymentText(fact).sentence).toBe(
    'CHF 90.- von CHF 100.- sind angekommen. Bitte lade nicht noch einmal auf.',
  );
  expect(paymentText({ ...fact, status: 'gutgeschrieben', credits: 90, bonus: 0 }).sentence).toBe(
    'Wir haben CHF 90.- erhalten und 90 Credits gutgeschrieben.',
  );
});

test.each([
  [9_995, '110 Credits sind gutgeschrieben.'],
  [10_005, '110 Credits sind gutgeschrieben.'],
  [10_050, '110 Credits sind gutgeschrieben.'],
  [20_000, '110 Credits sind gutgeschrieben. CHF 100.- gehen an dich zurück.'],
])(
  'of %i Rappen for 100 francs the payer reads what is credited and what goes back [EXP-97, BOF-95]',
  (received, sentence) => {
    const fact: PaymentFacts = {
      status: 'gutgeschrieben',
      asked: 10_000,
      received,
      credits: 100,
      bonus: 10,
      settled: 0,
      transfer: false,
      payable: false,
      refund: 'none',
    };
    expect(paymentText(fact).sentence).toBe(sentence);
  },
);

test('a part is headed by its amount, and what the house looks at by that [EXP-97]', () => {
  expect([undecidedTitle('partial'), undecidedTitle('review')]).toEqual([
    'Betrag weicht ab',
    'Zahlung wird geprüft',
  ]);
});

test('a payment waiting for a decision advises against topping up again [EXP-97]', () => {
  const fact: PaymentFacts = {
    status: 'teilbezahlt',
    asked: 10_000,
    received: 9_000,
    credits: 100,
    bonus: 10,
    settled: 0,
    transfer: false,
    payable: false,
    refund: 'none',
  };
  for (const status of nonEmpty(all.filter(waitsForDecision)))
    expect(paymentText({ ...fact, status }).sentence, status).toMatch(
      /Bitte lade nicht noch einmal auf\.$/,
    );
});

test('what settled a debt is said with what was credited [FIX-04]', () => {
  const fact: PaymentFacts = {
    status: 'gutgeschrieben',
    asked: 10_000,
    received: 10_000,
    credits: 100,
    bonus: 10,
    settled: 60,
    transfer: false,
    payable: false,
    refund: 'none',
  };
  expect(paymentText(fact).sentence).toBe(
    '110 Credits sind gutgeschrieben. 60 Credits davon glichen Offenes aus.',
  );
  expect(paymentText({ ...fact, received: 9_000, credits: 90, bonus: 0 }).sentence).toBe(
    'Wir haben CHF 90.- erhalten und 90 Credits gutgeschrieben. 60 Credits davon glichen Offenes aus.',
  );
});

test('money that came in is credited whatever was reported before, once [GUT-19]', () => {
  const open = all.filter(
    (status) =>
      ![
        'erstellt',
        'gutgeschrieben',
        'teilbezahlt',
        'abweichend',
        'erstattet',
        'zurueckbezahlt',
        'rueckbelastet',
      ].includes(status),
  );
  for (const status of nonEmpty(open)) {
    expect(after(status, 'gutschreiben'), status).toBe('gutgeschrieben');
    expect(after(status, 'abweichen'), status).toBe('abweichend');
  }
  for (const event of nonEmpty(events)) {
    if (event !== 'erstatten' && event !== 'rueckbelasten')
      expect(after('gutgeschrieben', event)).toBeNull();
  }
});

test('a final status is not replaced by a later worse one [GUT-19]', () => {
  for (const status of ['abgelehnt', 'abgebrochen', 'verfallen', 'gescheitert'] as const) {
    for (const event of ['ablehnen', 'abbrechen', 'verfallen', 'scheitern', 'eroeffnen'] as const)
      expect(after(status, event), `${status} ${event}`).toBeNull();
  }
});

test('a payment the provider has not answered for is opened or given up, nothing else [GUT-19]', () => {
  expect(events.filter((event) => after('erstellt', event) !== null)).toEqual([
    'eroeffnen',
    'scheitern',
  ]);
});

test('no sentence advises to top up again or to pay an unneeded rest [FIX-01, EXP-97]', () => {
  const fact = {
    asked: 1000,
    received: null,
    credits: 10,
    bonus: 0,
    settled: 0,
    transfer: false,
    payable: true,
  } as const;
  const words = (status: PaymentStatus, rest: 'needed' | 'settled', payable = true) =>
    paymentText({ ...fact, status, payable, refund: 'none', rest });
  expect(words('offen', 'needed').next).toBe('pay');
  expect(words('offen', 'settled')).toMatchObject({
    next: 'none',
    sentence: 'Dieser Rest wird nicht mehr gebraucht. Bitte bezahle ihn nicht.',
  });
  expect(words('offen', 'needed', false).sentence).toBe(
    'Die Zahlungsseite ist abgelaufen. Hast du dort bezahlt, kommen die Credits von selbst. Bezahle den Rest bei der ersten Zahlung noch einmal.',
  );
  for (const status of ['abgelehnt', 'abgebrochen', 'verfallen', 'gescheitert'] as const) {
    expect(words(status, 'needed')).toMatchObject({
      next: 'none',
      sentence: expect.stringMatching(/ersten Zahlung noch einmal\.$/),
    });
    expect(words(status, 'settled').next, status).toBe('none');
  }
});

test('a rest that failed keeps its sentence, with the way on only while it is needed [FIX-01, EXP-97]', () => {
  const declined = 'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht.';
  const words = (status: PaymentStatus, rest: 'needed' | 'settled') =>
    paymentText({ ...BASE, status, rest });
  expect(words('abgelehnt', 'needed')).toEqual({
    view: 'declined',
    next: 'none',
    sentence: `${declined} Bezahle den Rest bei der ersten Zahlung noch einmal.`,
  });
  expect(words('abgelehnt', 'settled')).toEqual({
    view: 'declined',
    next: 'none',
    sentence: declined,
  });
});

test('a rest that was paid is credited like any payment, whether it was needed or not [FIX-01]', () => {
  for (const rest of ['needed', 'settled'] as const)
    expect(paymentText({ ...BASE, status: 'gutgeschrieben', rest })).toEqual({
      view: 'credited',
      next: 'none',
      sentence: '110 Credits sind gutgeschrieben.',
    });
});

test('only what is open can be dropped by its payer [EXP-98]', () => {
  expect(nonEmpty(all).filter(mayDrop)).toEqual(['offen']);
});

test('a payment is named by its number [EXP-98]', () => {
  expect(paymentName(70_213)).toBe('Zahlung 70213');
});
