import { expect, expectAccessible, expectNoSidewaysScroll, layoutShift, test } from './support.ts';

test('PUB-03 the landing page stands still, is accessible and asks nobody else', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('PUB-21 FRM-29 a visitor is sent from protected pages to the login, and unknown paths show the 404 page', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(page).toHaveURL('/auth/login');
  const answer = await page.goto('/gibt-es-nicht');
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('main').getByRole('link', { name: /Anmelden|Login/i })).toBeVisible();
});
