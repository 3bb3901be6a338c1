import { expect, test } from 'vitest';
import { orderAt } from './order-left.ts';

test('an order is left at the step and part of its saved item, a new one nowhere yet [BAN-57]', () => {
  const at = (pathname: string, schritt?: string, hash?: string) =>
    orderAt({ pathname, search: { schritt }, ...(hash && { hash }) });
  expect(at('/banner_edit/7', '4')).toEqual({ kind: 'banner', id: 7, step: 4, hash: '' });
  expect(at('/rabota/20001')).toEqual({ kind: 'inserat', id: 20001, step: null, hash: '' });
  expect(at('/clubs_neu')).toMatchObject({ kind: 'club', id: null });
  expect(at('/clubs_edit/3', undefined, 'laufzeit')).toMatchObject({ id: 3, hash: 'laufzeit' });
  for (const path of ['/banner_neu', '/rabota', '/clubs_edit', '/clubs_neu/3', '/guthaben'])
    expect(at(path, '2'), path).toBeNull();
});
