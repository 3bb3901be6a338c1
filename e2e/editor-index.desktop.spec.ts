import { DESCRIPTION } from './editor.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, expect, expectAccessible, test } from './support.ts';

test('the index stays in sight, marks the section in view, and tells what is missing [EXP-49]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  const index = page.getByRole('navigation', { name: 'Abschnitte' });
  const link = (name: string | RegExp) => index.getByRole('link', { name });
  await expect(index.getByRole('link')).toHaveCount(11);
  await expect(link(/^Paket/)).toHaveAttribute('aria-current', 'location');
  await expect(link(/^Text/)).toHaveText('Text3 offen');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lena');
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Ruhige Abende');
  await page.getByRole('textbox', { name: 'Beschreibung' }).fill(DESCRIPTION);
  await expect(link('Text vollständig')).toBeVisible();
  await expect(index.getByTitle('3 von 8 Abschnitten vollständig')).toContainText(
    '3 von 8Abschnitten vollständig',
  );

  await link(/^Kontakt/).click();
  await expect(link(/^Kontakt/)).toHaveAttribute('aria-current', 'location');
  await expect(page.getByRole('heading', { name: 'Kontakt' })).toBeInViewport();
  const box = (await index.boundingBox())!;
  const heading = (await page.getByRole('heading', { name: 'Kontakt' }).boundingBox())!;
  expect(heading.y).toBeGreaterThanOrEqual(box.y + box.height);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(link(/^Veröffentlichung/)).toHaveAttribute('aria-current', 'location');
  await expect(index).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test('what is scrolled below the index is covered by it, the badge of a picture too [EXP-49]', async ({
  page,
}) => {
  await advertiser(page);
  const id = await listedAd(page, 'Ruhige Abende', { inserat_typ: 'free' }, true);
  await page.goto(`/rabota/${id}`);
  const badge = page.getByText('Hauptbild', { exact: true });
  await expect(badge).toBeVisible();
  const index = (await page.getByRole('navigation', { name: 'Abschnitte' }).elementHandle())!;
  const covered = await badge.evaluate((element, bar) => {
    // The index sticks from the first of them on.
    for (let i = 0; i < 2; i++) {
      const top = element.getBoundingClientRect().top - bar.getBoundingClientRect().top;
      scrollBy({ top: top - 4, behavior: 'instant' });
    }
    const { left, top: y, width, height } = element.getBoundingClientRect();
    return bar.contains(document.elementFromPoint(left + width / 2, y + height / 2));
  }, index);
  expect(covered).toBe(true);
});
