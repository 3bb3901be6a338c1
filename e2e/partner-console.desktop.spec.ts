import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import {
  PASSWORD_GUESSABLE,
  PASSWORD_NAMES,
} from '@samtrot/shared/accounts/password-strength-rules.ts';
import { expectSound, invited, otherBrowser, signedIn } from './house.ts';
import { dialog } from './security.ts';
import { DEEP_ONLY, expect, mailedLink, PASSWORD, test } from './support.ts';

interface RulesForm {
  of: Page;
  rules: Locator;
}

const PATHS = ['', '/anschluss', '/regeln', '/banner', '/liste', '/gemeldet', '/leute'];

/** The status of the first call that a website makes, with its key alone. */
const read = async ({ request }: Page, key: string) =>
  (
    await request.get('/partner/v1/lists', { headers: { authorization: `Bearer ${key}` } })
  ).status();

test(
  'rules that a colleague saved meanwhile are shown and nothing chosen is lost [BOF-40, BOF-120]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    const unique = Date.now();
    const person = await invited(page, `Rosa Regel ${letters(unique)}`, 'partner_manager');
    await signedIn(page, person.link);
    const answer = await page.request.post('/betrieb/api?action=add_partner', {
      data: { name: `Regelgarten ${unique}`, url: `https://regel${unique}.example` },
      headers: { 'x-portal': '1', 'idempotency-key': randomUUID() },
    });
    const { website_id } = (await answer.json()) as { website_id: number };
    const other = await otherBrowser(browser);
    const second = await invited(page, `Rita Regel ${letters(unique)}`, 'partner_manager');
    await signedIn(other, second.link);
    const [mine, hers] = [page, other].map((of) => ({
      of,
      rules: dialog(of, 'Was zeigt die Webseite nicht?'),
    })) as [RulesForm, RulesForm];
    for (const { of, rules } of [mine, hers]) {
      await of.goto(`/betrieb/partner/${website_id}`);
      await of.getByRole('button', { name: 'Regeln ändern' }).click();
      await expect(rules).toBeVisible();
    }
    const zurich = 'Zürich';
    await hers.rules.getByRole('button', { name: 'Bern', exact: true }).click();
    await hers.rules.getByRole('button', { name: 'Speichern' }).click();
    await expect(hers.rules).toBeHidden();
    await mine.rules.getByRole('button', { name: zurich, exact: true }).click();
    await mine.rules.getByRole('button', { name: 'Speichern' }).click();
    const meanwhile = mine.rules.getByRole('alert');
    await expect(meanwhile).toContainText('Das wurde inzwischen geändert.');
    await expect(meanwhile).toContainText('Bern');
    const chosen = (name: string) => mine.rules.getByRole('button', { name, exact: true });
    await expect(chosen(zurich)).toHaveAttribute('aria-pressed', 'true');
    await expect(chosen('Bern')).toHaveAttribute('aria-pressed', 'false');
    await expectSound(page);
    await meanwhile.getByRole('button', { name: 'Diese Fassung übernehmen' }).click();
    await expect(meanwhile).toHaveCount(0);
    await expect(chosen(zurich)).toHaveAttribute('aria-pressed', 'false');
    await expect(chosen('Bern')).toHaveAttribute('aria-pressed', 'true');
    await chosen('Genf').click();
    await mine.rules.getByRole('button', { name: 'Speichern' }).click();
    await expect(mine.rules).toBeHidden();
    await expect(page.getByText('Bern, Genf')).toBeVisible();
  },
);

