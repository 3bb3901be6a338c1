import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { isBase64 } from './base64.ts';

test('letters of base64 and its end are told from anything else [BOF-100]', () => {
  for (const text of ['', 'QQ==', 'QUI=', 'QUJD', 'a+/9']) expect(isBase64(text), text).toBe(true);
  for (const text of ['Q===', 'QQ==QQ==', '=QQ', 'QQ\n', 'QQ-_', 'QQ ==', 'Ä', '='.repeat(9)])
    expect(isBase64(text), text).toBe(false);
});

test('a file of 50 MB is looked at in a process that no longer optimises patterns [BOF-100]', () => {
  const text = 'A'.repeat(70 * 2 ** 20);
  // Each compiles anew, as the first look of such a process does.
  const whole = /^[A-Za-z\d+/]+={0,2}$/;
  setFlagsFromString('--no-regexp-optimization');
  try {
    expect(() => whole.test(text)).toThrow('Maximum call stack size exceeded');
    expect([isBase64(`${text}==`), isBase64(`${text}.`)]).toEqual([true, false]);
  } finally {
    setFlagsFromString('--regexp-optimization');
  }
});
