import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { BANNER_STATUSES } from '@samtrot/shared/banners/status.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { BANNER_LIST, type BannerView } from './list.ts';
import { actionsOf } from './list-actions.ts';
import { BANNER_DIALOG_TYPES, questionOf } from './list-questions.ts';
import { sampleBanner, samplePicture } from './list-sample.ts';

const { listed, tabCounts, defaultView, sorts, viewFromSearch, searchOfView } = BANNER_LIST;
const ids = (banners: readonly Banner[]) => banners.map(({ ID }) => ID);
const view = (change: Partial<BannerView> = {}) => ({ ...defaultView, ...change });

test('four tabs in order; a hidden banner is with the drafts [BAN-02, BAN-10, BAN-11]', () => {
  expect(Object.values(BANNER_LIST.tabLabels)).toEqual([
    'Aktiv',
    'Geplant',
    'Entwürfe',
    'Abgelaufen',
  ]);
  const all = BANNER_STATUSES.map((status, i) => sampleBanner({ ID: i + 1, status }));
  const inTab = (tab: BannerView['tab']) =>
    listed(all, view({ tab })).items.map(({ status }) => status);
  expect(inTab('aktiv')).toEqual(['aktiv']);
  expect(inTab('geplant')).toEqual(['geplant']);
  expect(inTab('entwurf')).toEqual(['ausgeblendet', 'entwurf']);
  expect(inTab('abgelaufen')).toEqual(['abgelaufen']);
  expect(tabCounts(all)).toEqual({ aktiv: 1, geplant: 1, entwurf: 2, abgelaufen: 1 });
});

test.each([
  ['url', { url: 'https://garten-bar.example/neu' }, 'GARTEN-bar'],
  ['post_title', { post_title: 'Sommerfest' }, 'sommer'],
  ['text', { text: 'Abende in Öl' }, 'ÖL'],
  ['typ', { typ: 'a3' }, 'A3'],
  ['typ by its name', { typ: 'a3' }, 'popup'],
  ['status', { status: 'ausgeblendet' }, 'AUSGEBLENDET'],
  ['ID', { ID: 7788 }, '778'],
  ['image URL', { banner_bild: samplePicture('/b/Rosen-1.webp') }, 'rosen-1'],
  ['image URL as text', { banner_bild: '/b/Rosen-2.webp' }, 'ROSEN-2'],
] as const)('the search finds a part of %s whatever the case [BAN-03]', (_field, given, q) => {
  const hit = sampleBanner({ ID: 1, ...given });
  const tab = hit.status === 'ausgeblendet' ? 'entwurf' : 'aktiv';
  expect(ids(listed([hit, sampleBanner({ ID: 2 })], view({ q, tab })).items)).toEqual([hit.ID]);
});

test('the newest come first by default; by date it is the start, or the first save [BAN-04, BAN-05]', () => {
  const all = [
    sampleBanner({ ID: 1, start_at: '2026-12-03T10:00:00Z', created_at: '2026-11-01T10:00:00Z' }),
    sampleBanner({ ID: 3, start_at: null, created_at: '2026-12-02T10:00:00Z' }),
    sampleBanner({ ID: 2, start_at: '2026-12-01T10:00:00Z', created_at: '2026-11-30T10:00:00Z' }),
  ];
  const order = (sort: BannerView['sort']) => ids(listed(all, view({ sort })).items);
  expect(sorts).toEqual(['id_desc', 'id_asc', 'date_desc', 'date_asc']);
  expect(ids(listed(all, defaultView).items)).toEqual([3, 2, 1]);
  expect(order('id_asc')).toEqual([1, 2, 3]);
  expect(order('date_desc')).toEqual([1, 3, 2]);
  expect(order('date_asc')).toEqual([2, 3, 1]);
});

test('twelve banners a page [BAN-06, CON-04]', () => {
  const all = Array.from({ length: 13 }, (_, i) => sampleBanner({ ID: i + 1 }));
  expect(listed(all, view())).toMatchObject({ total: 13, pages: 2, from: 1, to: 12 });
  expect(listed(all, view({ page: 2 }))).toMatchObject({ page: 2, from: 13, to: 13 });
  expect(listed(all.slice(1), view()).pages).toBe(1);
});

