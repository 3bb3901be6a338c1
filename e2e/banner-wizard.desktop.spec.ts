import type { Locator, Page } from '@playwright/test';
import {
  bannerIdOf,
  bannerState,
  choosePicture,
  chooseType,
  fillTextLink,
  next,
  onButton,
  pictureFile,
  stepTitle,
} from './banner-wizard.ts';
import { SAVED, toast } from './clock.ts';
import { samtrot } from './command-line.ts';
import {
  advertiser,
  api,
  breakAction,
  DEEP_ONLY,
  every,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PASSWORD,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';

// Two further websites, so that there is one to pay for and one to leave out.
const SECOND = `Seerose ${Date.now()}`;
const THIRD = `Abendrot ${Date.now()}`;

const url = (page: Page) => page.getByRole('textbox', { name: 'Website-URL' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const kept = (page: Page) => page.getByText(SAVED);
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const own = async (page: Page) => (await bannerState(page)).Banners;

/** Everything that a text link needs, without the screens. */
const wish = (part: object = {}) => ({
  typ: 'a4',
  text: 'Studio Linde',
  url: 'https://studio-linde.ch',
  monate: 1,
  webseiten: [1],
  ...part,
});

async function confirm(page: Page, button: string, title: string, act: string): Promise<void> {
  await onButton(page, button).click();
  await dialog(page, title).getByRole('button', { name: act, exact: true }).click();
}

test.describe('with three websites on offer', () => {
  // In one worker, because each of them would add the websites.
  test.describe.configure({ mode: 'default' });
  test.beforeAll(() => {
    for (const name of [SECOND, THIRD])
      samtrot('website', 'add', name, `https://${name.replace(' ', '-')}.example`);
  });

  test('a banner with a picture is ordered, and every step is free of barriers [BAN-32, BAN-33, BAN-34, BAN-53, BAN-54, BAN-55, BAN-60, BAN-61, BAN-62, BAN-64, BAN-66, CON-79, ERR-101, ERR-102, ERR-103]', async ({
    page,
  }) => {
    await advertiser(page, { credits: 600 });
    await page.goto('/home');
    await page.getByRole('link', { name: 'Banner aufgeben' }).click();
    await expect(page).toHaveURL('/banner_neu');
    await expect(page.getByRole('radio')).toHaveCount(4);
    const head = page.locator('.wiz-nums');
    await expect(head).toHaveText('Guthaben600 Credits');
    await expect(onButton(page, 'Weiter')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('Noch offen: Typ')).toBeVisible();
    const card = page.locator('.type', { has: page.getByRole('radio', { name: /^Banner/ }) });
    for (const words of ['Zwischen den Inseraten', '715 × 244 px', '400Credits pro Monat'])
      await expect(card).toContainText(words);
    await expectAccessible(page);
    expect(await own(page)).toEqual([]);
    await chooseType(page, 'Banner');
    await expect(head).toHaveText('Guthaben600 CreditsPreis pro Monat400 Credits');
    await expect(page.getByRole('list', { name: 'Schritt 2 von 4' })).toContainText('Inhalt & URL');

    await expect(onButton(page, 'Weiter')).toHaveAttribute('aria-disabled', 'true');
    await choosePicture(page, await pictureFile(page, { width: 1600, height: 1200 }));
    await url(page).fill('studio-linde.ch');
    await url(page).blur();
    await expect(url(page)).toHaveValue('https://studio-linde.ch');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await next(page);

    const slider = page.getByRole('slider', { name: 'Laufzeit' });
    await expect(slider).toHaveAttribute('aria-valuetext', '1 Monat');
    await slider.press('End');
    await expect(slider).toHaveAttribute('aria-valuetext', '12 Monate');
    await slider.press('Home');
    await page.getByRole('switch', { name: 'Automatisch reaktivieren' }).check();
    await expectAccessible(page);
    await next(page);

    await expect(onButton(page, 'Banner bestellen')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('inbegriffen', { exact: true })).toHaveCount(1);
    await page.getByRole('checkbox', { name: /^Mondgarten/ }).check();
    await expect(page.getByText('Verbleibendes Guthaben')).toBeVisible();
    await page.getByRole('checkbox', { name: SECOND }).check();
    await expect(page.locator('.order')).toContainText('1 weitere Webseite 120');
    await expect(page.getByText('80 Credits', { exact: true })).toBeVisible();
    await expectAccessible(page);
    // Back keeps everything (BAN-53).
    await onButton(page, 'Zurück').click();
    await expect(page.getByRole('switch', { name: 'Automatisch reaktivieren' })).toBeChecked();
    await next(page);
    await onButton(page, 'Banner bestellen').dblclick();
    const question = dialog(page, 'Banner bestellen?');
    for (const words of [`Mondgarten, ${SECOND}`, '520 Credits', '80 Credits'])
      await expect(question).toContainText(words);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    expect((await bannerState(page)).credits).toBe(600);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api?action=order_banner', async (route) => {
      await held;
      await route.continue();
    });
    await confirm(page, 'Banner bestellen', 'Banner bestellen?', 'Bestellen');
    await expect(toast(page, 'Banner wird bestellt...')).toBeVisible();
    release();
    await expect(toast(page, 'Banner erfolgreich bestellt!')).toBeVisible();
    await expect(page).toHaveURL('/banner');
    const { credits, Banners } = await bannerState(page);
    expect(credits).toBe(80);
    expect(Banners).toMatchObject([
      {
        status: 'aktiv',
        typ: 'a2',
        auto_extend: true,
        banner_credits: 520,
        banner_bild: { width: 715, height: 244 },
      },
    ]);
  });

  test('with too few credits the button saves a draft; all websites at once [BAN-50, BAN-52, BAN-57, BAN-63, ERR-100, ERR-105, ERR-106]', async ({
    page,
  }) => {
    await advertiser(page);
    await page.goto('/banner_neu');
    await fillTextLink(page, []);
    await expect(page.getByText('Benötigt noch: 60 Credits')).toBeVisible();
    await expect(onButton(page, 'Banner bestellen')).toHaveCount(0);
    const all = page.getByRole('switch', { name: 'Alle auswählen' });
    await all.check();
    for (const box of await every(page.getByRole('checkbox'))) await expect(box).toBeChecked();
    await page.getByRole('checkbox', { name: THIRD }).uncheck();
    await expect(all).not.toBeChecked();
    await all.check();
    await all.uncheck();
    await page.getByRole('checkbox', { name: SECOND }).check();
    await expectAccessible(page);
    await onButton(page, 'Als Entwurf speichern').click();
    const question = dialog(page, 'Als Entwurf speichern?');
    await expect(question).toContainText(SECOND);
    await expect(question).toContainText('60 Credits');
    await expectAccessible(page, SEEN_ELSEWHERE);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api?action=save_banner', async (route) => {
      await held;
      await route.continue();
    });
    await question.getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect(toast(page, 'Banner wird als Entwurf gespeichert...')).toBeVisible();
    release();
    await expect(toast(page, 'Banner erfolgreich als Entwurf gespeichert!')).toBeVisible();
    await expect(page).toHaveURL('/banner');
    expect(await own(page)).toMatchObject([{ status: 'entwurf', text: 'Studio Linde', monate: 1 }]);
  });
});

