import { expect, test } from 'vitest';
import { documentsOf } from './documents.ts';

test('documents are sorted newest first, each with its searchable name', () => {
  const documents = documentsOf({
    statements: [
      { month: '2026-10', title: 'Oktober 2026', url: '/s/10' },
      { month: '2026-09', title: 'September 2026', url: '/s/09' },
    ],
    receipts: [
      {
        payment_id: 'b',
        number: '2026-000002',
        date: '2026-10-20T10:00:00.000Z',
        price: 47.5,
        credits: 50,
        bonus: 0,
        url: '/r/b',
        corrections: [
          {
            refund_id: 'c',
            number: null,
            date: '2026-11-02T10:00:00.000Z',
            amount: 47.5,
            url: '/c/c',
          },
        ],
      },
      {
        payment_id: 'a',
        number: '2026-000001',
        date: '2026-09-30T10:00:00.000Z',
        price: 100,
        credits: 100,
        bonus: 10,
        url: '/r/a',
        corrections: [],
      },
    ],
  });
  expect(documents.map(({ name, amount }) => [name, amount])).toEqual([
    ['Korrektur', -47.5],
    ['Monatsauszug Oktober 2026', undefined],
    ['Beleg 2026-000002', 47.5],
    ['Monatsauszug September 2026', undefined],
    ['Beleg 2026-000001', 100],
  ]);
});
