import { expect, test } from 'vitest';
import { inCanton } from './text.ts';

test('a heading names the canton as people do, with its article where it has one', () => {
  const names = ['Zürich', 'Aargau', 'Tessin', 'Waadt', 'Basel-Stadt'];
  expect(names.map(inCanton)).toEqual([
    'in Zürich',
    'im Aargau',
    'im Tessin',
    'in der Waadt',
    'in Basel-Stadt',
  ]);
});
