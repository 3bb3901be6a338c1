import { confirmationLink, current, dialog, email, openProfile, prove, save } from './profil.ts';
import {
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoPopupEntry,
  expectNoSidewaysScroll,
  LOGIN_PAGE,
  mailedLink,
  newPerson,
  PASSWORD,
  test,
} from './support.ts';

const NEW_PASSWORD = 'Wieder-Meines-2028';
const UNDO_PAGE = '/auth/undo-email';

test(
  'a new address asks for the password; cancelled, what was typed stays [EXP-84, ACC-10]',
  DEEP_ONLY,
  async ({ page }) => {
    const person = await openProfile(page);
    const fresh = newPerson().email;
    await email(page).fill(fresh);
    await save(page);
    await expect(current(page)).toBeFocused();
    await dialog(page, 'Profil speichern?').getByRole('button', { name: 'Abbrechen' }).click();
    await expect(email(page)).toHaveValue(fresh);
    expect((await api(page, 'state')).state).toMatchObject({
      user_email: person.email,
      pending_email: null,
    });
  },
);

test(
  'the link to the old address takes the change back in one press [ACC-11, EXP-85]',
  DEEP_ONLY,
  async ({ page, browser, baseURL }) => {
    const person = await openProfile(page);
    const fresh = newPerson().email;
    await email(page).fill(fresh);
    await save(page);
    await prove(page);
    await expectNoPopupEntry(page);
    await page.goto(await confirmationLink(page, fresh));
    await expect(page.getByRole('alert')).toContainText('gilt ab sofort');

    for (const path of ['/home', '/profil/sicherheit', '/profil']) {
      await page.goto(path);
      const note = page.locator('[data-slot=alert]', {
        hasText: `Deine E-Mail-Adresse ist jetzt ${fresh}.`,
      });
      await expect(note.getByRole('button', { name: 'Rückgängig machen' })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await email(page).fill(newPerson().email);
    await save(page);
    await expect(page.getByRole('alert')).toContainText('Deine E-Mail-Adresse wurde vor Kurzem');

    const owner = await browser.newPage({ baseURL: baseURL! });
    await owner.goto(await mailedLink(owner, person.email, UNDO_PAGE));
    await expect(owner).toHaveURL(UNDO_PAGE);
    await expectAccessible(owner);
    await owner.getByRole('button', { name: 'Rückgängig machen' }).click();
    await expect(owner.getByRole('alert').getByRole('paragraph')).toHaveText([
      'Alte Adresse gilt wieder',
      'Alle Geräte abgemeldet',
      /^Setze jetzt ein neues Passwort/,
    ]);
    await page.goto('/profil');
    await expect(page).toHaveURL(LOGIN_PAGE);
    await owner.goto(await mailedLink(owner, person.email, '/auth/reset-password'));
    await owner.getByRole('textbox', { name: 'Neues Passwort' }).fill(NEW_PASSWORD);
    await owner.getByRole('textbox', { name: 'Passwort bestätigen' }).fill(NEW_PASSWORD);
    await owner.getByRole('button', { name: 'Passwort speichern' }).click();
    await expect(owner.getByRole('dialog')).toContainText('erfolgreich zurückgesetzt');
    const login = (log: string, pwd: string) =>
      owner.request.post('/api?action=login', { data: { log, pwd } });
    expect((await login(fresh, PASSWORD)).status()).toBe(401);
    expect((await login(person.email, NEW_PASSWORD)).status()).toBe(200);
    await owner.close();
  },
);

test(
  'the profile takes the change back with the password and leads to the login [EXP-85]',
  DEEP_ONLY,
  async ({ page }) => {
    const person = await openProfile(page);
    const fresh = newPerson().email;
    await email(page).fill(fresh);
    await save(page);
    await prove(page);
    await expectNoPopupEntry(page);
    await page.goto(await confirmationLink(page, fresh));
    await expect(page.getByRole('alert')).toContainText('gilt ab sofort');
    await page.goto('/home');
    await page.getByRole('button', { name: 'Rückgängig machen' }).click();
    const question = dialog(page, 'Alte E-Mail-Adresse wieder einsetzen?');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Einsetzen' }).click();
    await expect(page).toHaveURL(LOGIN_PAGE);
    await expect(page.getByRole('alert')).toContainText('Deine alte E-Mail-Adresse gilt wieder.');
    await mailedLink(page, person.email, '/auth/reset-password');
  },
);
