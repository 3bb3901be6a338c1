import { expect, test } from 'vitest';
import { isBuiltFile, isDashboard, mayKeep } from './shell-rules.ts';

const ORIGIN = 'https://portal.example';
const response = (type = 'text/html; charset=utf-8', changes: object = {}) => ({
  status: 200,
  type: 'basic' as const,
  redirected: false,
  headers: new Headers({ 'content-type': type }),
  ...changes,
});
const kept = (path: string, answer = response(), method = 'GET') =>
  mayKeep({ url: new URL(path, ORIGIN).href, method }, answer, ORIGIN);

test.each([
  '/assets/base-B2x_-9aZ.js',
  '/assets/app-styles-Cq01AbCd.css',
  '/assets/source-sans-core-D4kd8s0-.woff2',
  '/assets/ch-a1b2c3d4.svg',
])('the built file %s may be kept [EXP-114]', (path) => {
  expect(kept(path, response('text/javascript'))).toBe(true);
});

test('the document of the dashboard may be kept, whatever page it opens [EXP-114]', () => {
  for (const path of ['/home', '/inserate?status=aktiv', '/rabota/12', '/profil'])
    expect(kept(path), path).toBe(true);
});

test.each([
  ['an answer', '/api?action=state', 'application/json'],
  ['an answer that looks like a page', '/api?action=state', 'text/html'],
  ['an answer to the house', '/betrieb/api?action=customers', 'application/json'],
  ['a picture of an ad', '/media/9f0c.webp', 'image/webp'],
  ['a picture beside the built files', '/assets/photo-B2x_-9aZ.webp', 'image/webp'],
  ['a file that says who asks', '/assets/base-B2x_-9aZ.js?user_id=7', 'text/javascript'],
  ['a file that may change', '/assets/base.js', 'text/javascript'],
  ['another path below', '/assets/../media/9f0c-a1b2c3d4.svg', 'image/svg+xml'],
  ['a paper', '/documents/receipt.pdf', 'application/pdf'],
  ['data of a page of the dashboard', '/home', 'application/json'],
  ['a public page', '/kontakt', 'text/html'],
  ['the login', '/auth/login?weiter=%2Fprofil', 'text/html'],
  ["the house's view of a customer", '/betrieb/ansicht/7/home', 'text/html'],
  ['the same file of another server', 'https://other.example/assets/a-B2x_-9aZ.js', 'text/css'],
  ['a page of another server', 'https://other.example/home', 'text/html'],
])('%s is never kept [EXP-114]', (_what, path, type) => {
  expect(kept(path, response(type))).toBe(false);
});

test('only a whole response of our own to a plain request is kept [EXP-114]', () => {
  for (const path of ['/home', '/assets/base-B2x_-9aZ.js']) {
    expect(kept(path, response(), 'POST'), path).toBe(false);
    for (const change of [
      { status: 404 },
      { status: 206 },
      { status: 503 },
      { redirected: true },
      { type: 'opaque' as const },
      { type: 'opaqueredirect' as const, status: 0 },
    ])
      expect(kept(path, response(undefined, change)), JSON.stringify(change)).toBe(false);
  }
});

test('what the worker answers from its store are built files and pages of the dashboard [EXP-114]', () => {
  const asked = (path: string, method = 'GET') => ({ url: ORIGIN + path, method });
  expect(isBuiltFile(asked('/assets/base-B2x_-9aZ.js'), ORIGIN)).toBe(true);
  expect(isBuiltFile(asked('/assets/base-B2x_-9aZ.js', 'HEAD'), ORIGIN)).toBe(false);
  expect(isBuiltFile(asked('/service-worker.js'), ORIGIN)).toBe(false);
  expect(isDashboard(`${ORIGIN}/home?x`, ORIGIN)).toBe(true);
  expect(isDashboard(`${ORIGIN}/auth/login`, ORIGIN)).toBe(false);
});
