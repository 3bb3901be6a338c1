import type { Locator, Page } from '@playwright/test';
import { freeze } from './clock.ts';
import { fillAd, PLACED, placeAd } from './editor.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './support.ts';

const phone = (page: Page) => page.getByRole('textbox', { name: 'Telefon' });
const country = (page: Page) => page.getByRole('combobox', { name: 'Landesvorwahl', exact: true });
const list = (page: Page) => page.getByRole('listbox', { name: 'Landesvorwahl' });
const place = (page: Page, name: 'Nur Region' | 'Ort' | 'Ganze Adresse') =>
  page.getByRole('radio', { name: new RegExp(`^${name}`) });
/** The option that the keys have come to. */
async function expectActive(page: Page, name: string): Promise<void> {
  const id = await country(page).getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${id}"]`)).toContainText(name);
  await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
}

test('the chooser has two groups, Schweiz first, and flags from our own origin [EDI-53, EDI-63, EDI-65, EDI-67, CON-47, CON-48]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await expect(country(page)).toHaveText('Schweiz+41');
  await country(page).click();
  await expect(list(page).getByRole('group')).toHaveCount(2);
  for (const [name, first] of [
    ['Europa', 'Schweiz+41'],
    ['Weitere', 'Ägypten+20'],
  ] as const)
    await expect(list(page).getByRole('group', { name }).getByRole('option').first()).toHaveText(
      first,
    );
  expect(await list(page).getByRole('option').count()).toBeGreaterThan(84);
  await expect(list(page).getByRole('option', { selected: true })).toHaveText('Schweiz+41');
  const flag = list(page).getByRole('option', { name: 'Deutschland' }).locator('img');
  await expect
    .poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page, { within: '[role=listbox]' });
  await list(page).getByRole('option', { name: 'Deutschland' }).click();
  await expect(list(page)).toBeHidden();
  await expect(country(page)).toHaveText('Deutschland+49');
});

test('letters search the list, and after five seconds a new search begins [EDI-73, CON-50]', async ({
  page,
}) => {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/rabota');
  await country(page).focus();
  await freeze(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('de');
  await expectActive(page, 'Deutschland');
  await page.clock.runFor(4_900);
  await page.keyboard.type('a');
  // Still "dea", which is nowhere.
  await expectActive(page, 'Deutschland');
  await page.clock.runFor(5_100);
  await page.keyboard.type('a');
  await expectActive(page, 'Albanien');
  await page.keyboard.press('End');
  await expectActive(page, 'Vietnam');
  await page.keyboard.press('ArrowUp');
  await expectActive(page, 'Vereinigte Arabische Emirate');
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(country(page)).toHaveText('Schweiz+41');
  await page.clock.runFor(5_100);
  await page.keyboard.type('o');
  await page.keyboard.press('Enter');
  await expect(country(page)).toHaveText('Österreich+43');
  await expect(country(page)).toBeFocused();
});

test(
  'digits only, counted, shown with the 0 and sent without it [EDI-54, EDI-66, EDI-68, EDI-69, EDI-70, EDI-71, EDI-72]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    const field = page.locator('[data-slot=field]', { has: phone(page) });
    await phone(page).pressSequentially('a1b2');
    await expect(phone(page)).toHaveValue('12');
    await expect(field).toContainText('2 Ziffern');
    await phone(page).fill('');
    await phone(page).pressSequentially('791234567');
    await expect(field).toContainText('9 Ziffern');
    await phone(page).blur();
    await expect(phone(page)).toHaveValue('079 123 45 67');
    await expect(field).toContainText('10 Ziffern');
  },
);

