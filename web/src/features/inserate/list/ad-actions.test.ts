import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import { actionsOf, BOOSTS, boosted, boostPrice, renewable } from './ad-actions.ts';
import { sampleInserat } from './sample.ts';

const labels = (inserat_status: Inserat['inserat_status']) =>
  actionsOf({ inserat_status }).map(({ label }) => label);
const paid = { regions: 3, categories: 3, images: 10, dailyPushes: 0, datedPushes: 0 };
const premium = {
  ...paid,
  package: '1_week',
  planned: false,
  topAd: false,
  colour: false,
  story: false,
} as const satisfies Inserat['paid'];

test.each([
  ['aktiv', ['Push', 'Farbe', 'TopAd', 'Story', 'Duplizieren', 'Ausblenden', 'Löschen']],
  ['geplant', ['Push', 'Farbe', 'TopAd', 'Story', 'Sofort aktivieren', 'Duplizieren', 'Löschen']],
  ['entwurf', ['Duplizieren', 'Löschen']],
  ['abgelaufen', ['Reaktivieren', 'Duplizieren', 'Löschen']],
  ['ausgeblendet', ['Einblenden', 'Duplizieren', 'Löschen']],
] as const)(
  'what is %s offers exactly its actions [INS-13, INS-14, INS-15, INS-16, INS-36]',
  (status, expected) => {
    expect(labels(status)).toEqual(['Bearbeiten', ...expected]);
  },
);

test.each(['aktiv', 'geplant', 'ausgeblendet', 'abgelaufen', 'entwurf'] as const)(
  'a held ad that is %s offers only editing and deletion [BOF-34]',
  (inserat_status) => {
    expect(actionsOf({ inserat_status }, true).map(({ label }) => label)).toEqual([
      'Bearbeiten',
      'Löschen',
    ]);
  },
);

test('each action has a question of its own [INS-17, INS-18, INS-27]', () => {
  const all = (['aktiv', 'geplant', 'abgelaufen'] as const).flatMap((inserat_status) =>
    actionsOf({ inserat_status }),
  );
  const types = new Map(all.map(({ name, dialog }) => [name, dialog]));
  expect(Object.fromEntries(types)).toEqual({
    edit: 'AD_EDIT',
    push: 'AD_PUSH',
    colour: 'AD_COLOR',
    top: 'AD_TOP',
    story: 'AD_STORY',
    activate: 'AD_ACTIVATE',
    reactivate: 'AD_REACTIVATE',
    duplicate: 'AD_DUPLICATE',
    hide: 'AD_HIDE',
    delete: 'AD_DELETE',
  });
});

test('the prices of highlighting, and what is booked instead [INS-31, INS-32, INS-33, INS-34]', () => {
  const plain = sampleInserat();
  const prices = BOOSTS.map((boost) => [boost, boostPrice(PRICES, plain, boost)]);
  expect(Object.fromEntries(prices)).toEqual({ push: 5, colour: 20, top: 80, story: 10 });
  expect(boosted(plain, 'push')).toBeNull();
  expect(boosted(plain, 'colour')).toBeNull();
  const all = sampleInserat({
    push_taglich: true,
    push_times: ['09:00', '18:00'],
    inserat_farbe: true,
    inserat_topad: true,
    inserat_story: true,
  });
  expect(boosted(all, 'push')).toBe('2× täglich');
  for (const boost of ['colour', 'top', 'story'] as const)
    expect(boosted(all, boost)).toBe('gebucht');
});

test('only a running, planned or hidden premium ad has the renewal switch [INS-40, INS-41, INS-44]', () => {
  const has = (given: Partial<Inserat>) => renewable(sampleInserat({ paid: premium, ...given }));
  expect(has({ inserat_status: 'aktiv' })).toBe(true);
  expect(has({ inserat_status: 'geplant' })).toBe(true);
  expect(has({ inserat_status: 'ausgeblendet' })).toBe(true);
  expect(has({ inserat_status: 'aktiv', paid: { ...premium, package: 'free' } })).toBe(false);
  expect(has({ inserat_status: 'abgelaufen', paid: null })).toBe(false);
  expect(has({ inserat_status: 'entwurf', paid: null })).toBe(false);
});