test('another kind of file, one that is too large, one too small, and a removed picture [BAN-39, BAN-40, BAN-43, ERR-087, FIX-23, FIX-31]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/banner_neu');
  await chooseType(page, 'Banner');
  const field = page.getByRole('group', { name: 'Bild' });
  await expect(field).toContainText('715 × 244 px, PNG oder JPEG, höchstens 10 MB');
  await expect(field).toContainText('Das Bild muss jugendfrei sein.');
  const choose = page.getByLabel('Bild auswählen');
  await choose.setInputFiles({
    name: 'bild.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  });
  await expect(field.getByText('Ungültiges Format')).toBeVisible();
  const large = Buffer.alloc(10 * 1024 * 1024 + 1);
  await choose.setInputFiles({ name: 'bild.png', mimeType: 'image/png', buffer: large });
  await expect(
    field.getByText('Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.'),
  ).toBeVisible();
  await choose.setInputFiles({
    name: 'bild.png',
    mimeType: 'image/png',
    buffer: Buffer.from('kein Bild'),
  });
  const tool = dialog(page, 'Ausschnitt wählen');
  await expect(field.getByText('Nur PNG oder JPG.')).toBeVisible();
  await expect(tool).toBeHidden();

  // Too small to be anything: said before the tool opens.
  await choose.setInputFiles(
    await pictureFile(page, { width: 178, height: 61, type: 'image/png' }),
  );
  const small = 'Das Bild ist mit 178 × 61 Pixeln zu klein. Es braucht mindestens 179 × 61.';
  await expect(field.getByText(small)).toBeVisible();
  await expect(tool).toBeHidden();

  // The tool by keyboard: smaller, then to the side.
  await choose.setInputFiles(
    await pictureFile(page, { width: 900, height: 600, type: 'image/png' }),
  );
  await expect(tool.getByRole('button', { name: 'Übernehmen' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(tool.getByRole('button', { name: 'Ganzes Bild nehmen' })).toHaveCount(0);
  await tool.getByRole('button', { name: 'Bild zeigen' }).click();
  await tool.getByRole('slider', { name: 'Vergrössern' }).fill('2');
  await expect(
    tool.getByText(/Dieser Ausschnitt hat nur 450 × 154 Pixel und wird unscharf/),
  ).toBeVisible();
  const frame = tool.getByRole('button', { name: /Ausschnitt verschieben/ });
  const before = await frame.boundingBox();
  await frame.press('ArrowRight');
  expect((await frame.boundingBox())!.x).toBeGreaterThan(before!.x);
  await expectAccessible(page);
  await tool.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(field.getByRole('button', { name: 'Anderes Bild wählen' })).toBeFocused();
  await expect(field.getByText('Das Bild hat wenig Pixel und wird unscharf.')).toBeVisible();
  await expect
    .poll(async () => (await own(page))[0]?.banner_bild)
    .toMatchObject({ width: 715, height: 244 });
  await url(page).fill('https://studio-linde.ch');
  await expect(onButton(page, 'Weiter')).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Bild entfernen' }).click();
  await expect(field.getByText('Ein Bild ist erforderlich')).toBeVisible();
  await expect(onButton(page, 'Weiter')).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(async () => (await own(page))[0]?.banner_bild).toBe('');
});

test(
  'the text and the address say what is wrong with them [BAN-41, BAN-42, BAN-43, ERR-081, ERR-082, ERR-099]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/banner_neu');
    await chooseType(page, 'TextLink');
    await expect(page.getByText('0/16')).toBeVisible();
    await text(page).fill('x'.repeat(17));
    await expect(page.getByText('17/16')).toBeVisible();
    await expect(page.getByText('Maximal 16 Zeichen erlaubt')).toHaveCount(0);
    await text(page).blur();
    await expect(page.getByText('Maximal 16 Zeichen erlaubt')).toBeVisible();
    await text(page).fill('');
    await text(page).blur();
    await expect(page.getByText('Dieses Feld ist erforderlich')).toBeVisible();
    await text(page).fill('x'.repeat(16));
    await expect(text(page)).not.toHaveAttribute('aria-invalid', 'true');
    await url(page).focus();
    await url(page).blur();
    await expect(page.getByText('Website-URL ist erforderlich')).toBeVisible();
    await url(page).fill('abc');
    await expect(page.getByText('Ungültiges Format')).toBeVisible();
    await url(page).fill('');
    await expect(page.getByText('Website-URL ist erforderlich')).toBeVisible();
    await expectAccessible(page);
    await url(page).fill('studio-linde.ch/neu');
    await expect(page.getByText('Website-URL ist erforderlich')).toHaveCount(0);
    await url(page).blur();
    await expect(url(page)).toHaveValue('https://studio-linde.ch/neu');
    await expect(onButton(page, 'Weiter')).not.toHaveAttribute('aria-disabled', 'true');
  },
);

test(
  'Planen requests date and time, which can be reset, and the order is planned [BAN-44, BAN-45, BAN-49]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 600 });
    await page.goto('/banner_neu');
    await fillTextLink(page, []);
    await onButton(page, 'Zurück').click();
    await page.getByRole('radio', { name: 'Planen' }).check();
    await expect(onButton(page, 'Weiter')).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabel('Datum', { exact: true }).fill('2020-01-01');
    await page.getByLabel('Zeit', { exact: true }).fill('10:00');
    await page.getByLabel('Zeit', { exact: true }).blur();
    await expect(page.getByText('Dieser Zeitpunkt ist schon vorbei')).toBeVisible();
    await page.getByRole('button', { name: 'Datum und Zeit zurücksetzen' }).click();
    await expect(page.getByLabel('Datum', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Zeit', { exact: true })).toHaveValue('');
    // Later than the other journeys move the clock of the product.
    const day = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Datum', { exact: true }).fill(day);
    await expect(onButton(page, 'Weiter')).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabel('Zeit', { exact: true }).fill('10:00');
    await next(page);
    await page.getByRole('checkbox', { name: /^Mondgarten/ }).check();
    await onButton(page, 'Banner bestellen').click();
    await expect(dialog(page, 'Banner bestellen?')).toContainText(
      `Der Banner startet am ${day.split('-').reverse().join('.')}, 10:00.`,
    );
    await dialog(page, 'Banner bestellen?')
      .getByRole('button', { name: 'Bestellen', exact: true })
      .click();
    await expect(page).toHaveURL('/banner');
    const [banner] = await own(page);
    expect(banner).toMatchObject({ status: 'geplant', publish_date: day, publish_time: '10:00' });

    // A planned one may still begin at another time; its months stand.
    await page.goto(`/banner_edit/${banner!.ID}?schritt=3`);
    await expect(
      page.getByText('Das lässt sich nach der Bestellung nicht mehr ändern'),
    ).toBeVisible();
    await page.getByLabel('Zeit', { exact: true }).fill('11:30');
    await confirm(page, 'Änderungen speichern', 'Änderungen speichern?', 'Speichern');
    await expect(page).toHaveURL('/banner');
    expect((await own(page))[0]).toMatchObject({
      publish_time: '11:30',
      status: 'geplant',
      unsaved: null,
    });
  },
);

test('a failed order shows its message and keeps all input [ERR-104, ERR-107, BAN-62]', async ({
  page,
}) => {
  await advertiser(page, { credits: 600 });
  await page.goto('/banner_neu');
  await fillTextLink(page, ['Mondgarten']);
  const mendOrder = await breakAction(page, 'order_banner');
  await confirm(page, 'Banner bestellen', 'Banner bestellen?', 'Bestellen');
  await expect(toast(page, 'Fehler: Ein unbekannter Fehler ist aufgetreten.')).toBeVisible();
  await mendOrder();
  const mendDraft = await breakAction(page, 'save_banner');
  // The message of the failed order may still be there.
  const refused = page.waitForResponse(/action=save_banner/);
  await confirm(page, 'Als Entwurf speichern', 'Als Entwurf speichern?', 'Speichern');
  await refused;
  await expect(
    toast(page, 'Fehler: Ein unbekannter Fehler ist aufgetreten.').first(),
  ).toBeVisible();
  await mendDraft();
  const silent = {
    status: 409,
    json: { success: false, code: 'BANNER_NOT_IN_THIS_STATE', message: '' },
  };
  await page.route('**/api?action=save_banner', (route) => route.fulfill(silent));
  await confirm(page, 'Als Entwurf speichern', 'Als Entwurf speichern?', 'Speichern');
  await expect(toast(page, 'Fehler beim Speichern des Entwurfs')).toBeVisible();
  await page.unroute('**/api?action=save_banner');

  // Another price is shown before anything is charged.
  const changed = {
    success: false,
    code: 'PRICE_CHANGED',
    message: 'Der Preis hat sich geändert.',
    total: 70,
  };
  await page.route(
    '**/api?action=order_banner',
    (route) => route.fulfill({ status: 409, json: changed }),
    {
      times: 1,
    },
  );
  await confirm(page, 'Banner bestellen', 'Banner bestellen?', 'Bestellen');
  await expect(dialog(page, 'Banner bestellen?').getByRole('alert')).toContainText(
    'Der Preis hat sich geändert.',
  );
  await expect(dialog(page, 'Banner bestellen?')).toContainText('70 Credits');
  await expectAccessible(page);
  await dialog(page, 'Banner bestellen?').getByRole('button', { name: 'Abbrechen' }).click();

  // What the server finds wrong stands at its field.
  const errors = { url: 'Ungültiges Format' };
  const invalid = {
    success: false,
    code: 'INVALID_INPUT',
    message: 'Bitte überprüfe deine Angaben.',
    errors,
  };
  await page.route(
    '**/api?action=order_banner',
    (route) => route.fulfill({ status: 422, json: invalid }),
    {
      times: 1,
    },
  );
  await confirm(page, 'Banner bestellen', 'Banner bestellen?', 'Bestellen');
  await expect(toast(page, 'Fehler: Bitte überprüfe deine Angaben.')).toBeVisible();
  await expect(url(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(text(page)).toHaveValue('Studio Linde');
  expect((await bannerState(page)).credits).toBe(600);
});

test(
  'a reload in the middle and the way back of the browser lose nothing [BAN-31, BAN-53]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/banner_neu');
    await chooseType(page, 'TextLink');
    const id = bannerIdOf(page);
    await text(page).fill('Kurz davor');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Banner bearbeiten' })).toBeVisible();
    await expect(text(page)).toHaveValue('Kurz davor');
    await expect(kept(page)).toBeVisible();
    await url(page).fill('https://studio-linde.ch');
    await next(page);
    await expect(stepTitle(page, 'Wann soll der Banner laufen?')).toBeFocused();
    await page.goBack();
    await expect(text(page)).toHaveValue('Kurz davor');
    await page.goBack();
    await expect(page.getByRole('radio', { name: /^TextLink/ })).toBeChecked();
    await page.getByRole('link', { name: 'Samtrot, Home' }).click();
    await expect(page).toHaveURL('/home');
    expect(await own(page)).toMatchObject([
      { ID: id, text: 'Kurz davor', url: 'https://studio-linde.ch' },
    ]);
  },
);

test(
  'the session ends in the middle: the password is asked for in place [BAN-53, FRM-29]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/banner_neu');
    await chooseType(page, 'TextLink');
    await page.context().clearCookies();
    await text(page).fill('Nach dem Ende');
    const notice = page.getByRole('alert').filter({ hasText: 'Deine Sitzung ist abgelaufen.' });
    await expect(notice).toBeVisible();
    await expectAccessible(page, SEEN_ELSEWHERE);
    await notice.getByRole('button', { name: 'Anmelden' }).click();
    await dialog(page, 'Anmelden').getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
    await dialog(page, 'Anmelden').getByRole('textbox', { name: 'Passwort' }).press('Enter');
    await expect(notice).toHaveCount(0);
    // The first look may come before the new cookie.
    await expect.poll(async () => (await own(page))?.[0]?.text).toBe('Nach dem Ende');
  },
);