test(
  'an international number moves the country; what is none is refused [EDI-58, EDI-59, EDI-60, CON-46, ERR-079, ERR-082]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    for (const [typed, shown, where] of [
      ['+4915112345678', '015112345678', 'Deutschland+49'],
      ['0041791234567', '079 123 45 67', 'Schweiz+41'],
      ['+381641234567', '0641234567', 'Serbien+381'],
    ] as const) {
      await phone(page).fill('');
      await phone(page).pressSequentially(typed);
      await expect(country(page)).toHaveText(where);
      await phone(page).blur();
      await expect(phone(page)).toHaveValue(shown);
      await expect(phone(page)).not.toHaveAttribute('aria-invalid');
    }
    for (const [typed, message] of [
      ['+4112345', 'Ungültiges Format'],
      ['+41791234567891234', 'Ungültiges Format'],
      ['', 'Dieses Feld ist erforderlich'],
    ] as const) {
      await phone(page).fill(typed);
      await phone(page).blur();
      await expect(phone(page)).toHaveAccessibleDescription(message);
    }
  },
);

test('switches, WhatsApp, website and address are saved and there again [EDI-55, EDI-56, EDI-57, EDI-61, EDI-62, EDI-77, EDI-78]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  const whatsapp = page.getByRole('textbox', { name: 'WhatsApp' });
  const allowed = page.getByRole('switch', { name: 'WhatsApp erlaubt' });
  const homepage = page.getByRole('textbox', { name: 'Webseite' });
  await fillAd(page, { title: 'Offene Türe' });
  await page.getByRole('switch', { name: 'SMS erlaubt' }).check();
  await expect(whatsapp).toBeHidden();
  await allowed.check();
  await whatsapp.fill('079 555 01 43');
  await allowed.uncheck();
  await expect(whatsapp).toBeHidden();
  await allowed.check();
  await expect(whatsapp).toHaveValue('');
  await whatsapp.blur();
  await whatsapp.fill('079 555 01 44');
  const format = 'Ungültiges Format';
  const refused = {
    'http://x.ch': 'Bitte gib eine Adresse mit https:// an.',
    'https://x y': format,
    'ohne-punkt': format,
  };
  for (const [wrong, text] of Object.entries(refused)) {
    await homepage.fill(wrong);
    await homepage.blur();
    await expect(homepage).toHaveAccessibleDescription(text);
  }
  await homepage.fill('example.ch');
  await homepage.blur();
  await expect(homepage).toHaveValue('https://example.ch');
  await expect(homepage).not.toHaveAttribute('aria-invalid');
  const times = page.getByRole('group', { name: 'Erreichbar' });
  await times.getByRole('button', { name: 'Zeiten' }).click();
  await expect(times).toHaveAccessibleDescription('Im Inserat steht «Täglich 10 bis 22 Uhr».');
  await times.getByRole('button', { name: 'Sonntag' }).click();
  await times.getByLabel('Bis').fill('02:00');
  await expect(times).toHaveAccessibleDescription(
    'Im Inserat steht «Montag bis Samstag 10 bis 2 Uhr».',
  );
  await place(page, 'Ganze Adresse').check();
  await expect(page.getByRole('combobox', { name: 'Land', exact: true })).toHaveValue('Schweiz');
  await page.getByRole('textbox', { name: 'Strasse und Nummer' }).fill('Langstrasse 88');
  await page.getByRole('textbox', { name: 'PLZ' }).fill('8004');
  await page.getByRole('textbox', { name: 'Ort', exact: true }).fill('Zürich');
  const saved = page.waitForResponse('**/api?action=saveInserat*');
  await placeAd(page);
  const { inserat } = (await (await saved).json()) as { inserat: { ID: number } };
  expect(inserat).toMatchObject({
    telefon: '+41795550142',
    sms_erlaubt: true,
    whatsapp_erlaubt: true,
    whatsapp: '+41795550144',
    homepage: 'https://example.ch',
    adresse_anzeigen: true,
    ort_anzeigen: true,
    erreichbar: {
      zeiten: [{ tage: [1, 2, 3, 4, 5, 6], von: '10:00', bis: '02:00' }],
      nach_absprache: false,
    },
    strasse_und_nummer: 'Langstrasse 88',
    postleitzahl: '8004',
    ort: 'Zürich',
    land: 'Schweiz',
  });
  // Another page that opens before is aborted.
  await expect(page).toHaveURL(PLACED);
  await page.goto(`/rabota/${inserat.ID}`);
  await expect(whatsapp).toHaveValue('079 555 01 44');
  await expect(page.getByRole('switch', { name: 'SMS erlaubt' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'PLZ' })).toHaveValue('8004');
  await expect(page.getByRole('button', { name: 'Als Entwurf Speichern' })).toBeHidden();
});