test('the house invites, and somebody of the website makes and revokes a key [BOF-124, BOF-125, BOF-148, ACC-40]', async ({
  page,
  browser,
}) => {
  test.slow();
  const unique = Date.now();
  const name = `Tulpengarten ${unique}`;
  // Wider than the smallest phone, whatever the font.
  const address = `technikredaktionwerbung${unique}@seite.example`;
  await signedIn(
    page,
    (await invited(page, `Petra Rossi ${letters(unique)}`, 'partner_manager')).link,
  );
  await page.goto('/betrieb/partner');
  await page.getByRole('button', { name: 'Webseite aufnehmen' }).click();
  const adding = dialog(page, 'Welche Webseite aufnehmen?');
  await adding.getByLabel('Name').fill(name);
  await adding.getByLabel('Adresse').fill(`https://seite${unique}.example`);
  await adding.getByRole('button', { name: 'Aufnehmen' }).click();
  await expect(page.getByText('Kein Schlüssel. Die Webseite bekommt nichts.')).toBeVisible();
  await expect(page.getByText('Noch niemand. Lade jemanden ein.')).toBeVisible();
  await page.getByRole('button', { name: 'Einladen', exact: true }).click();
  const inviting = dialog(page, 'Wen einladen?');
  await inviting.getByLabel('E-Mail').fill('keine Adresse');
  await inviting.getByRole('button', { name: 'Einladen' }).click();
  await expect(inviting.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true');
  await inviting.getByLabel('E-Mail').fill(address);
  await inviting.getByRole('button', { name: 'Einladen' }).click();
  await expect(inviting).toBeHidden();
  await expect(page.getByText('Verwalten · Einladung bis')).toBeVisible();

  const partner = await otherBrowser(browser);
  await partner.goto(await mailedLink(page, address, '/partner/einladung'));
  await expect(partner.getByText(`Für ${name}, als ${address}.`)).toBeVisible();
  await expectSound(partner);
  await partner.getByLabel('Dein Name').fill('Marco Steiner');
  await partner.getByLabel('Passwort', { exact: true }).fill('kurz');
  await partner.getByRole('button', { name: 'Zugang einrichten' }).click();
  await expect(partner.getByLabel('Dein Name')).toHaveValue('Marco Steiner');
  for (const [typed, problem] of [
    ['Willkommen-1!', PASSWORD_GUESSABLE],
    ['Marco-Steiner-Berg-9', PASSWORD_NAMES],
  ] as const) {
    await partner.getByLabel('Passwort', { exact: true }).fill(typed);
    await expect(partner.getByText(problem)).toBeVisible();
  }
  await expectSound(partner);
  await partner.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await expect(partner.getByText(PASSWORD_NAMES)).toBeHidden();
  await partner.getByRole('button', { name: 'Zugang einrichten' }).click();
  await expect(partner.getByRole('heading', { level: 1, name })).toBeVisible();

  for (const path of PATHS) {
    await partner.goto(`/partner${path}`);
    await expect(
      partner.getByRole('heading', { level: 2 }).or(partner.getByText('kam keine Meldung')).first(),
    ).toBeVisible();
    await expectSound(partner);
  }

  await partner.goto('/partner/liste');
  await partner.getByLabel('Kanton').selectOption('ZH');
  await partner.getByLabel('Akzent').fill('#005f73');
  await expect(partner.locator('code')).toContainText('liste?kanton=ZH&amp;akzent=005f73"');
  const preview = partner.locator('iframe[title="Vorschau der Liste"]');
  await expect(preview).toHaveAttribute('src', /\/liste\?kanton=ZH&akzent=005f73$/);
  await expect(
    preview.contentFrame().getByRole('heading', { level: 1, name: 'Inserate' }),
  ).toBeAttached();

  await partner.goto('/partner/banner');
  const places = partner.locator('iframe.embed-place');
  await expect(places).toHaveCount(4);
  await expect(
    places.first().contentFrame().getByText('Hier läuft noch kein Banner (1248 × 244 px).'),
  ).toBeVisible();

  await partner.goto('/partner/anschluss');
  await partner.getByRole('button', { name: 'Neuer Schlüssel' }).click();
  const making = dialog(partner, 'Wofür ist der Schlüssel?');
  await making.getByLabel('Name').fill('Server 2026');
  await making.getByRole('button', { name: 'Schlüssel machen' }).click();
  const made = dialog(partner, 'Neuer Schlüssel');
  const key = (await made.locator('code').textContent())!;
  await made.getByRole('button', { name: 'Habe ich' }).click();
  expect(await read(partner, key)).toBe(200);
  await partner.getByRole('button', { name: 'Zurückziehen: Server 2026' }).click();
  const revoking = dialog(partner, 'Schlüssel «Server 2026» zurückziehen?');
  await expect(revoking).toContainText('Es ist der einzige.');
  await revoking.getByRole('button', { name: 'Zurückziehen' }).click();
  await expect(partner.getByText('Kein Schlüssel. Die Webseite bekommt nichts.')).toBeVisible();
  await expect.poll(() => read(partner, key), { timeout: 3_000 }).toBe(401);

  // A forgotten password: the mailed link sets a new one, and ends what was open.
  const lost = await otherBrowser(browser);
  await lost.goto('/partner/anmelden');
  await lost.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expectSound(lost);
  await lost.getByLabel('E-Mail').fill(address);
  await lost.getByRole('button', { name: 'Link schicken' }).click();
  await expect(lost.getByText('Gibt es diesen Zugang, kommt gleich eine Mail.')).toBeVisible();
  await lost.goto(await mailedLink(page, address, '/partner/neues-passwort'));
  await expect(lost.getByRole('heading', { level: 1 })).toBeVisible();
  await expectSound(lost);
  await lost.getByLabel('Neues Passwort').fill('kurz');
  await lost.getByRole('button', { name: 'Passwort setzen' }).click();
  await expect(lost.getByLabel('Neues Passwort')).toHaveAttribute('aria-invalid', 'true');
  await lost.getByLabel('Neues Passwort').fill('Ganz-Neu-Gesetzt-27');
  await lost.getByRole('button', { name: 'Passwort setzen' }).click();
  await expect(lost.getByText('Dein Passwort ist neu.')).toBeVisible();

  // The house ends her: what is open asks for a log-in, which fails.
  await page.reload();
  await page.getByRole('button', { name: 'Beenden: Marco Steiner' }).click();
  await dialog(page, 'Zugang von Marco Steiner beenden?')
    .getByRole('button', { name: 'Beenden' })
    .click();
  await expect(page.getByText('Noch niemand. Lade jemanden ein.')).toBeVisible();
  await partner.goto('/partner/leute');
  await expect(partner.getByRole('heading', { level: 1, name: 'Partner-Seite' })).toBeVisible();
  await partner.getByLabel('E-Mail').fill(address);
  await partner.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await partner.getByRole('button', { name: 'Anmelden' }).click();
  await expect(partner.getByRole('alert')).toHaveText(
    'Anmeldung fehlgeschlagen. Prüfe E-Mail und Passwort.',
  );
});

/** A person has no digits in her name. */
const letters = (n: number) =>
  [...String(n)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
