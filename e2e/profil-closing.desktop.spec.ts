import type { Page } from '@playwright/test';
import { expectLasts, expectStays, freeze, toast } from './clock.ts';
import {
  askForPassword,
  calls,
  current,
  dialog,
  expectFieldError,
  NOT_DELETED,
  nickname,
  openProfile,
  prove,
  SAVED,
  TOAST_MS,
} from './profil.ts';
import {
  advertiser,
  api,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  LOGIN_PAGE,
  mailedLink,
  PASSWORD,
  test,
} from './support.ts';

test(
  'a switch is on only for the text true, the newsletter unless it is the text false [PRO-14, PRO-15, X-30]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const shown = async (meta: object) => {
      await page.route('**/api?action=state', async (route) => {
        const answer = await route.fetch();
        const body = await answer.json();
        Object.assign(body.state.user_meta, meta);
        await route.fulfill({ response: answer, json: body });
      });
      await page.goto('/profil');
      await expect(page.getByRole('switch', { name: 'Newsletter' })).toBeVisible();
      await page.unroute('**/api?action=state');
      return page
        .getByRole('form', { name: 'Benachrichtigungen' })
        .getByRole('switch')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
    };
    expect(
      await shown({ expiry_alert: 'true', disable_messages: 'true', newsletter: 'true' }),
    ).toEqual([true, false, true]);
    expect(await shown({ expiry_alert: '1', disable_messages: true, newsletter: '' })).toEqual([
      false,
      true,
      true,
    ]);
    expect(await shown({ expiry_alert: '', disable_messages: '1', newsletter: undefined })).toEqual(
      [false, true, true],
    );
    expect(await shown({ expiry_alert: true, disable_messages: '', newsletter: 'false' })).toEqual([
      false,
      true,
      false,
    ]);
  },
);

test(
  'the switches wait for their button and a question, and failures lose none of them [PRO-16, PRO-20, X-40, ERR-077, ERR-078]',
  DEEP_ONLY,
  async ({ page, context }) => {
    await openProfile(page);
    const asked = calls(page);
    const reminder = page.getByRole('switch', { name: 'Erinnern, bevor ein Inserat abläuft' });
    const newsletter = page.getByRole('switch', { name: 'Newsletter' });
    const button = page.getByRole('button', { name: 'Benachrichtigungen speichern' });
    const question = dialog(page, 'Benachrichtigungen speichern?');
    const failure = toast(page, 'Fehler beim Speichern der Benachrichtigungen');
    const confirm = async () => {
      await button.click();
      await question.getByRole('button', { name: 'Speichern' }).click();
    };
    await expect(newsletter).toBeChecked();
    await reminder.focus();
    await page.keyboard.press('Space');
    await newsletter.click();
    await button.click();
    await expect(question).toContainText('Erinnern, bevor ein Inserat abläuftein');
    await expect(question).toContainText('Newsletteraus');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    expect(asked).toEqual([]);

    const repair = await breakAction(page, 'update_notifications');
    await confirm();
    await expect(failure).toHaveAttribute('role', 'alert');
    await expect(newsletter).not.toBeChecked();
    await failure.getByRole('button', { name: 'Meldung schliessen' }).click();
    await repair();
    await context.setOffline(true);
    await confirm();
    await expect(failure).toBeVisible();
    await context.setOffline(false);

    asked.length = 0;
    const sent = page.waitForRequest('**/api?action=update_notifications');
    await confirm();
    expect((await sent).postDataJSON()).toEqual({
      user_id: expect.any(Number),
      expiryAlert: true,
      disableMessages: false,
      newsletter: false,
    });
    await expect(
      toast(page, 'Benachrichtigungen erfolgreich gespeichert und aktualisiert'),
    ).toBeVisible();
    await expect.poll(() => asked).toEqual(['update_notifications', 'state']);
    await expect(button).toBeDisabled();
    await page.reload();
    await expect(reminder).toBeChecked();
    await expect(newsletter).not.toBeChecked();
  },
);

for (const { what, prepare, confirm, says, lasts, runs } of [
  {
    what: 'the saved profile [PRO-19, ERR-076]',
    prepare: (page: Page) => nickname(page).fill('Lena'),
    confirm: { button: 'Profil speichern', dialog: 'Profil speichern?', act: 'Speichern' },
    says: SAVED,
    lasts: expectLasts,
    runs: {},
  },
  {
    what: 'the saved switches [PRO-20, ERR-078]',
    prepare: (page: Page) => page.getByRole('switch', { name: 'Newsletter' }).click(),
    confirm: {
      button: 'Benachrichtigungen speichern',
      dialog: 'Benachrichtigungen speichern?',
      act: 'Speichern',
    },
    says: 'Benachrichtigungen erfolgreich gespeichert und aktualisiert',
    lasts: expectLasts,
    runs: DEEP_ONLY,
  },
  {
    what: 'a failed deletion [PRO-25]',
    prepare: (page: Page) => breakAction(page, 'delete_account'),
    confirm: { button: 'Konto löschen', dialog: 'Konto löschen?', act: 'Löschen' },
    says: NOT_DELETED,
    lasts: expectStays,
    runs: DEEP_ONLY,
  },
])
  test(
    `${what} shows a toast for three seconds, a failure until it is closed [PRO-17, EXP-73]`,
    runs,
    async ({ page, isMobile }) => {
      await advertiser(page);
      await page.clock.install();
      await page.goto('/profil');
      await prepare(page);
      await page.getByRole('button', { name: confirm.button }).click();
      const act = dialog(page, confirm.dialog).getByRole('button', { name: confirm.act });
      await expect(act).toBeVisible();
      await freeze(page);
      // A finger leaves no pointer behind, which would keep the message where it rests.
      await (isMobile ? act.tap() : act.click());
      await lasts(page, toast(page, says), TOAST_MS);
    },
  );

