import { sampleBanner } from '../web/src/features/banners/list-sample.ts';
import {
  cardOf,
  dialogOf,
  expectAsksAndActs,
  expectOffered,
  orderedBanner,
  showInstead,
} from './list-banners.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './support.ts';

test(
  'on a phone the sheet holds what each status offers [BAN-01, BAN-11, BAN-12, BAN-13, BAN-14]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const [planned, draft] = [
      { status: 'geplant' } as const,
      { status: 'entwurf', start_at: null, end_at: null } as const,
    ];
    await showInstead(page, {
      Banners: [
        ...[
          sampleBanner({ ID: 1 }),
          sampleBanner({ ID: 2, ...planned }),
          sampleBanner({ ID: 3, ...draft }),
        ],
        ...[
          sampleBanner({ ID: 4, status: 'abgelaufen' }),
          sampleBanner({ ID: 5, status: 'ausgeblendet' }),
        ],
      ],
    });
    for (const [tab, id, labels] of [
      ['aktiv', 1, ['Duplizieren', 'Ausblenden', 'Löschen']],
      ['geplant', 2, ['Duplizieren', 'Löschen', 'Sofort aktivieren']],
      ['entwurf', 3, ['Duplizieren', 'Löschen']],
      ['entwurf', 5, ['Duplizieren', 'Löschen', 'Einblenden']],
      ['abgelaufen', 4, ['Duplizieren', 'Löschen']],
    ] as const) {
      await page.goto(`/banner?tab=${tab}`);
      await expectOffered(page, true, id, [...labels]);
    }
    await expectNoSidewaysScroll(page);
  },
);

test(
  'on a phone a banner is hidden from its sheet [BAN-18, BAN-22, BAN-26]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 100 });
    const id = await orderedBanner(page);
    await page.goto('/banner');
    await cardOf(page, id).getByRole('button', { name: /^Mehr/ }).click();
    const items = page.locator('[data-slot=sheet-item]');
    await expect(items.first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('End');
    await expect(items.last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialogOf(page)).toHaveAttribute('data-type', 'BANNER_DELETE');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    await expect(cardOf(page, id).getByRole('button', { name: /^Mehr/ })).toBeFocused();
    await expectAsksAndActs(page, true, id, {
      button: 'Ausblenden',
      type: 'BANNER_HIDE',
      tab: 'Entwürfe',
      status: 'ausgeblendet',
    });
  },
);

test(
  'on a phone the banners are sorted in a dialog, and a new one is one press away [BAN-04]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await showInstead(page, {
      Banners: [
        sampleBanner({ ID: 11, post_title: 'Erster' }),
        sampleBanner({ ID: 12, post_title: 'Zweiter' }),
      ],
    });
    await page.goto('/banner');
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveText(['Zweiter', 'Erster']);
    await page.getByRole('button', { name: 'Sortieren' }).click();
    const radios = page.getByRole('dialog', { name: 'Sortieren' }).getByRole('radio');
    await expect(radios).toHaveText([
      'Neueste zuerst',
      'Älteste zuerst',
      'Startet zuletzt',
      'Startet zuerst',
    ]);
    await radios.nth(1).click();
    await expect(titles).toHaveText(['Erster', 'Zweiter']);
    await page.getByRole('link', { name: 'Banner aufgeben' }).click();
    await expect(page).toHaveURL('/banner_neu');
  },
);
