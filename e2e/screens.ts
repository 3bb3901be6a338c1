/**
 * `npm run screens -w e2e -- [FOLDER [NAMES]]`: a picture of every screen, or of those whose names
 * match, on phone and desktop in both themes. `npm run screens -w e2e -- --docs`: the small ones of
 * the README, written to docs/pictures.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { showDelivery } from './delivery-receipts.ts';
import { DEMO_PASSWORD, NEWCOMER, startDemo, VETERAN } from './demo.ts';
import { newAdAt, openStep } from './editor.ts';
import { holdSwitch } from './offline.ts';
import { writePicture } from './pictures.ts';
import { HOUSE_SCREENS, houseCookies } from './screens-house.ts';

const TOP_UP = /Credits für CHF .* aufladen/;
const SIZES = { '390': { width: 390, height: 844 }, '1440': { width: 1440, height: 900 } };
const docs = process.argv[2] === '--docs';
const wanted = new RegExp(process.argv[3] ?? '');
const folder = docs
  ? join(import.meta.dirname, '../docs/pictures')
  : resolve(process.argv[2] ?? join(tmpdir(), 'samtrot-screens'));

/** What the README shows: one window of a screen, from `top` pixels on. */
const DOCS: Record<string, { scheme: 'light' | 'dark'; top: number }> = {
  landing: { scheme: 'light', top: 0 },
  guthaben: { scheme: 'light', top: 0 },
  inserate: { scheme: 'light', top: 0 },
  'inserat-bearbeiten': { scheme: 'dark', top: 130 },
  'partner-liste': { scheme: 'light', top: 0 },
};

interface Screen {
  name: string;
  url: string;
  /** E-mail address of the account; absent for a visitor. */
  as?: string;
  /** Logged in to the back office. */
  house?: boolean;
  /** Brings the page into the state that is to be seen. */
  prepare?(page: Page): Promise<unknown>;
}

await using demo = await startDemo({ partner: true });
const PORTAL = demo.portal;
const PARTNER = demo.partnerSite;

