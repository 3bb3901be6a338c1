import type { Locator, Page } from '@playwright/test';
import { DESCRIPTION, expectStep, nextButton, PLACED } from './editor.ts';
import { expect, newPerson, PASSWORD, test } from './support.ts';

/** What the budgets allow from the landing page to an ad that is online. */
const MOST_TAPS = 15;

/** As long as a name may be, in the widest letters. */
const NAME = 'MAXIMILIANE VON BERN';

/** Counts the taps of this page from now on, across its documents. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('tapped', () => void taps++);
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => (window as unknown as { tapped(): void }).tapped(), true);
  });
  return () => taps;
}

test('a phone leads from the landing page to an ad online in 15 taps, and nothing is typed twice [EXP-01, EXP-43, EXP-68]', async ({
  page,
}) => {
  const taps = await countTaps(page);
  const person = newPerson();
  const typed: string[] = [];
  /** Into what has the focus, as the keyboard of a phone does. */
  const type = async (field: Locator, text: string) => {
    await expect(field).toBeFocused();
    typed.push(text);
    await page.keyboard.insertText(text);
  };
  /** «Weiter» of the keyboard. */
  const nextField = () => page.keyboard.press('Tab');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Gratis registrieren' }).first().tap();
  await page.getByLabel('Benutzername').tap();
  await type(page.getByLabel('Benutzername'), person.username);
  await nextField();
  await type(page.getByLabel('E-Mail'), person.email);
  for (const label of ['Passwort', 'Passwort bestätigen']) {
    const field = page.getByRole('textbox', { name: label, exact: true });
    await expect(async () => {
      await nextField();
      await expect(field).toBeFocused({ timeout: 100 });
    }).toPass();
    await type(field, PASSWORD);
  }
  await button('Registrieren').tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Zur Anmeldung' }).tap();
  await button('Anmelden').tap();
  await expect(page).toHaveURL('/home');
  await page.getByRole('main').getByRole('link', { name: 'Inserat erstellen' }).first().tap();

  await expectStep(page, 'Was');
  await button('Massage').tap();
  await nextButton(page).tap();
  await expectStep(page, 'Wo');
  await button('Zürich').tap();
  await nextButton(page).tap();
  await type(page.getByRole('textbox', { name: 'Name' }), NAME);
  await nextField();
  await type(page.getByRole('textbox', { name: 'Titel', exact: true }), 'NUR DAS NÖTIGSTE');
  const description = page.getByRole('textbox', { name: 'Beschreibung' });
  await expect(async () => {
    await nextField();
    await expect(description).toBeFocused({ timeout: 100 });
  }).toPass();
  await type(description, DESCRIPTION);
  await nextButton(page).tap();
  await expectStep(page, 'Bilder');
  await nextButton(page).tap();
  await type(page.getByRole('textbox', { name: 'Telefon' }), '079 555 01 42');
  await nextButton(page).tap();
  await expectStep(page, 'Extras und Start');
  await button('Inserat Aufgeben').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Aufgeben', exact: true }).tap();
  await expect(page).toHaveURL(PLACED);
  await expect(page.getByRole('heading', { name: 'Dein Inserat ist online.' })).toBeFocused();

  expect(taps()).toBeLessThanOrEqual(MOST_TAPS);
  // Each tap of the path is counted; a page that stopped counting would pass too.
  expect(taps()).toBeGreaterThan(MOST_TAPS - 3);
  expect(typed.filter((text, index) => typed.indexOf(text) < index)).toEqual([PASSWORD]);
});
