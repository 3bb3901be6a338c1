import { toast } from './clock.ts';
import {
  dialog,
  logIn,
  openSecurity,
  proveByPassword,
  startOver,
  switchOn,
  virtualAuthenticator,
} from './security.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PASSWORD,
  test,
} from './support.ts';

test('a passkey is added, logs in with one press, is renamed and removed [ACC-30, EXP-80]', async ({
  page,
}) => {
  await virtualAuthenticator(page);
  // Here the press logs in, not the offer in the field.
  await page.addInitScript(() => {
    if ('PublicKeyCredential' in globalThis)
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await advertiser(page);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Sicherheit' }).click();
  await expect(page).toHaveURL('/profil/sicherheit');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hinzufügen: Passkey' }).click();
  await dialog(page, 'Passkey hinzufügen').getByLabel('Name').fill('Laptop');
  await dialog(page, 'Passkey hinzufügen').getByRole('button', { name: 'Weiter' }).click();
  await expectAccessible(page);
  await proveByPassword(page);
  await expect(toast(page, 'Der Passkey ist hinzugefügt.')).toBeVisible();
  await expect(page.getByText('hinzugefügt am')).toBeVisible();

  await startOver(page);
  await expect(page.getByLabel('E-Mail')).toHaveAttribute('autocomplete', 'username webauthn');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page).toHaveURL('/home');

  await openSecurity(page);
  await expect(page.getByText('zuletzt benutzt am')).toBeVisible();
  await page.getByRole('button', { name: 'Umbenennen: Laptop' }).click();
  await dialog(page, 'Passkey umbenennen').getByLabel('Name').fill('Arbeit');
  await dialog(page, 'Passkey umbenennen').getByRole('button', { name: 'Umbenennen' }).click();
  await page.getByRole('button', { name: 'Entfernen: Arbeit' }).click();
  await dialog(page, 'Passkey entfernen?').getByRole('button', { name: 'Entfernen' }).click();
  // The new session has no proof yet; the passkey itself is one.
  await dialog(page, 'Bist du das?')
    .getByRole('button', { name: 'Mit Passkey bestätigen' })
    .click();
  await expect(toast(page, 'Der Passkey ist entfernt.')).toBeVisible();
  await expect(page.getByText('noch keiner')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hinzufügen: Passkey' })).toBeFocused();
});

test(
  'the browser offers the passkey in the field of the address [ACC-30, EXP-80]',
  DEEP_ONLY,
  async ({ page }) => {
    await virtualAuthenticator(page);
    await advertiser(page);
    await openSecurity(page);
    await page.getByRole('button', { name: 'Hinzufügen: Passkey' }).click();
    await dialog(page, 'Passkey hinzufügen').getByLabel('Name').fill('Laptop');
    await dialog(page, 'Passkey hinzufügen').getByRole('button', { name: 'Weiter' }).click();
    await proveByPassword(page);
    await expect(toast(page, 'Der Passkey ist hinzugefügt.')).toBeVisible();
    // The virtual person accepts what the browser offers, without a press.
    await startOver(page);
    await expect(page).toHaveURL('/home');
  },
);

test(
  'an account that waits for its deletion is kept by the passkey or the code just given [ACC-12, ACC-30, ACC-31]',
  DEEP_ONLY,
  async ({ page }) => {
    await virtualAuthenticator(page);
    await page.addInitScript(() => {
      if ('PublicKeyCredential' in globalThis)
        PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    const { email } = await advertiser(page);
    await openSecurity(page);
    await page.getByRole('button', { name: 'Hinzufügen: Passkey' }).click();
    await dialog(page, 'Passkey hinzufügen').getByLabel('Name').fill('Laptop');
    await dialog(page, 'Passkey hinzufügen').getByRole('button', { name: 'Weiter' }).click();
    await proveByPassword(page);
    await expect(toast(page, 'Der Passkey ist hinzugefügt.')).toBeVisible();
    const keep = page.getByRole('button', { name: 'Konto behalten' });
    const deleteAndGo = async () => {
      await api(page, 'delete_account', { password: PASSWORD });
      await startOver(page);
    };

    await deleteAndGo();
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await expect(keep).toBeFocused();
    await keep.click();
    await expect(page).toHaveURL('/home');

    await openSecurity(page);
    const { codes } = await switchOn(page);
    await deleteAndGo();
    await logIn(page, email);
    await page.getByRole('button', { name: 'Wiederherstellungscode eingeben' }).click();
    await page.getByLabel('Wiederherstellungscode').fill(codes[0]!);
    await page.getByRole('button', { name: 'Bestätigen' }).click();
    await expect(keep).toBeFocused();
    await keep.click();
    await expect(page).toHaveURL('/home');
  },
);

test('the next best step names the passkey at once [EXP-79, EXP-80]', async ({ page }) => {
  await advertiser(page, { confirmed: true });
  await page.goto('/profil/sicherheit');
  await page.getByRole('region', { name: 'Geht besser' }).getByRole('button').click();
  await expect(dialog(page, 'Passkey hinzufügen').getByLabel('Name')).toBeFocused();
});
