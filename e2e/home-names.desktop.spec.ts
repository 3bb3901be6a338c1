import type { Page } from '@playwright/test';
import { advertiser, api, DEEP_ONLY, expect, test } from './support.ts';

interface State {
  user_meta: { nickname: string };
  webseiten: { name: string; url: string; status: string }[];
}

/** From here on the account arrives with this change. */
async function alter(page: Page, change: (state: State) => void): Promise<void> {
  await page.route('**/api?action=state*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { state: State };
    change(body.state);
    await route.fulfill({ response, json: body });
  });
}

test('the greeting has the nickname, and the login name where there is none [HOM-05]', async ({
  page,
}) => {
  const { username, email } = await advertiser(page);
  const greeting = page.getByRole('heading', { level: 1 });
  await api(page, 'update_profile', { nickname: 'Lena am See', email });
  await page.goto('/home');
  await expect(greeting).toHaveText(/^Guten (Morgen|Tag|Abend), Lena am See$/);
  await expect(greeting.getByRole('link')).toHaveAccessibleDescription('Zum Profil');
  await alter(page, ({ user_meta }) => {
    user_meta.nickname = '';
  });
  await page.reload();
  await expect(greeting).toHaveText(new RegExp(`^Guten (Morgen|Tag|Abend), ${username}$`));
});

test(
  'Home offers the websites with status on, and not the one that is off [HOM-25]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await alter(page, (state) => {
      state.webseiten = [
        { name: 'Abgeschaltet', url: 'http://localhost/aus', status: 'off' },
        { name: 'Mondgarten', url: 'http://localhost/an', status: 'on' },
      ];
    });
    await page.goto('/home');
    const card = page.getByRole('region', { name: 'Hier erscheint dein Inserat' });
    await expect(card.getByText('1 online')).toBeVisible();
    await expect(card.getByRole('link')).toHaveText([/^Mondgarten/]);
  },
);
