import { PERSONAL_DATA } from '@samtrot/shared/legal/personal-data-rules.ts';
import { expect, test } from 'vitest';
import { FAQ } from './faq.ts';

test('how long a message is kept is the same in the FAQ and on the privacy page [FIX-42]', () => {
  const asked = FAQ.flatMap(({ entries }) => entries).find(({ question }) => question.includes('meine Nachricht?'));
  const listed = PERSONAL_DATA.find(({ tables }) => tables.includes('message'));
  // Nothing notes an answer yet, so nothing may promise a time after it.
  expect(listed?.kept).toBe('180 Tage nach dem Eingang');
  expect(asked?.answer.join(' ')).toContain(`${listed?.kept} wird sie gelöscht.`);
});
