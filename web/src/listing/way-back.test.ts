import { expect, test } from 'vitest';
import { leaveList, returnToList, takeReturning } from './way-back.ts';

test('the page of an item leads back to the list as it was left for that item [EDI-17]', () => {
  leaveList(7, { q: 'jana', page: 2 });
  expect(returnToList(8)).toEqual({});
  expect(returnToList(7)).toEqual({ q: 'jana', page: 2 });
});

test('the item that leads back is known to the list once [EDI-17]', () => {
  returnToList(7);
  expect(takeReturning()).toBe(7);
  expect(takeReturning()).toBeUndefined();
});