test('the address complains on leaving and is content while typing [EDI-74, EDI-75, EDI-76, EDI-77, EDI-79, EDI-80, EDI-81, EDI-82, CON-39, CON-40, CON-41, CON-42, CON-49, ERR-079, ERR-080, ERR-081]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await place(page, 'Ganze Adresse').check();
  for (const [label, min, max] of [
    ['Strasse und Nummer', 3, 100],
    ['Adresszusatz', 0, 100],
    ['PLZ', 4, 7],
    ['Ort', 2, 50],
  ] as const) {
    const field = page.getByRole('textbox', { name: new RegExp(`^${label}`) });
    if (min > 0) {
      await field.pressSequentially('a');
      await expect(field).not.toHaveAttribute('aria-invalid');
      await field.blur();
      await expect(field).toHaveAccessibleDescription(`Mindestens ${min} Zeichen erforderlich`);
      await field.pressSequentially('b'.repeat(min - 1));
      await expect(field).not.toHaveAttribute('aria-invalid');
      await field.fill('');
    }
    await field.blur();
    if (min > 0) await expect(field).toHaveAccessibleDescription('Dieses Feld ist erforderlich');
    else await expect(field).not.toHaveAttribute('aria-invalid');
    await field.fill('a'.repeat(max + 1));
    await field.blur();
    await expect(field).toHaveAccessibleDescription(`Maximal ${max} Zeichen erlaubt`);
    await field.fill('a'.repeat(max));
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
  await place(page, 'Nur Region').check();
  await expect(page.getByRole('textbox', { name: 'PLZ' })).toBeHidden();
});

test(
  'only what is chosen of an address is asked, and everybody can use these sections [EDI-83, EXP-51]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    const [street, code, town] = ['Strasse und Nummer', 'PLZ', 'Ort'].map((name) =>
      page.getByRole('textbox', { name, exact: true }),
    ) as [Locator, Locator, Locator];
    await expect(place(page, 'Nur Region')).toBeChecked();
    for (const field of [street, code, town]) await expect(field).toBeHidden();
    await place(page, 'Ort').check();
    await expect(street).toBeHidden();
    await code.fill('8004');
    await town.fill('Zürich');
    await expect(page.getByText('Im Inserat steht «8004 Zürich».')).toBeVisible();
    await place(page, 'Ganze Adresse').check();
    await street.fill('Langstrasse 88');
    await expect(page.getByText('Im Inserat steht «Langstrasse 88, 8004 Zürich».')).toBeVisible();
    await page.getByRole('switch', { name: 'WhatsApp erlaubt' }).check();
    const times = page.getByRole('group', { name: 'Erreichbar' });
    await times.getByRole('button', { name: 'Zeiten' }).click();
    await times.getByRole('button', { name: 'Andere Zeit an anderen Tagen' }).click();
    await expectAccessible(page, { within: '#kontakt' });
    await expectAccessible(page, { within: '#standort' });
    await expectNoSidewaysScroll(page);
    await times.getByRole('button', { name: 'nach Absprache' }).click();
    await page.getByRole('switch', { name: 'WhatsApp erlaubt' }).uncheck();
    await place(page, 'Nur Region').check();
    await fillAd(page, { title: 'Ohne Adresse' });
    await expect(page.getByText('Im Inserat steht nur «Zürich».')).toBeVisible();
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
    const { state } = await api(page, 'state');
    expect((state as { Inserats: object[] }).Inserats[0]).toMatchObject({
      adresse_anzeigen: false,
      ort_anzeigen: false,
      erreichbar: { zeiten: [], nach_absprache: true },
    });
  },
);
