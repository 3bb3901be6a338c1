import type { Page } from '@playwright/test';
import { toast } from './clock.ts';
import {
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  mailsTo,
  PASSWORD,
  registered,
  test,
} from './support.ts';

const RESEND = '**/api?action=resend_confirmation';

const reminder = (page: Page) => page.locator('[data-slot=reminder]');
const resend = (page: Page) => reminder(page).getByRole('button', { name: 'Mail neu senden' });

/** The newest link that was mailed to the address to confirm it. */
async function confirmingToken(page: Page, to: string): Promise<string> {
  let token: string | undefined;
  await expect
    .poll(async () => {
      token = (await mailsTo(page, to))
        .map((mail) => mail.text.match(/confirm\?token=([\w-]+)/)?.[1])
        .find(Boolean);
      return token;
    })
    .toBeTruthy();
  return token!;
}

/** As if the person came back from another tab. */
const comeBack = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

test(
  'an unconfirmed address is one quiet line on Home and in the profile, on no other page [EXP-29]',
  DEEP_ONLY,
  async ({ page }) => {
    const { email } = await registered(page);
    await page.goto('/home');
    const sentence =
      'Bestätige noch deine E-Mail-Adresse. Nur so wissen wir, dass unsere Mails dich erreichen.';
    await expect(reminder(page)).toContainText(sentence);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    for (const path of ['/inserate', '/guthaben', '/profil/sicherheit']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(sentence)).toHaveCount(0);
    }
    await page.goto('/profil');
    await expect(page.getByText(sentence)).toBeVisible();

    await page.goto('/home');
    const token = await confirmingToken(page, email);
    await api(page, 'confirm_email', { token });
    await expect(reminder(page)).toBeVisible();
    await comeBack(page);
    await expect(reminder(page)).toHaveCount(0);
  },
);

test(
  'a new address that waits is named with the one that counts until then [X-02]',
  DEEP_ONLY,
  async ({ page }) => {
    const { username, email } = await registered(page);
    await api(page, 'confirm_email', { token: await confirmingToken(page, email) });
    await api(page, 'update_profile', {
      nickname: username,
      email: `neu-${email}`,
      current_password: PASSWORD,
    });
    await page.goto('/home');
    await expect(reminder(page)).toContainText(
      `Bestätige noch deine neue E-Mail-Adresse neu-${email}. Bis dahin gilt ${email}.`,
    );
  },
);

test(
  'the confirmation mail is sent again; rate limit, offline and failures show a message',
  DEEP_ONLY,
  async ({ page }) => {
    const { email } = await registered(page);
    await page.goto('/home');
    const mails = async () => (await mailsTo(page, email)).length;
    await expect.poll(mails).toBe(1);
    await resend(page).click();
    await expect(
      toast(page, 'Der Link ist unterwegs. Bitte überprüfe dein Postfach.'),
    ).toBeVisible();
    await expect.poll(mails).toBe(2);

    const tooMany = {
      success: false,
      code: 'TOO_MANY_ATTEMPTS',
      message: 'vom Server',
      retry_after: 82_000,
    };
    await page.route(RESEND, (route) => route.fulfill({ status: 429, json: tooMany }));
    await resend(page).click();
    await expect(
      toast(page, 'Zu viele Versuche. Bitte versuche es in 23 Stunden noch einmal.'),
    ).toHaveAttribute('role', 'alert');
    await page.unroute(RESEND);
    await page.route(RESEND, (route) => route.abort());
    await resend(page).click();
    await expect(toast(page, 'Keine Verbindung zum Server.')).toBeVisible();
    await page.unroute(RESEND);
    await page.route(RESEND, (route) => route.fulfill({ body: 'Gateway' }));
    await resend(page).click();
    await expect(toast(page, 'Die Mail konnte nicht gesendet werden.')).toBeVisible();
  },
);