const SCREENS: Screen[] = [
  { name: 'landing', url: PORTAL },
  { name: 'login', url: `${PORTAL}/auth/login` },
  { name: 'register', url: `${PORTAL}/auth/register`, prepare: typeWeakPassword },
  { name: 'kontakt', url: `${PORTAL}/kontakt` },
  { name: 'support', url: `${PORTAL}/dashboard/kontakt`, as: VETERAN },
  { name: 'datenschutz', url: `${PORTAL}/datenschutz` },
  { name: 'rechtliches', url: `${PORTAL}/rechtliches` },
  { name: 'impressum', url: `${PORTAL}/impressum` },
  { name: 'impressum-innen', url: `${PORTAL}/dashboard/impressum`, as: VETERAN },
  { name: '404', url: `${PORTAL}/gibt-es-nicht` },
  { name: 'home', url: `${PORTAL}/home`, as: VETERAN },
  { name: 'home-neu', url: `${PORTAL}/home`, as: NEWCOMER },
  { name: 'guthaben', url: `${PORTAL}/guthaben`, as: VETERAN },
  { name: 'guthaben-dialog', url: `${PORTAL}/guthaben`, as: VETERAN, prepare: openTopup },
  { name: 'zahlung', url: `${PORTAL}/guthaben`, as: VETERAN, prepare: goToPayment },
  { name: 'inserate', url: `${PORTAL}/inserate`, as: VETERAN },
  {
    name: 'inserate-entwuerfe',
    url: `${PORTAL}/inserate`,
    as: VETERAN,
    prepare: openTab('Entwürfe'),
  },
  { name: 'inserate-leer', url: `${PORTAL}/inserate`, as: NEWCOMER },
  { name: 'inserat-neu', url: `${PORTAL}/rabota`, as: VETERAN },
  { name: 'inserat-neu-fehler', url: `${PORTAL}/rabota`, as: NEWCOMER, prepare: placeEmpty },
  { name: 'inserat-bearbeiten', url: `${PORTAL}/inserate`, as: VETERAN, prepare: editFirst },
  ...(['Ausblenden', 'Push', 'TopAd', 'Farbe', 'Story', 'Löschen'] as const).map((act) => ({
    name: `inserate-frage-${act.toLowerCase()}`,
    url: `${PORTAL}/inserate`,
    as: VETERAN,
    prepare: askAd(act),
  })),
  { name: 'inserat-medien', url: `${PORTAL}/inserate`, as: VETERAN, prepare: editMedia },
  { name: 'inserat-bildmenue', url: `${PORTAL}/inserate`, as: VETERAN, prepare: openPictureMenu },
  {
    name: 'inserat-foto',
    url: PORTAL + newAdAt('Bilder'),
    as: NEWCOMER,
    prepare: openPhotoTools,
  },
  { name: 'inserat-kosten', url: `${PORTAL}/rabota`, as: VETERAN, prepare: openCost },
  ...['Aktiv', 'Geplant', 'Entwürfe', 'Abgelaufen'].map((tab) => ({
    name: `banner-${tab.toLowerCase()}`,
    url: `${PORTAL}/banner`,
    as: VETERAN,
    prepare: openTab(tab),
  })),
  // Clubs have no drafts; planned ones stand under Aktiv.
  ...['Aktiv', 'Abgelaufen'].map((tab) => ({
    name: `clubs-${tab.toLowerCase()}`,
    url: `${PORTAL}/clubs`,
    as: VETERAN,
    prepare: openTab(tab),
  })),
  { name: 'banner-leer', url: `${PORTAL}/banner`, as: NEWCOMER },
  { name: 'banner-frage', url: `${PORTAL}/banner`, as: VETERAN, prepare: askBanner },
  { name: 'banner-neu-typ', url: `${PORTAL}/banner_neu`, as: VETERAN },
  { name: 'banner-neu-inhalt', url: `${PORTAL}/banner_neu`, as: VETERAN, prepare: wizardTo(2) },
  { name: 'banner-neu-fehler', url: `${PORTAL}/banner_neu`, as: NEWCOMER, prepare: wizardRefused },
  { name: 'banner-neu-zeit', url: `${PORTAL}/banner_neu`, as: VETERAN, prepare: wizardTo(3) },
  { name: 'banner-neu-bestellung', url: `${PORTAL}/banner_neu`, as: VETERAN, prepare: wizardTo(4) },
  { name: 'clubs-leer', url: `${PORTAL}/clubs`, as: NEWCOMER },
  { name: 'club-neu', url: `${PORTAL}/clubs_neu`, as: VETERAN },
  { name: 'club-neu-fehler', url: `${PORTAL}/clubs_neu`, as: VETERAN, prepare: orderEmptyClub },
  { name: 'club-bearbeiten', url: `${PORTAL}/clubs`, as: VETERAN, prepare: editClub },
  {
    name: 'zustellung',
    url: `${PORTAL}/inserate`,
    as: VETERAN,
    prepare: openDelivery('zustellung'),
  },
  { name: 'statistik', url: `${PORTAL}/inserate`, as: VETERAN, prepare: openDelivery('statistik') },
  {
    name: 'zustellung-banner',
    url: `${PORTAL}/banner`,
    as: VETERAN,
    prepare: openDelivery('zustellung'),
  },
  {
    name: 'statistik-banner',
    url: `${PORTAL}/banner`,
    as: VETERAN,
    prepare: openDelivery('statistik'),
  },
  { name: 'offline-frage', url: `${PORTAL}/home`, as: VETERAN, prepare: askOffline },
  { name: 'offline', url: `${PORTAL}/home`, as: VETERAN, prepare: goOffline },
  { name: 'profil', url: `${PORTAL}/profil`, as: VETERAN },
  { name: 'profil-fehler', url: `${PORTAL}/profil`, as: VETERAN, prepare: typeBadProfile },
  { name: 'profil-speichern', url: `${PORTAL}/profil`, as: VETERAN, prepare: askProfile },
  { name: 'profil-passwort', url: `${PORTAL}/profil`, as: VETERAN, prepare: askPassword },
  { name: 'profil-neue-adresse', url: `${PORTAL}/profil`, as: NEWCOMER, prepare: changeAddress },
  { name: 'profil-loeschen', url: `${PORTAL}/profil`, as: VETERAN, prepare: askDeletion },
  { name: 'partner-altersfreigabe', url: PARTNER },
  { name: 'partner-liste', url: PARTNER, prepare: passGate },
  { name: 'partner-inserat', url: PARTNER, prepare: openFirstAd },
  { name: 'partner-clubs', url: `${PARTNER}/clubs`, prepare: passGate },
  { name: 'partner-club', url: `${PARTNER}/clubs`, prepare: openFirstClub },
  ...HOUSE_SCREENS.map(({ name, path, out, ...more }) => ({
    name: `betrieb-${name}`,
    url: `${PORTAL}/betrieb${path}`,
    house: !out,
    ...more,
  })),
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(await launchOptions());
let houseState: Awaited<ReturnType<typeof houseCookies>> | undefined;
for (const [width, viewport] of Object.entries(SIZES)) {
  const phone = width === '390';
  if (docs && phone) continue;
  const options = {
    viewport,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    hasTouch: phone,
    isMobile: phone,
  };
  for (const screen of SCREENS) {
    if (docs ? !DOCS[screen.name] : !wanted.test(screen.name)) continue;
    if (screen.house) houseState ??= await houseCookies(PORTAL);
    const context = await browser.newContext({
      ...options,
      reducedMotion: 'reduce',
      ...(screen.house && houseState && { storageState: houseState }),
    });
    await take(context, screen, width).catch((error: unknown) =>
      console.error(`${screen.name} ${width}:`, error),
    );
    await context.close();
  }
}
await browser.close();
console.log(folder);

async function take(
  context: BrowserContext,
  { name, url, as, prepare }: Screen,
  width: string,
): Promise<void> {
  context.setDefaultTimeout(10_000);
  if (as)
    await context.request.post(`${PORTAL}/api?action=login`, {
      data: { log: as, pwd: DEMO_PASSWORD },
    });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  for (const colorScheme of ['light', 'dark'] as const) {
    if (docs && DOCS[name]?.scheme !== colorScheme) continue;
    await page.emulateMedia({ colorScheme });
    await page.evaluate((top) => scrollTo(0, top), docs ? (DOCS[name]?.top ?? 0) : 0);
    if (docs) {
      await writePicture(page, join(folder, `${name}.webp`));
      continue;
    }
    await page.screenshot({
      path: join(folder, `${name}-${width}-${colorScheme}.png`),
      fullPage: true,
    });
  }
}

async function typeWeakPassword(page: Page): Promise<void> {
  await page.getByLabel('Benutzername').fill('lena_zh');
  await page.getByLabel('E-Mail').fill('lena@beispiel.ch');
  await page.getByRole('textbox', { name: 'Passwort', exact: true }).fill('Abendrot27');
}

async function openTopup(page: Page): Promise<void> {
  await page.getByRole('button', { name: TOP_UP }).nth(1).click();
  await page.getByRole('dialog').waitFor();
}

async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: TOP_UP }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zur Zahlung' }).click();
  await page.getByRole('heading', { name: 'Zahlung' }).waitFor();
}

