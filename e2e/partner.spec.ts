import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { listedAd } from './list-ads.ts';
import {
  advertiser,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  ONE_SIZE,
  PARTNER_URL,
  test,
} from './support.ts';

const TEXT = 'Die Bilder habe ich auf meinem eigenen Profil gesehen.';

/** A word that only one ad of the whole run holds. */
const newWord = () => `Abend${randomBytes(5).toString('hex')}`;

async function enter(page: Page, path = '/') {
  await page.goto(PARTNER_URL + path);
  await page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
}

/** Searches for the word until the ad is there, and opens it. */
async function openAd(page: Page, word: string) {
  await expect(async () => {
    await page.goto(`${PARTNER_URL}/?suche=${word}`);
    await expect(page.getByRole('article')).toHaveCount(1, { timeout: 200 });
  }).toPass({ timeout: 20_000 });
  await page.getByRole('article').getByRole('link', { name: 'Lena', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lena' })).toBeVisible();
}

async function placed(page: Page): Promise<string> {
  const word = newWord();
  await advertiser(page, { credits: 50 });
  await listedAd(
    page,
    word,
    {
      inserat_typ: '1_week',
      whatsapp_erlaubt: true,
      whatsapp: '+41795550143',
      homepage: 'https://lena.example/ueber',
    },
    true,
  );
  return word;
}

const withoutScript = async (browser: Browser) =>
  (await browser.newContext({ javaScriptEnabled: false, locale: 'de-CH' })).newPage();

test('a visitor passes the gate, searches and opens an ad; each contact is reported to the site [PUB-02, PUB-05, decisions 7]', async ({
  page,
  isMobile,
}) => {
  const word = await placed(page);
  await page.context().clearCookies();
  await page.goto(`${PARTNER_URL}/?suche=${newWord()}`);
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
  await expect(page.getByRole('heading', { name: 'Keine Inserate gefunden' })).toBeVisible();
  await expectAccessible(page);
  await openAd(page, word);
  await expectStandsStill(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const path = new URL(page.url()).pathname;

  const call = page.getByRole('link', { name: '+41 79 555 01 42' });
  await expect(call).toHaveAttribute('href', 'tel:+41795550142');
  const visits: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') visits.push(new URL(request.url()).pathname);
  });
  const answered = page.waitForResponse(`${PARTNER_URL}${path}/telefon`);
  // The telephone itself stays where it is.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  if (isMobile) await call.tap();
  else await call.press('Enter');
  expect((await answered).status()).toBe(204);
  expect(visits).toEqual([`${path}/telefon`]);

  // The targets do not exist here; where the addresses lead is what counts.
  for (const [name, target] of [
    ['WhatsApp', 'https://wa.me/41795550143'],
    ['lena.example', 'https://lena.example/ueber'],
  ] as const) {
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('rel', /noopener noreferrer nofollow/);
    const answer = await page.request.get(PARTNER_URL + (await link.getAttribute('href'))!, {
      maxRedirects: 0,
    });
    expect([answer.status(), answer.headers().location]).toEqual([303, target]);
  }
});

test(
  'a report of an ad starts with a reason and leads to the contact form of the portal [PUB-13, SUP-22, decisions 7]',
  ONE_SIZE,
  async ({ page }) => {
    const word = await placed(page);
    await enter(page);
    await openAd(page, word);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.getByRole('link', { name: 'Inserat melden' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inserat melden' })).toBeVisible();
    await expect(page.getByRole('link', { name: '117' })).toHaveAttribute('href', 'tel:117');
    await expectStandsStill(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    // By keyboard alone; without a reason it goes nowhere.
    await page.getByRole('button', { name: 'Weiter zur Meldung' }).press('Enter');
    await expect(page).toHaveURL(`${PARTNER_URL}/inserat/${id}/melden`);
    await page.getByRole('radio', { name: 'Person wirkt minderjährig' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Zwang oder Ausbeutung' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/kontakt?inserat=${id}&grund=zwang`);
    const message = page.getByRole('textbox', { name: 'Nachricht' });
    await expect(message).toHaveValue(
      `Dringend: Zwang oder Ausbeutung\nIch möchte das Inserat ${id} melden.\n`,
    );
    await expect(page.getByRole('combobox', { name: 'Betreff' })).toHaveValue('other');
    await page.getByLabel('Name').fill('Lena Muster');
    await page.getByLabel('E-Mail', { exact: true }).fill('lena@beispiel.ch');
    await message.press('Control+End');
    await message.pressSequentially(TEXT);
    await page.getByRole('button', { name: 'Nachricht senden' }).click();
    const ticket = (await page.getByText(/^S-\d+$/).textContent())!;
    const mails = async () =>
      ((await (await page.request.get('/dev/mailbox.json')).json()) as { text: string }[]).filter(
        ({ text }) => text.includes(ticket),
      );
    await expect.poll(async () => (await mails()).length).toBe(1);
    expect((await mails())[0]!.text).toContain(
      `Dringend: Zwang oder Ausbeutung\nIch möchte das Inserat ${id} melden.`,
    );
    expect((await mails())[0]!.text).toContain(TEXT);
  },
);

test(
  'without a script the site does the same: gate, search, canton, ad, telephone, report [PUB-05, decisions 7]',
  ONE_SIZE,
  async ({ page, browser }) => {
    const word = await placed(page);
    const bare = await withoutScript(browser);
    await enter(bare, '/clubs');
    await expect(
      bare.getByRole('heading', { level: 1, name: 'Clubs in der Schweiz' }),
    ).toBeVisible();
    await bare.goto(PARTNER_URL);
    await bare.getByRole('searchbox', { name: 'Suchwort' }).fill(word);
    await bare.getByRole('combobox', { name: 'Kanton' }).selectOption('Zürich');
    await bare.getByRole('button', { name: 'Suchen' }).click();
    await expect(bare.getByRole('heading', { level: 1, name: 'Inserate in Zürich' })).toBeVisible();
    await openAd(bare, word);
    const path = new URL(bare.url()).pathname;
    await expect(bare.getByRole('link', { name: '+41 79 555 01 42' })).toHaveAttribute(
      'ping',
      `${path}/telefon`,
    );
    await bare.getByRole('link', { name: 'Inserat melden' }).click();
    await bare.getByRole('radio', { name: 'Falsche Telefonnummer' }).check();
    await bare.getByRole('button', { name: 'Weiter zur Meldung' }).click();
    await expect(bare).toHaveURL(/\/kontakt\?inserat=.*&grund=nummer$/);
    // No fields that nobody can send, but an address to write to.
    const form = bare.getByRole('region', { name: 'Nachricht schreiben' });
    await expect(form.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await expect(form.getByRole('textbox')).toHaveCount(0);
    await bare.context().close();
  },
);
