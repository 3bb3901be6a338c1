import { PLACED, placeButton, savedAd } from './editor.ts';
import { account } from './list-ads.ts';
import { advertiser, expect, test } from './support.ts';

test('placing a draft requires a confirmation with its price; cancelling places nothing [EDI-11, EDI-15, EDI-22]', async ({
  page,
}) => {
  await advertiser(page);
  const id = await savedAd(page, { titel: 'Noch ein Entwurf', post_status: 'draft' });
  const statusOf = async () =>
    (await account(page)).ads.find(({ ID }) => ID === id)?.inserat_status;
  await page.goto(`/rabota/${id}`);
  const question = page.getByRole('dialog', { name: 'Inserat aufgeben?' });
  await placeButton(page).click();
  await expect(question).toContainText('kostet nichts');
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(question).toBeHidden();
  expect(await statusOf()).toBe('entwurf');
  await placeButton(page).click();
  await question.getByRole('button', { name: 'Aufgeben', exact: true }).click();
  await expect(page).toHaveURL(PLACED);
  expect(await statusOf()).toBe('aktiv');
});