test('the address holds the view and ignores values of another list [BAN-01]', () => {
  const changed = view({ tab: 'entwurf', q: 'linde', sort: 'date_asc', page: 3 });
  expect(viewFromSearch(searchOfView(changed))).toEqual(changed);
  expect(searchOfView(defaultView)).toEqual({});
  expect(viewFromSearch({ tab: 'ausgeblendet', sort: 'end_zeit_desc', page: 'x' })).toEqual(
    defaultView,
  );
});

test.each([
  ['aktiv', ['Ändern', 'Duplizieren', 'Ausblenden', 'Löschen']],
  ['geplant', ['Ändern', 'Duplizieren', 'Löschen', 'Sofort aktivieren']],
  ['entwurf', ['Ändern', 'Duplizieren', 'Löschen']],
  ['abgelaufen', ['Ändern', 'Duplizieren', 'Löschen']],
  ['ausgeblendet', ['Ändern', 'Duplizieren', 'Löschen', 'Einblenden']],
] as const)(
  'what is %s offers exactly its actions [BAN-11, BAN-12, BAN-13, BAN-14]',
  (status, labels) => {
    expect(actionsOf({ status }).map(({ label }) => label)).toEqual(labels);
  },
);

test.each(['aktiv', 'geplant', 'ausgeblendet'] as const)(
  'a held banner that is %s offers only changing and deletion [BOF-34]',
  (status) => {
    expect(actionsOf({ status }, true).map(({ label }) => label)).toEqual(['Ändern', 'Löschen']);
  },
);

test('each action has a short question and is free [BAN-15, BAN-16, BAN-17, BAN-18, BAN-19]', () => {
  expect([...BANNER_DIALOG_TYPES].sort()).toEqual(
    ['BANNER_EDIT', 'BANNER_DELETE', 'BANNER_DUPLICATE', 'BANNER_HIDE', 'BANNER_ACTIVATE'].sort(),
  );
  const verbs = {
    BANNER_EDIT: 'Ändern',
    BANNER_DELETE: 'Löschen',
    BANNER_DUPLICATE: 'Duplizieren',
    BANNER_HIDE: 'Ausblenden',
    BANNER_ACTIVATE: 'Sofort aktivieren',
  };
  for (const status of nonEmpty(BANNER_STATUSES))
    for (const type of nonEmpty(BANNER_DIALOG_TYPES)) {
      const { title, text, act, price } = questionOf(type, sampleBanner({ status }));
      expect(title, type).toMatch(/^Banner .+\?$/);
      expect(text, type).toMatch(/\.$/);
      expect(act, type).toBe(
        type === 'BANNER_ACTIVATE' && status === 'ausgeblendet' ? 'Einblenden' : verbs[type],
      );
      expect(price).toBe(0);
    }
});

test.each([
  ['geplant', 600, 'Du bekommst den ganzen Preis zurück: 600 Credits.'],
  ['aktiv', 0, 'Für die restliche Laufzeit wird nichts erstattet.'],
  ['ausgeblendet', 0, 'Für die restliche Laufzeit wird nichts erstattet.'],
  ['abgelaufen', 0, 'endgültig gelöscht.'],
  ['entwurf', 0, 'endgültig gelöscht.'],
] as const)('deleting a banner that is %s shows its refund [BAN-16]', (status, atLeast, words) => {
  const { refund, text, safe } = questionOf(
    'BANNER_DELETE',
    sampleBanner({ status, banner_credits: 600 }),
  );
  expect(refund).toEqual({ atLeast, more: false });
  expect(text.endsWith(words), text).toBe(true);
  expect(safe).toBe('Behalten');
});

test('hiding shows until when it can be undone, and that a hidden banner is not renewed [BAN-18]', () => {
  const text = (auto_extend: boolean) =>
    questionOf('BANNER_HIDE', sampleBanner({ auto_extend })).text;
  expect(text(false)).toContain('Bis 21.12.2026, 12:00 kannst du ihn wieder einblenden.');
  expect(text(false)).not.toContain('reaktiviert');
  expect(text(true)).toContain('Ausgeblendet wird er nicht automatisch reaktiviert.');
});
