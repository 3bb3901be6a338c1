import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { priceWords } from '@samtrot/shared/catalogue/price-words.ts';
import { EXPORT_OFFERED_MS, EXPORTS_A_DAY } from '@samtrot/shared/data-export/rules.ts';
import { HOLD_SENTENCES } from '@samtrot/shared/holds/sentences.ts';
import { DRAFT_KEPT_MS } from '@samtrot/shared/inserate/keeping-rules.ts';
import { PROMOTED_HOURS } from '@samtrot/shared/inserate/promotion-rules.ts';
import { WITHDRAW_MS } from '@samtrot/shared/inserate/withdraw-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { PERSONAL_DATA } from '@samtrot/shared/legal/personal-data-rules.ts';
import { KEEP_THREADS_MS } from '@samtrot/shared/support/thread-rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import { expect, test } from 'vitest';
import { faqOf } from './faq.ts';

const FAQ = faqOf(priceWords(PRICES));

test('how long a message is kept is the same in the FAQ and on the privacy page [FIX-42, FIX-46, BOF-91]', () => {
  const asked = FAQ.flatMap(({ entries }) => entries).find(({ question }) =>
    question.includes('meine Nachricht?'),
  );
  const listed = PERSONAL_DATA.find(({ tables }) => tables.includes('thread'));
  const time = `${KEEP_THREADS_MS / DAY_MS} Tage, nachdem wir sie erledigt haben`;
  expect(listed?.kept).toContain(time);
  expect(asked?.answer.join(' ')).toContain(`${time}, wird sie gelöscht.`);
  for (const text of [listed?.kept, asked?.answer.join(' ')])
    expect(text).toContain('sobald du deine Adresse bestätigt hast');
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

test('the FAQ takes the times of deletion, copy and holds from the product [SUP-13, ACC-12, FIX-46]', () => {
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
  for (const sentence of nonEmpty(HOLD_SENTENCES)) expect(answerOf('sperrt?')).toContain(sentence);
});
