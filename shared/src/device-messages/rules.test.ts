import { expect, test } from 'vitest';
import { isProtected, loginFor, wantedPage } from '../access/wanted-page.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import {
  type DeviceMessage,
  MESSAGE_KINDS,
  MESSAGE_LABELS,
  MESSAGE_PAGES,
  MESSAGE_TEXTS,
  PAGE_OF,
  readMessage,
} from './rules.ts';

const message: DeviceMessage = {
  kind: 'answer',
  title: 'Samtrot',
  body: MESSAGE_TEXTS.answer,
  icon: '/app-192.png',
  page: '/dashboard/kontakt',
};

test('switches and sentences are those of the lock screen [EXP-115]', () => {
  expect(MESSAGE_KINDS.map((kind) => [MESSAGE_LABELS[kind], MESSAGE_TEXTS[kind]])).toEqual([
    ['Laufzeit endet', 'Eine Laufzeit endet heute.'],
    ['Prüfung', 'Eine Prüfung ist abgeschlossen.'],
    ['Antwort', 'Du hast eine Antwort.'],
  ]);
});

test('a device takes what the house sends, and nothing beside it [EXP-115]', () => {
  expect(readMessage({ ...message, more: 1 })).toEqual(message);
  expect(readMessage({ ...message, icon: '/notizen-192.png' })).not.toBeNull();
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'Du hast eine Antwort.'],
  ['another kind', { ...message, kind: 'money' }],
  ['the sentence of another kind', { ...message, body: MESSAGE_TEXTS.ends }],
  ['another sentence', { ...message, body: 'Lena hat dir geschrieben.' }],
  ['another page', { ...message, page: '/guthaben' }],
  ['a foreign page', { ...message, page: 'https://boese.example' }],
  ['a picture', { ...message, icon: '/media/1.webp' }],
  ['no title', { ...message, title: undefined }],
])('a device shows no message of %s [EXP-115]', (_name, received) => {
  expect(readMessage(received)).toBeNull();
});

test('a tap opens a page behind the login, which leads there [EXP-115]', () => {
  expect(nonEmpty(Object.values(PAGE_OF)).toSorted()).toEqual([...MESSAGE_PAGES].toSorted());
  for (const page of MESSAGE_PAGES) {
    expect(isProtected(page), page).toBe(true);
    const [, wanted] = loginFor(page).split('?weiter=');
    expect(wantedPage(decodeURIComponent(wanted!))).toBe(page);
  }
});
