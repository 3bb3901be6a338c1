import { expect, test } from 'vitest';
import { startProgram } from '../testing/process/program.ts';
import { isBase64 } from './base64.ts';

test('letters of base64 and its end are told from anything else [BOF-100]', () => {
  for (const text of ['', 'QQ==', 'QUI=', 'QUJD', 'a+/9']) expect(isBase64(text), text).toBe(true);
  for (const text of ['Q===', 'QQ==QQ==', '=QQ', 'QQ\n', 'QQ-_', 'QQ ==', 'Ä', '='.repeat(9)])
    expect(isBase64(text), text).toBe(false);
});

test('a file of 50 MB is looked at in a process that no longer optimises patterns [BOF-100]', async () => {
  // A process of its own: a pattern that has been compiled once is not compiled again.
  const script = `
    import { setFlagsFromString } from 'node:v8';
    import { isBase64 } from './base64.ts';
    setFlagsFromString('--no-regexp-optimization');
    const text = 'A'.repeat(70 * 2 ** 20);
    const seen = [isBase64(text + '=='), isBase64(text + '.')];
    try {
      /^[A-Za-z\\d+/]+={0,2}$/.test(text);
    } catch ({ message }) {
      seen.push(message);
    }
    console.log(JSON.stringify(seen));`;
  const { ended, printed } = startProgram(script, { folder: import.meta.dirname });
  expect(await ended).toBe(0);
  expect(JSON.parse(printed())).toEqual([true, false, 'Maximum call stack size exceeded']);
});