test(
  'two windows: the second says which version is to stand [BAN-53]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const { banner } = await api(page, 'save_banner', wish({ text: 'Null' }));
    const id = (banner as { ID: number }).ID;
    const other = await page.context().newPage();
    for (const window of [page, other]) await window.goto(`/banner_edit/${id}?schritt=2`);
    await text(page).fill('Eins');
    await expect.poll(async () => (await own(page))[0]?.text).toBe('Eins');
    await text(other).fill('Zwei');
    const question = dialog(other, 'Welche Fassung soll gelten?');
    await expect(question).toContainText(
      /Dieser Banner wurde um \d\d:\d\d in einem anderen Fenster geändert/,
    );
    await expectAccessible(other, SEEN_ELSEWHERE);
    await question.getByRole('button', { name: 'Diese Fassung behalten' }).click();
    await expect.poll(async () => (await own(page))[0]?.text).toBe('Zwei');
    await text(page).fill('Drei');
    await dialog(page, 'Welche Fassung soll gelten?')
      .getByRole('button', { name: 'Andere Fassung laden' })
      .click();
    await expect(text(page)).toHaveValue('Zwei');
  },
);

test(
  'a running banner: contents change, type, time and websites stand [BAN-31, X-20, X-21, X-22]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 600 });
    const { banner } = await api(page, 'order_banner', wish());
    const id = (banner as { ID: number }).ID;
    await page.goto(`/banner_edit/${id}`);
    await expect(text(page)).toHaveValue('Studio Linde');
    const fixed = page.getByText('Das lässt sich nach der Bestellung nicht mehr ändern');
    const steps = page.getByRole('list', { name: /^Schritt/ });
    await steps.getByRole('button', { name: 'Typ' }).click();
    await expect(page.getByRole('radio', { name: /^Banner/ })).toBeDisabled();
    await expect(fixed).toBeVisible();
    await expectAccessible(page);
    await steps.getByRole('button', { name: 'Zeit' }).click();
    await expect(page.getByRole('slider')).toHaveCount(0);
    await expect(fixed.first()).toBeVisible();
    await expectAccessible(page, SEEN_ELSEWHERE);
    await steps.getByRole('button', { name: 'Bestellen' }).click();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(fixed).toBeVisible();
    await expect(onButton(page, 'Banner bestellen')).toHaveCount(0);
    await expectAccessible(page, SEEN_ELSEWHERE);
    await steps.getByRole('button', { name: 'Inhalt' }).click();
    await text(page).fill('Neuer Text');
    await expect(
      page.getByText(/^Gesichert .*\d\d:\d\d, noch nicht veröffentlicht$/),
    ).toBeVisible();
    expect((await own(page))[0]).toMatchObject({
      text: 'Studio Linde',
      unsaved: { text: 'Neuer Text' },
    });
    await page.reload();
    await expect(
      page.getByText(/Deine ungespeicherten Änderungen von \d\d:\d\d sind noch da\./),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await dialog(page, 'Änderungen verwerfen?').getByRole('button', { name: 'Verwerfen' }).click();
    await expect(text(page)).toHaveValue('Studio Linde');
    await text(page).fill('Ganz neu');
    await confirm(page, 'Änderungen speichern', 'Änderungen speichern?', 'Speichern');
    await expect(toast(page, 'Änderungen erfolgreich gespeichert!')).toBeVisible();
    await expect(page).toHaveURL('/banner');
    expect((await own(page))[0]).toMatchObject({
      text: 'Ganz neu',
      status: 'aktiv',
      unsaved: null,
    });
    expect((await bannerState(page)).credits).toBe(540);
  },
);

test('a foreign or missing banner redirects to the list [BAN-31]', DEEP_ONLY, async ({ page }) => {
  await advertiser(page);
  const { banner } = await api(page, 'save_banner', wish());
  await advertiser(page);
  for (const id of [(banner as { ID: number }).ID, 999_999]) {
    await page.goto(`/banner_edit/${id}`);
    await expect(page).toHaveURL('/banner');
    await expect(toast(page, 'Diesen Banner gibt es nicht.')).toBeVisible();
  }
  // No address of ours at all (PUB-21).
  await page.goto('/banner_edit/abc');
  await expect(page).toHaveURL('/home');
});