function openTab(name: string) {
  return (page: Page) => page.getByRole('tab', { name }).click();
}

async function placeEmpty(page: Page): Promise<void> {
  await openStep(page, 'Extras und Start');
  await shown(page, 'Inserat Aufgeben').click();
}

async function editFirst(page: Page): Promise<void> {
  const edit = page.getByRole('button', { name: /Inserat \d+ bearbeiten/ });
  await edit.filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bearbeiten' }).click();
}

async function typeBadProfile(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Spitzname' }).fill('ab');
  await page.getByRole('textbox', { name: 'E-Mail Adresse' }).fill('abc');
  await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('abc1');
  await page.getByRole('textbox', { name: 'Passwort bestätigen' }).fill('abc');
  await page.getByRole('textbox', { name: 'Passwort bestätigen' }).blur();
}

async function askProfile(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Spitzname' }).fill('Lena aus der Altstadt');
  await page
    .getByRole('textbox', { name: 'E-Mail Adresse' })
    .fill(`neu${Math.random()}@samtrot.example`);
  await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('Abendrot27');
  await page.getByRole('textbox', { name: 'Passwort bestätigen' }).fill('Abendrot27');
  await page.getByRole('button', { name: 'Profil speichern' }).click();
  await page.getByRole('dialog').waitFor();
}

async function askPassword(page: Page): Promise<void> {
  await page.route('**/api?action=update_profile', (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, code: 'REAUTHENTICATION_REQUIRED', message: '' },
    }),
  );
  await askProfile(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await page.getByLabel('Aktuelles Passwort').waitFor();
}

