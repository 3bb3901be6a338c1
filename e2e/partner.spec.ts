import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { listedAd } from './list-ads.ts';
import {
  advertiser,
  DEEP_ONLY,
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
/** Like no word of an ad: «Abende…» would be corrected to «Abende». */
const newWord = () => `Kranich${randomBytes(5).toString('hex')}`;

async function enter(page: Page, path = '/') {
  await page.goto(PARTNER_URL + path);
  await page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
}

/** Searches for the word until the ad is there, and opens it. */
async function openAd(page: Page, word: string) {
  await expect(async () => {
    await page.goto(`${PARTNER_URL}/?suche=${word}`);
    await expect(page.getByRole('article')).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
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

test(
  'a visitor passes the gate, searches and opens an ad; each contact is reported to the site [PUB-02, PUB-05, decisions 7]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
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

    const call = page.getByRole('link', { name: isMobile ? 'Anrufen' : '079 555 01 42' });
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
  },
);

test(
  'a report of an ad is sent by keyboard alone and answered with a number [PUB-13, BOF-55, decisions 7]',
  ONE_SIZE,
  async ({ page }) => {
    const word = await placed(page);
    await enter(page);
    await openAd(page, word);
    const path = new URL(page.url()).pathname;
    await page.getByRole('link', { name: 'Inserat melden' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inserat melden' })).toBeVisible();
    await expect(page.getByRole('link', { name: '117' })).toHaveAttribute('href', 'tel:117');
    await expectStandsStill(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    // Without a reason it goes nowhere.
    await page.getByRole('button', { name: 'Meldung senden' }).press('Enter');
    await expect(page.getByText('Meldung hat die Nummer')).toHaveCount(0);
    await page.getByRole('radio', { name: /minderjährig/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /Zwang/ })).toBeChecked();
    await page.getByLabel('Was ist dir aufgefallen?').fill(TEXT);
    await page.getByLabel('E-Mail').fill('lena@beispiel');
    await page.getByRole('button', { name: 'Meldung senden' }).press('Enter');
    const refused = page.getByRole('alert');
    await expect(refused).toContainText(/E-Mail/);
    await expect(page.getByLabel('Was ist dir aufgefallen?')).toHaveValue(TEXT);
    await expect(page.getByRole('radio', { name: /Zwang/ })).toBeChecked();
    await page.getByLabel('E-Mail').fill('lena@beispiel.ch');
    await page.getByRole('button', { name: 'Meldung senden' }).press('Enter');
    await expect(page.getByRole('status')).toContainText(
      /Deine Meldung hat die Nummer M-\d+\. Wir sehen sie innert 2 Stunden an\./,
    );
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Zurück/ }).click();
    await expect(page).toHaveURL(PARTNER_URL + path);
  },
);

test(
  'without a script the site does the same: gate, search, canton, ad, telephone, report [PUB-05, BOF-55, decisions 7]',
  DEEP_ONLY,
  async ({ page, browser, isMobile }) => {
    const word = await placed(page);
    const bare = await withoutScript(browser);
    await enter(bare, '/clubs');
    await expect(
      bare.getByRole('heading', { level: 1, name: 'Clubs in der Schweiz' }),
    ).toBeVisible();
    await bare.goto(PARTNER_URL);
    if (isMobile) await bare.getByText('Filter', { exact: true }).click();
    await bare.getByRole('searchbox', { name: 'Suchwort' }).fill(word);
    await bare.getByRole('combobox', { name: 'Kanton' }).selectOption('Zürich');
    await bare.getByRole('button', { name: 'Suchen' }).click();
    await expect(bare.getByRole('heading', { level: 1, name: 'Inserate in Zürich' })).toBeVisible();
    await openAd(bare, word);
    const path = new URL(bare.url()).pathname;
    const call = bare.getByRole('link', { name: isMobile ? 'Anrufen' : '079 555 01 42' });
    await expect(call).toHaveAttribute('ping', `${path}/telefon`);
    await bare.getByRole('link', { name: 'Inserat melden' }).click();
    await bare.getByRole('radio', { name: 'Etwas anderes' }).check();
    await bare.getByRole('button', { name: 'Meldung senden' }).click();
    await expect(bare.getByText(/Meldung hat die Nummer M-\d+/)).toBeVisible();
    // A reload shows the receipt again, without a question whether to send again.
    const receipt = await bare.getByText(/Meldung hat die Nummer M-\d+/).textContent();
    await bare.reload();
    await expect(bare.getByText(receipt!)).toBeVisible();
    // The contact page of the portal leads to the same, with the ad of the address.
    await bare.goto(`/kontakt?inserat=${path.split('/').at(-1)}`);
    await expect(bare).toHaveURL(/\/melden\/inserat\//);
    await expect(bare.getByRole('heading', { level: 1, name: 'Inserat melden' })).toBeVisible();
    await expect(bare.getByRole('textbox', { name: /Inserat/ })).toHaveCount(0);
    await expectNoSidewaysScroll(bare);
    await bare.getByRole('radio', { name: 'Betrug oder Vorauszahlung' }).check();
    await bare.getByRole('button', { name: 'Meldung senden' }).click();
    await expect(bare.getByText(/Meldung hat die Nummer M-\d+/)).toBeVisible();
    await bare.context().close();
  },
);
