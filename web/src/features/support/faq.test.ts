import { PERSONAL_DATA } from '@samtrot/shared/legal/personal-data-rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import { expect, test } from 'vitest';
import { FAQ } from './faq.ts';

test('how long a message is kept is the same in the FAQ and on the privacy page [FIX-42, BOF-91]', () => {
  const asked = FAQ.flatMap(({ entries }) => entries).find(({ question }) =>
    question.includes('meine Nachricht?'),
  );
  const listed = PERSONAL_DATA.find(({ tables }) => tables.includes('thread'));
  const time = '180 Tage, nachdem wir sie erledigt haben';
  expect(listed?.kept).toContain(time);
  expect(asked?.answer.join(' ')).toContain(`${time}, wird sie gelöscht.`);
});

const answerOf = (part: string) =>
  nonEmpty(FAQ.flatMap(({ entries }) => entries).filter(({ question }) => question.includes(part)))
    .flatMap(({ answer }) => answer)
    .join(' ');

test('the FAQ names payments, states and the columns of the table as the product does [SUP-13, FIX-10]', () => {
  for (const name of nonEmpty(Object.values(PAYMENT_METHODS)))
    expect(answerOf('bezahlen?')).toContain(name);
  expect(answerOf('Credits da?')).toContain('im Verlauf als «Ausstehend».');
  for (const column of [
    ...[
      'Datum',
      'Zeit',
      'Art',
      'Text',
      'Eingang',
      'Ausgang',
      'Saldo in Credits',
      'in CHF dafür bezahlt',
      'MwSt.',
    ],
    ...['Satz', 'Belegnummer', 'Zahlungsart', 'Bestellnummer'],
  ])
    expect(answerOf('Belege?')).toContain(column);
});
