import {
  advertiser,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ONE_SIZE,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';

test(
  'new terms are asked for above every page until they are accepted [BOF-129]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    // Real ones would ask everybody in all journeys.
    let asked: { number: number; valid_from: string } | null = {
      number: 2,
      valid_from: '2026-11-01T00:00:00.000Z',
    };
    await page.route('**/api?action=get_notices*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), terms: asked } });
    });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('action=accept_terms')) return;
      sent.push(request.postDataJSON());
      asked = null;
    });
    await page.goto('/guthaben');
    const bar = page.getByRole('alert').filter({ hasText: 'Neue Bedingungen' });
    await expect(bar).toContainText(
      'Sie gelten seit 01.11.2026. Bis du einverstanden bist, kannst du nichts kaufen.',
    );
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, SEEN_ELSEWHERE);
    await bar.getByRole('link', { name: 'Ansehen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Rechtliches' })).toBeVisible();
    await bar.getByRole('button', { name: 'Einverstanden' }).click();
    await expect(
      page.getByText('Danke. Die neuen Bedingungen gelten für dein Konto.'),
    ).toBeVisible();
    await expect(bar).toHaveCount(0);
    expect(sent).toEqual([{ number: 2 }]);
  },
);
