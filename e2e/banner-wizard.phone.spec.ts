import {
  bannerIdOf,
  bannerState,
  fillTextLink,
  next,
  onButton,
  stepTitle,
} from './banner-wizard.ts';
import { toast } from './clock.ts';
import {
  advertiser,
  buySmallest,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';

test('a text link is ordered on a phone, with the bar at the foot [BAN-41, BAN-56, BAN-58, BAN-59, BAN-64, CON-80]', async ({
  page,
}) => {
  await advertiser(page, { credits: 600 });
  await page.goto('/banner_neu');
  const bar = page.locator('[data-slot="wizard-bar"]');
  await expect(bar).toContainText('1/4');
  await expect(bar.getByRole('button', { name: 'Zurück' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page, SEEN_ELSEWHERE);
  await expectNoSidewaysScroll(page);
  await fillTextLink(page, ['Mondgarten']);
  await expect(bar).toContainText('4/4');
  await expect(page.getByText('Verbleibendes Guthaben')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await bar.getByRole('button', { name: 'Zurück' }).tap();
  await expect(bar).toContainText('3/4');
  await expectNoSidewaysScroll(page);
  await next(page);
  await bar.getByRole('button', { name: 'Banner bestellen' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Bestellen', exact: true }).tap();
  await expect(toast(page, 'Banner erfolgreich bestellt!')).toBeVisible();
  await expect(page).toHaveURL('/banner');
  const { credits, Banners } = await bannerState(page);
  expect(credits).toBe(540);
  expect(Banners).toMatchObject([
    { status: 'aktiv', typ: 'a4', text: 'Studio Linde', url: 'https://studio-linde.ch' },
  ]);
});

test('the bar is there up to 639 px, the steps and buttons from 640 px [BAN-59, CON-80]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/banner_neu');
  await expect(onButton(page, 'Weiter')).toHaveCount(1);
  const bar = page.locator('[data-slot="wizard-bar"]');
  const steps = page.locator('[data-slot="stepper"]');
  await page.setViewportSize({ width: 639, height: 844 });
  await expect(bar).toBeVisible();
  await expect(steps).toBeHidden();
  await page.setViewportSize({ width: 640, height: 844 });
  await expect(bar).toBeHidden();
  await expect(steps).toBeVisible();
  await expect(onButton(page, 'Weiter')).toHaveCount(1);
});

test(
  'topping up leads back to the step of the banner, which opens where it was left [EXP-46, BAN-57, GUT-29]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/banner_neu');
    await fillTextLink(page, ['Mondgarten']);
    const lastStep = stepTitle(page, 'Auf welchen Webseiten?');
    await page.getByRole('link', { name: 'lade Guthaben auf' }).tap();
    const waiting = page.getByRole('region', { name: 'Wartet auf Credits' });
    await expect(waiting).toContainText('Dein Banner ist gesichert, so wie du ihn verlassen hast.');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.clock.install();
    await buySmallest(page);
    await page.getByRole('button', { name: /^CHF .* bezahlen$/ }).tap();
    const arrived = page.locator('[data-slot=success-overlay]');
    await expect(arrived).toContainText('50 Credits gutgeschrieben');
    await expect(waiting).toBeVisible();
    await expectAccessible(page);
    await arrived.getByRole('link', { name: 'Weiter mit deinem Banner' }).tap();
    await expect(lastStep).toBeVisible();
    await expect(page).toHaveURL(/\/banner_edit\/\d+\?schritt=4$/);
    await expect(page.getByRole('checkbox', { name: /^Mondgarten/ })).toBeChecked();
    const path = `/banner_edit/${bannerIdOf(page)}`;
    // Whoever came back is led there no more.
    await page.goto('/guthaben');
    await expect(page.getByRole('heading', { name: 'Guthaben aufladen' })).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await page.goto(path);
    await expect(lastStep).toBeVisible();
  },
);
