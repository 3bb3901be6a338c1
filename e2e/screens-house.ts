/** The screens of the back office for `npm run screens`, from the demo as an owner sees it. */
import { type BrowserContext, type Page, request } from '@playwright/test';
import { DEMO_STAFF, DEMO_TOTP_SECRET } from '../server/src/seed/demo-logins.ts';
import { totpCode } from '../server/src/testing/world/totp.ts';
import { DEMO_PASSWORD } from './demo.ts';

interface HouseScreen {
  name: string;
  /** Below `/betrieb`. */
  path: string;
  /** Of somebody who is not logged in. */
  out?: true;
  prepare?(page: Page): Promise<unknown>;
}

const OWNER = DEMO_STAFF.find(({ role }) => role === 'owner')!.email;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const first = (page: Page) => page.locator('.panes-link').first().click();
const byTitle = (title: RegExp) => (page: Page) =>
  page.locator('.panes-link').filter({ hasText: title }).first().click();

async function begin(page: Page): Promise<void> {
  await page.getByLabel('E-Mail').fill(OWNER);
  await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD);
  await button(page, 'Weiter').click();
  await page.getByLabel('Code aus deiner App').waitFor();
}

/** The card of the customer with most in it. */
async function openCard(page: Page): Promise<void> {
  await page.locator('#kundensuche').fill('lena@samtrot.example');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Inserate' }).waitFor();
}

const cardTab = (tab: string) => async (page: Page) => {
  await openCard(page);
  await page.getByRole('tab', { name: tab }).click();
};

const onCard = (press: string) => async (page: Page) => {
  await openCard(page);
  await button(page, press).click();
};

const onItem = (press: string | RegExp) => async (page: Page) => {
  await first(page);
  await button(page, press).click();
};

const TABS = [
  ...['Inserate', 'Banner und Clubs', 'Zahlungen', 'Verlauf', 'Nachrichten'],
  ...['Meldungen und Sperren', 'Anmeldungen', 'Protokoll'],
];

export const HOUSE_SCREENS: HouseScreen[] = [
  { name: 'anmelden', path: '/anmelden', out: true },
  { name: 'faktor', path: '/anmelden', out: true, prepare: begin },
  { name: 'uebersicht', path: '/' },
  { name: 'pruefen', path: '/pruefen' },
  { name: 'pruefen-eintrag', path: '/pruefen', prepare: first },
  { name: 'pruefen-aufgedeckt', path: '/pruefen', prepare: onItem(/^Aufdecken/) },
  { name: 'pruefen-ueberarbeiten', path: '/pruefen', prepare: onItem(/^Überarbeiten/) },
  { name: 'pruefen-vom-netz', path: '/pruefen', prepare: onItem(/^Vom Netz/) },
  { name: 'meldungen', path: '/meldungen' },
  { name: 'meldung', path: '/meldungen', prepare: first },
  { name: 'partner', path: '/partner' },
  {
    name: 'partner-webseite',
    path: '/partner',
    prepare: (page) => page.getByRole('link', { name: 'Mondgarten' }).first().click(),
  },
  { name: 'postfach', path: '/postfach' },
  { name: 'postfach-konto', path: '/postfach', prepare: byTitle(/Zahlung/) },
  { name: 'postfach-formular', path: '/postfach', prepare: byTitle(/Technische|Allgemeine/) },
  {
    name: 'postfach-notiz',
    path: '/postfach',
    prepare: async (page) => {
      await first(page);
      await button(page, 'Interne Notiz').click();
    },
  },
  {
    name: 'postfach-vorlage',
    path: '/postfach',
    prepare: async (page) => {
      await first(page);
      await button(page, 'Vorlage').click();
    },
  },
  { name: 'vorlagen', path: '/postfach/vorlagen' },
  { name: 'gesperrt', path: '/gesperrt' },
  { name: 'einsprueche', path: '/einspruch' },
  { name: 'moderation', path: '/moderation' },
  { name: 'freigaben', path: '/freigaben' },
  { name: 'kundinnen', path: '/kundinnen' },
  ...TABS.map((tab) => ({
    name: `karte-${tab.toLowerCase().replaceAll(' ', '-')}`,
    path: '/kundinnen',
    prepare: cardTab(tab),
  })),
  { name: 'karte-sperren', path: '/kundinnen', prepare: onCard('Sperren') },
  { name: 'karte-export', path: '/kundinnen', prepare: onCard('Daten exportieren') },
  { name: 'karte-loeschen', path: '/kundinnen', prepare: onCard('Konto löschen') },
  { name: 'karte-email', path: '/kundinnen', prepare: onCard('E-Mail ändern') },
  { name: 'katalog', path: '/katalog' },
  { name: 'katalog-aufladungen', path: '/katalog/topup_packages' },
  {
    name: 'katalog-entwurf',
    path: '/katalog/topup_packages',
    prepare: async (page) => {
      await button(page, 'Entwurf').click();
      await page.locator('.catalogue-draft input').nth(2).fill('5.5');
      await button(page, 'Speichern').click();
      await page.getByText('Gib eine ganze Zahl ein').waitFor();
    },
  },
  { name: 'geld', path: '/geld' },
  { name: 'geld-monat', path: '/geld/monat' },
  { name: 'gutscheine', path: '/gutscheine' },
  { name: 'gutschein-neu', path: '/gutscheine/neu' },
  {
    name: 'gutschein',
    path: '/gutscheine',
    prepare: (page) => page.getByRole('link', { name: /Gutschein 50/ }).click(),
  },
  { name: 'texte', path: '/texte' },
  {
    name: 'texte-hinweis',
    path: '/texte',
    prepare: (page) => button(page, 'Neuer Hinweis').click(),
  },
  { name: 'team', path: '/team' },
  { name: 'protokoll', path: '/protokoll' },
  { name: 'zustand', path: '/zustand' },
  { name: 'nicht-gefunden', path: '/gibt-es-nicht' },
];

/** One log-in for all pictures: a code of the app counts once. */
export async function houseCookies(portal: string): ReturnType<BrowserContext['storageState']> {
  const context = await request.newContext({ baseURL: portal });
  const call = async (action: string, data: object) =>
    (await context.post(`/betrieb/api?action=${action}`, { data })).json();
  const { pending } = await call('staff_login', { email: OWNER, password: DEMO_PASSWORD });
  const code = totpCode(DEMO_TOTP_SECRET, Date.now());
  await call('staff_second_factor', { pending, code });
  const cookies = await context.storageState();
  await context.dispose();
  return cookies;
}
