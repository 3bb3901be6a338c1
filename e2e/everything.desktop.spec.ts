import { bannerState, fillTextLink, onButton, topUp600 } from './banner-wizard.ts';
import { fillClub, mainButton } from './clubs.ts';
import { fillAd, PLACED, placeAd } from './editor.ts';
import { api, buySmallest, expect, newPerson, PASSWORD, test } from './support.ts';

test('a new user registers, logs in, tops up, and buys an ad, a banner and a club [PUB-03]', async ({
  page,
}) => {
  const person = newPerson();
  const title = `Ruhige Stunden ${person.username}`;
  const credits = async () => (await bannerState(page)).credits;

  await page.goto('/auth/register');
  await page.getByLabel('Benutzername').fill(person.username);
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Passwort', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Passwort bestätigen' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page
    .getByRole('dialog', { name: 'Dein Konto ist bereit' })
    .getByRole('link', { name: 'Zur Anmeldung' })
    .click();
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL('/home');

  await page.goto('/guthaben');
  await buySmallest(page);
  await page.getByRole('button', { name: 'CHF 50.- bezahlen' }).click();
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('50 Credits');

  await page.goto('/rabota');
  await fillAd(page, { title, package: '1 Woche Premium' });
  await placeAd(page);
  await expect(page).toHaveURL(PLACED);
  expect(await credits()).toBe(10);

  await topUp600(page);
  const { webseiten } = await bannerState(page);
  await page.goto('/banner_neu');
  await fillTextLink(page, [webseiten[0]!.name]);
  await onButton(page, 'Banner bestellen').click();
  const order = page.getByRole('dialog', { name: 'Banner bestellen?' });
  await order.getByRole('button', { name: 'Bestellen', exact: true }).click();
  await expect(page).toHaveURL(/\/banner(\?|$)/);
  expect(await credits()).toBe(610 - 60);

  await page.goto('/clubs_neu');
  await fillClub(page);
  await mainButton(page, 'Club eintragen').click();
  await page
    .getByRole('dialog', { name: 'Club eintragen?' })
    .getByRole('button', { name: 'Eintragen' })
    .click();
  await expect(page).toHaveURL('/clubs');

  const { state } = await api(page, 'state');
  const all = state as Record<'Inserats' | 'Banners' | 'Clubs', object[]> & { credits: number };
  expect(all.Inserats).toMatchObject([{ titel: title, inserat_status: 'aktiv' }]);
  expect([all.Banners.length, all.Clubs.length, all.credits]).toEqual([1, 1, 550 - 50]);
});
