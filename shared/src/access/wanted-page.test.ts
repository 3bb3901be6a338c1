import { expect, test } from 'vitest';
import { isProtected, loginFor, wantedPage } from './wanted-page.ts';

test.each([
  '/guthaben',
  '/rabota/20038',
  '/rabota?schritt=4',
  '/inserate?tab=entwurf&suche=Z%C3%BCrich',
  '/zustellung/club/7?teil=statistik',
  '/dashboard/kontakt/S-10042',
  '/dashboard/kontakt/S-7',
  '/banner_edit/10042',
  '/clubs_edit/10042',
  '/zustellung/inserat/20038',
  '/zustellung/banner/70',
  '/guthaben?a=1?b=2',
  `/guthaben?a=${'x'.repeat(1_988)}`,
  '/guthaben?zurueck=https%3A%2F%2Fevil.example',
])('%s is opened after the login that names it [EXP-67]', (page) => {
  expect(wantedPage(page)).toBe(page);
  expect(loginFor(page)).toBe(`/auth/login?weiter=${encodeURIComponent(page)}`);
});

test.each([
  '//evil.example',
  '///evil.example/home',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/home',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /home',
  '/home\n',
  '/ho\tme',
  '/guthaben\r\nset-cookie: sid=1',
  '/guthaben?a=\u0000',
  '/guthaben?a=\\..',
  '/guthaben#//evil.example',
  '/guthaben/../auth/login',
  '/guthaben/..//evil.example',
  '/%2f/evil.example',
  '/auth/login',
  '/betrieb',
  '/api?action=logout',
  '/media/1.jpg',
  '/rabota/1e3',
  '/rabota/x',
  '/banner_edit/x',
  '/banner_edit/',
  '/clubs_edit/x',
  '/zustellung/club/x',
  '/zustellung/konto/7',
  '/dashboard/kontakt/S-x',
  `/guthaben?a=${'x'.repeat(1_989)}`,
  '/GUTHABEN',
  '/guthaben@evil.example',
  `/guthaben?a=${'x'.repeat(2_000)}`,
  'guthaben',
  '',
])('%j is no page that a login opens, so Home is [EXP-67]', (value) => {
  expect(wantedPage(value)).toBe('/home');
  expect(loginFor(value)).toBe('/auth/login');
});

test('an address that names nothing leads Home; Home is named with a query only [EXP-67]', () => {
  expect(wantedPage(null)).toBe('/home');
  expect(loginFor('/home')).toBe('/auth/login');
  expect(loginFor('/home?aufgegeben=7')).toBe('/auth/login?weiter=%2Fhome%3Faufgegeben%3D7');
  expect([isProtected('/home'), isProtected('/auth/login')]).toEqual([true, false]);
});
