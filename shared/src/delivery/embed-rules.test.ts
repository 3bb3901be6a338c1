import { expect, test } from 'vitest';
import { listAddress, listSnippet, lookOf, USUAL_LOOK } from './embed-rules.ts';

const LIST = 'https://portal.example/embed/x/liste';

test('a look has four colours and its corners; what is none of them stays as usual [BOF-124]', () => {
  expect(USUAL_LOOK).toEqual({
    akzent: '8c1d37',
    grund: 'fffdfd',
    text: '38292b',
    rand: 'e7dfdf',
    ecken: 14,
  });
  expect(lookOf({})).toEqual(USUAL_LOOK);
  const odd = { akzent: 'red', grund: '#fff', text: ['000000'], rand: '00000', ecken: '-1' };
  expect(lookOf(odd)).toEqual(USUAL_LOOK);
  expect(lookOf({ akzent: 'x000000', ecken: '5px' })).toEqual(USUAL_LOOK);
  expect(lookOf({ ecken: 5 })).toEqual(USUAL_LOOK);
  expect(lookOf({ ecken: ['5'] })).toEqual(USUAL_LOOK);
  expect(lookOf({ akzent: '00AAff', ecken: '99', rand: '000000;x' })).toEqual({
    ...USUAL_LOOK,
    ...{ akzent: '00aaff', ecken: 32 },
  });
});

test('the line of HTML names the canton and what differs, escaped, in a sandbox without scripts [BOF-124]', () => {
  expect(listAddress(LIST, '', USUAL_LOOK)).toBe(LIST);
  const look = { ...USUAL_LOOK, akzent: '005f73', ecken: 0 };
  expect(listAddress(LIST, 'ZH', look)).toBe(`${LIST}?kanton=ZH&akzent=005f73&ecken=0`);
  const html = listSnippet(LIST, 'ZH', look);
  expect(html).toContain(`src="${LIST}?kanton=ZH&amp;akzent=005f73&amp;ecken=0"`);
  expect(html).toContain('title="Inserate"');
  expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(html).not.toMatch(/allow-(scripts|same-origin)|\n/);
});