const askDeletion = (page: Page) => page.getByRole('button', { name: 'Konto löschen' }).click();
const deletion = (page: Page) => dialog(page, 'Konto löschen?');
const confirmDeletion = (page: Page) =>
  deletion(page).getByRole('button', { name: 'Löschen' }).click();

test(
  'deletion names the losses first; cancelled it sends nothing, failed it shows a message [PRO-16, PRO-22, PRO-25]',
  DEEP_ONLY,
  async ({ page, context }) => {
    await openProfile(page, { credits: 50 });
    const asked = calls(page);
    await askDeletion(page);
    await expect(deletion(page)).toContainText(
      'Dein Guthaben von 50 Credits verfällt und wird nicht zurückgezahlt.',
    );
    await expect(deletion(page)).toContainText(
      'Deine Inserate, Banner und Clubs gehen sofort offline.',
    );
    await expect(deletion(page)).toContainText(
      '72 Stunden lang kannst du es dir noch anders überlegen.',
    );
    const keep = deletion(page).getByRole('button', { name: 'Behalten' });
    await expect(keep).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keep.click();
    await expect(deletion(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Konto löschen' })).toBeFocused();
    expect(asked).not.toContain('delete_account');

    const failure = toast(page, NOT_DELETED);
    const repair = await breakAction(page, 'delete_account');
    await askDeletion(page);
    await confirmDeletion(page);
    await expect(failure).toHaveAttribute('role', 'alert');
    await expect(deletion(page)).toBeHidden();
    await failure.getByRole('button', { name: 'Meldung schliessen' }).click();
    await repair();
    await context.setOffline(true);
    await askDeletion(page);
    await confirmDeletion(page);
    await expect(failure).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL('/profil');
    expect((await api(page, 'state')).state).toMatchObject({ credits: 50 });
  },
);

test('a deleted account leaves nothing on the device and cannot log in [PRO-21, PRO-23, PRO-24]', async ({
  page,
  context,
}) => {
  const person = await openProfile(page, { credits: 50 });
  const other = await context.newPage();
  await other.goto('/home');
  await expect(other.getByRole('heading', { level: 1 })).toContainText(person.username);
  await page.bringToFront();
  await askForPassword(page, 'delete_account', 'password');
  await askDeletion(page);
  await confirmDeletion(page);
  await expect(current(page)).toBeFocused();
  await expectAccessible(page);
  await current(page).fill('Falsch-Geraten-1');
  await current(page).press('Enter');
  await expectFieldError(current(page), 'Das aktuelle Passwort stimmt nicht.');
  await current(page).fill(PASSWORD);
  const sent = page.waitForRequest('**/api?action=delete_account');
  await confirmDeletion(page);
  expect((await sent).postDataJSON()).toEqual({ user_id: expect.any(Number), password: PASSWORD });
  await expect(page).toHaveURL(LOGIN_PAGE);
  await expect(page.getByRole('alert')).toContainText('in 72 Stunden gelöscht');
  await expectAccessible(page);
  await expect(other).toHaveURL(LOGIN_PAGE);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(new RegExp(`session|${person.username}`));
  await page.goto('/profil');
  await expect(page).toHaveURL(LOGIN_PAGE);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Dein Konto wird gelöscht.');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Konto behalten' })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Wieder gehen' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/profil');
  await expect(page).toHaveURL(LOGIN_PAGE);
});

for (const [way, runs] of [
  ['the login', {}],
  ['the link in the mail', DEEP_ONLY],
] as const)
  test(
    `a deleted account is kept by ${way}, with its credits [ACC-12, EXP-86]`,
    runs,
    async ({ page }) => {
      const person = await openProfile(page, { credits: 50 });
      await askDeletion(page);
      await confirmDeletion(page);
      await prove(page);
      await expect(page).toHaveURL(LOGIN_PAGE);
      const press = () => page.getByRole('button', { name: 'Konto behalten' }).click();
      if (way !== 'the login') {
        await page.goto(await mailedLink(page, person.email, '/auth/keep-account'));
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await press();
        await expect(page.getByRole('alert')).toContainText('Dein Konto bleibt');
        await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
      }
      await page.getByLabel('E-Mail').fill(person.email);
      await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      if (way === 'the login') await press();
      await expect(page).toHaveURL('/home');
      expect((await api(page, 'state')).state).toMatchObject({
        user_email: person.email,
        credits: 50,
      });
    },
  );