async function changeAddress(page: Page): Promise<void> {
  await page
    .getByRole('textbox', { name: 'E-Mail Adresse' })
    .fill(`neu${Math.random()}@samtrot.example`);
  await page.getByRole('button', { name: 'Profil speichern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await page.getByLabel('Aktuelles Passwort').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('wartet auf Bestätigung').waitFor();
}

async function askDeletion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Konto löschen' }).click();
  await page.getByRole('dialog').waitFor();
}

function passGate(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
}

async function openFirstAd(page: Page): Promise<void> {
  await passGate(page);
  // Not by a press: a banner may lie over it.
  const path = await page.locator('a[href^="/inserat/"]').first().getAttribute('href');
  await page.goto(PARTNER + path);
}

function shown(page: Page, name: string | RegExp): Locator {
  return page
    .getByRole('button', { name })
    .or(page.getByRole('link', { name }))
    .filter({ visible: true })
    .first();
}

/** On a phone it stands in the sheet of a card, but not of one that the house holds. */
async function pressIn(page: Page, name: string | RegExp): Promise<void> {
  const sheets = page.getByRole('button', { name: /^Mehr/ }).filter({ visible: true });
  for (const more of (await shown(page, name).count()) === 0 ? await sheets.all() : []) {
    await more.click();
    await page.getByRole('dialog').waitFor();
    if ((await shown(page, name).count()) > 0) break;
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await shown(page, name).click();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await pressIn(page, name);
  await page.getByRole('dialog').last().waitFor();
}

function askAd(act: string) {
  return (page: Page) => press(page, new RegExp(act));
}

async function askBanner(page: Page): Promise<void> {
  await press(page, /Löschen|löschen/);
}

/** From the first card of a list. */
function openDelivery(part: 'zustellung' | 'statistik') {
  return async (page: Page) => {
    await showDelivery(page);
    const wanted = /^Wo dein/;
    if ((await shown(page, wanted).count()) === 0) await shown(page, /^Mehr/).click();
    await shown(page, wanted).click();
    if (part === 'statistik') await page.getByRole('tab', { name: 'Statistik' }).click();
  };
}

async function askOffline(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Überall offline' }).click();
  await page.getByRole('dialog').waitFor();
}

/** Nothing is thrown: the demo is seen by others after it. */
async function goOffline(page: Page): Promise<void> {
  await holdSwitch(page);
  await askOffline(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Offline gehen' }).click();
  await page.locator('[data-slot=offline-bar]').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function editMedia(page: Page): Promise<void> {
  await editFirst(page);
  await openStep(page, 'Bilder');
  const pictures = page.getByRole('region', { name: 'Bilder' });
  await pictures.waitFor();
  await pictures.evaluate((section) => section.scrollIntoView());
}

async function openPictureMenu(page: Page): Promise<void> {
  await editMedia(page);
  await page.getByRole('button', { name: 'Optionen von Bild 1' }).click();
}

async function openPhotoTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bild zuerst bearbeiten' }).click();
  await page
    .locator('.edit-first input[type=file]')
    .setInputFiles(join(import.meta.dirname, '../server/src/seed/pictures/room.jpg'));
  await page.getByRole('dialog').waitFor();
}

async function openCost(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /1 Woche Premium/ }).check();
  if (page.viewportSize()!.width < 1000) await shown(page, /Kosten/).click();
}

function wizardTo(step: 2 | 3 | 4) {
  return async (page: Page) => {
    await page.getByRole('radio', { name: /^TextLink/ }).check();
    await shown(page, 'Weiter').click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Studio Linde');
    await page.getByRole('textbox', { name: 'Website-URL' }).fill('studio-linde.ch');
    for (let now = 2; now < step; now++) await shown(page, 'Weiter').click();
  };
}

async function wizardRefused(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Leaderboard/ }).check();
  await shown(page, 'Weiter').click();
  await page.getByRole('textbox', { name: 'Website-URL' }).fill('abc');
  await page.getByRole('textbox', { name: 'Website-URL' }).blur();
}

async function orderEmptyClub(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'PLZ' }).fill('80');
  await page
    .getByRole('button', { name: 'Club eintragen' })
    .filter({ visible: true })
    .last()
    .click();
}

async function editClub(page: Page): Promise<void> {
  await pressIn(page, /Bearbeiten|bearbeiten/);
}

async function openFirstClub(page: Page): Promise<void> {
  await passGate(page);
  await page.locator('a[href^="/club/"]').first().click();
}
