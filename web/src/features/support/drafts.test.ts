import { expect, test } from 'vitest';
import { dropDraft, keepDraft, keptKey } from './draft.ts';
import { dropReply, keepReply, keptReply, replyKeys } from './thread-drafts.ts';

test('a reply keeps its key over a look at another page, until it has arrived [EXP-92]', () => {
  const key = replyKeys('S-10042').keyOf('Guten Tag', []);
  expect(replyKeys('S-10042').keyOf('Guten Tag', [])).toBe(key);
  expect(replyKeys('S-10043').keyOf('Guten Tag', [])).not.toBe(key);
  replyKeys('S-10042').forget();
  expect(replyKeys('S-10042').keyOf('Guten Tag', [])).not.toBe(key);
});

test('a reply that arrived is dropped, not what was typed meanwhile [EXP-92]', () => {
  keepReply('S-10044', 'Guten Tag');
  dropReply('S-10044', 'Guten Tag');
  expect(keptReply('S-10044')).toBe('');
  keepReply('S-10044', 'Guten Tag und danke');
  dropReply('S-10044', 'Guten Tag');
  expect(keptReply('S-10044')).toBe('Guten Tag und danke');
});

test('a draft keeps its key while its text changes, until it has arrived [EXP-92]', () => {
  const key = keptKey();
  for (const message of ['Guten Abend', '', 'Guten Morgen']) {
    keepDraft({ subject: 'ad', message });
    expect(keptKey()).toBe(key);
  }
  dropDraft();
  expect(keptKey()).not.toBe(key);
});

test('a draft that was emptied begins another conversation [EXP-92]', () => {
  keepDraft({ subject: 'ad', message: 'Guten Abend' });
  const key = keptKey();
  keepDraft({ subject: '', message: '' });
  expect(keptKey()).not.toBe(key);
});
