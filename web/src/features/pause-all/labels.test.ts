import { expect, test } from 'vitest';
import {
  amountText,
  barText,
  failureText,
  questionText,
  receiptsText,
  receiptText,
} from './labels.ts';
import { sampleReceipt as receipt } from './sample.ts';

const NOW = new Date('2026-11-21T13:10:00Z');

test('the question names what will go [T-DEL-04]', () => {
  expect(questionText({ inserate: 3, banners: 1, clubs: 1 })).toBe(
    '3 Inserate, 1 Banner und 1 Club verschwinden sofort.',
  );
  expect(questionText({ inserate: 1, banners: 0, clubs: 0 })).toBe(
    '1 Inserat verschwindet sofort.',
  );
  expect(questionText({ inserate: 0, banners: 0, clubs: 0 })).toBe(
    'Zurzeit ist nichts von dir online.',
  );
  expect(amountText({ inserate: 0, banners: 2, clubs: 2 })).toBe('2 Banner und 2 Clubs');
});

test('a website is named as done only with its receipt, and with the time it took [T-DEL-04]', () => {
  expect(receiptText(receipt())).toBe('entfernt nach 0.8 Sekunden');
  expect(receiptText(receipt({ confirmed: 0, confirmed_at: null, seconds: null }))).toBe(
    'noch nicht bestätigt',
  );
  expect(receiptText(receipt({ items: 3, confirmed: 2, seconds: null }))).toBe(
    '2 von 3 entfernt, Rest noch nicht bestätigt',
  );
  expect(receiptText(receipt({ items: 0, confirmed: 0, seconds: null }))).toBe(
    'hatte nichts von dir',
  );
  const open = receipt({ confirmed: 0, seconds: null });
  expect(receiptsText({ websites: [receipt(), receipt(), open] })).toBe(
    '2 von 3 Webseiten bestätigt.',
  );
  expect(receiptsText({ websites: [receipt(), receipt()] })).toBe(
    'Alle 2 Webseiten haben es bestätigt.',
  );
  expect(receiptsText({ websites: [receipt()] })).toBe('Die Webseite hat es bestätigt.');
  expect(receiptsText({ websites: [receipt({ items: 0, confirmed: 0 })] })).toBe(
    'Keine Webseite hatte etwas von dir.',
  );
});

test('the bar says since when, and does not claim more than is confirmed [T-DEL-04]', () => {
  const since = new Date('2026-11-21T13:03:00Z');
  expect(barText(since, NOW, { websites: [receipt()] })).toEqual([
    'Du bist überall offline seit 14:03.',
    'Nichts von dir ist zu sehen.',
  ]);
  const open = receipt({ confirmed: 0 });
  expect(barText(since, NOW, { websites: [open] })[1]).toBe(
    'Eine Webseite hat es noch nicht bestätigt.',
  );
  expect(barText(since, NOW, { websites: [open, open] })[1]).toBe(
    '2 Webseiten haben es noch nicht bestätigt.',
  );
});

test('a failure never sounds like success [T-DEL-04]', () => {
  for (const code of ['NETWORK', 'INTERNAL', 'UNREADABLE', 'UNAVAILABLE', 'TOO_MANY_ATTEMPTS'])
    for (const to of ['offline', 'online'] as const)
      expect(failureText({ code, message: 'Zu viele Versuche.' }, to)).toMatch(
        /^Nicht bestätigt: /,
      );
  expect(failureText(undefined, 'offline')).toContain('noch einmal');
  expect(failureText({ code: 'NETWORK', message: '' }, 'offline')).toContain('nicht erreichbar');
  expect(
    failureText({ code: 'TOO_MANY_ATTEMPTS', message: 'Zu viele Versuche.' }, 'online'),
  ).toContain('Zu viele Versuche.');
});
