import {
  advanceClock,
  advertiser,
  buySmallest,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './support.ts';

test('GUT-17 GUT-21 GUT-22 ERR-061 ERR-062 a declined and a cancelled payment say so and grant nothing', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/guthaben');
  await buySmallest(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ablehnen lassen' }).click();
  await expect(page.getByText('Zahlung fehlgeschlagen. Bitte versuche es erneut.')).toBeVisible();
  await buySmallest(page);
  const note = await page.evaluate(() => JSON.parse(sessionStorage.getItem('samtrot.payment') ?? '{}'));
  expect(note).toMatchObject({ type: 'credit_purchase', amount: 50, bonus: 0, total: 50 });
  expect(note.timestamp).toBeGreaterThan(Date.now() - 600_000);
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByText('Zahlung wurde abgebrochen. Keine Credits wurden abgebucht.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('0 Credits');
  await expect(page).toHaveURL('/guthaben');
});

test('GUT-19 GUT-20 a payment that is notified late is credited when the word comes, and an address alone grants nothing', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/guthaben?status=success&amount=1000');
  await expect(page).toHaveURL('/guthaben');
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('0 Credits');
  await expect(page.getByText('gutgeschrieben')).toBeHidden();
  // Somebody else's payment is asked about once.
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('action=payment_status')) asked++;
  });
  await page.goto('/guthaben?status=success&payment=3f0c8d1e-0000-4000-8000-00000000abcd');
  await expect(page).toHaveURL('/guthaben');
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(5_000);
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(1);

  await buySmallest(page);
  await page.getByRole('button', { name: 'Bezahlen, Meldung kommt später' }).click();
  await expect(page).toHaveURL('/guthaben');
  // Said only when the word does not come within two seconds.
  await expect(page.getByText('Deine Zahlung wird geprüft.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('0 Credits');
  advanceClock(60);
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('50 Credits');
});
