import { totpCode } from '../server/src/testing/world/totp.ts';
import { type DemoProduct, startDemo } from './demo.ts';
import { enrolled, expectSound, invited } from './house.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, api, DEEP_ONLY, expect, phonePhoto, test } from './support.ts';

let product: DemoProduct;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startDemo({ empty: true, moderation: 'before', partner: true });
});
test.afterAll(() => product[Symbol.asyncDispose]());

const code = (secret: string) => totpCode(secret.replaceAll(' ', ''), Date.now());

test(
  'under before a change waits: A shows it, R keeps the old one, H takes it off [BOF-45, BOF-52]',
  DEEP_ONLY,
  async ({ browser }) => {
    test.slow();
    const context = () => browser.newContext({ baseURL: product.portal });
    const page = await (await context()).newPage();
    const house = await (await context()).newPage();
    const visitor = await (await context()).newPage();
    await advertiser(page, { credits: 200, confirmed: true });
    await page.goto('/home');
    const id = await listedAd(page, 'Erste Fassung', { inserat_typ: '1_week' }, true);
    await enrolled(house, (await invited(page, 'Bea Vorher', 'moderator')).link, code);
    const title = house.getByRole('heading', { level: 2 }).first();
    await visitor.goto(product.partnerSite);
    await visitor.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
    const visitorsRead = (titles: string[]) =>
      expect(async () => {
        await visitor.goto(`${product.partnerSite}/?suche=Fassung`);
        await expect(visitor.getByRole('article')).toHaveCount(titles.length, { timeout: 1_000 });
        for (const [n, text] of titles.entries())
          await expect(visitor.getByRole('article').nth(n)).toContainText(text, { timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
    const next = async (text: string) => {
      await house.goto('/betrieb/pruefen');
      await expect(house.getByRole('link', { name: text })).toBeVisible();
      await house.keyboard.press('j');
      await expect(title).toHaveText(text);
      await expect(house.getByRole('button', { name: 'In Ordnung' })).toBeVisible();
    };
    await next('Erste Fassung');
    await house.keyboard.press('a');
    // Its story is looked at by itself.
    await expect(title).toHaveText('Heute am See');
    await expect(house.getByRole('button', { name: 'In Ordnung' })).toBeVisible();
    await house.keyboard.press('a');
    await expect(house.getByText('Nichts zu prüfen.')).toBeVisible();
    await visitorsRead(['Erste Fassung']);

    const change = async (titel: string) => {
      await listedAd(page, titel, { inserat_typ: '1_week', inserat_id: id });
    };
    await change('Zweite Fassung');
    const { mimeType, buffer } = await phonePhoto(page, '#3d6b5c');
    const base64ImageString = `data:${mimeType};base64,${buffer.toString('base64')}`;
    await api(page, 'saveInseratImage', { inserat_id: id, base64ImageString });
    await page.goto('/inserate');
    const note = page.locator('[data-slot=change]').filter({ visible: true });
    await expect(note).toContainText('Wird geprüft');
    await page.goto(`/rabota/${id}`);
    await expect(page.getByText('Wird geprüft', { exact: true }).first()).toBeVisible();

    // The row keeps the name that visitors read.
    await next('Erste Fassung');
    await expect(house.locator('ins').first()).toContainText('Zweite');
    await expect(house.locator('del').first()).toContainText('Erste');
    await expect(house.getByText('Neu', { exact: true }).first()).toBeVisible();
    await expectSound(house);
    await visitorsRead(['Erste Fassung']);
    await house.keyboard.press('a');
    await expect(house.getByText('Nichts zu prüfen.')).toBeVisible();
    await visitorsRead(['Zweite Fassung']);
    await page.goto('/inserate');
    await expect(page.getByText('Zweite Fassung').first()).toBeVisible();
    await expect(note).toHaveCount(0);

    await change('Dritte Fassung');
    await next('Zweite Fassung');
    await house.keyboard.press('r');
    await house.keyboard.press('f');
    await house.keyboard.press('Control+Enter');
    await expect(house.getByText('Nichts zu prüfen.')).toBeVisible();
    await page.goto('/inserate');
    await expect(note).toContainText('Änderung nicht gezeigt');
    await expect(note).toContainText('Eine Angabe stimmt nach unserer Prüfung nicht.');
    await visitorsRead(['Zweite Fassung']);

    await change('Vierte Fassung');
    await next('Zweite Fassung');
    await expect(house.locator('ins').first()).toContainText('Vierte');
    await house.keyboard.press('h');
    await house.keyboard.press('f');
    await expectSound(house);
    await house.keyboard.press('Control+Enter');
    await expect(house.getByText('Nichts zu prüfen.')).toBeVisible();
    await visitorsRead([]);
    const { state } = await api(page, 'state');
    expect((state as { holds: object[] }).holds).toMatchObject([{ kind: 'blocked' }]);
    await page.goto('/inserate');
    await expect(page.getByText('Gesperrt', { exact: true }).first()).toBeVisible();
    await expect(note).toHaveCount(0);

    // An owner switches it off: the next ad is online at once.
    const owner = await (await context()).newPage();
    await enrolled(owner, (await invited(page, 'Olga Haus', 'owner')).link, code);
    await owner.getByRole('link', { name: 'Moderation' }).click();
    await expect(owner.getByRole('radio', { name: /^Alles wartet/ })).toBeChecked();
    await owner.getByRole('radio', { name: /^Sofort online/ }).check();
    await owner.getByRole('button', { name: 'Umstellen' }).click();
    await owner.getByRole('dialog').getByLabel('Grund').fill('Die Nacht ist vorbei.');
    await owner.getByRole('dialog').getByRole('button', { name: 'Umstellen' }).click();
    await expect(owner.getByText('«Sofort online» gilt ab jetzt.')).toBeVisible();
    await expect(owner.getByRole('radio', { name: /^Sofort online/ })).toBeChecked();
    await listedAd(page, 'Fünfte Fassung', { inserat_typ: '1_week' }, true);
    await visitorsRead(['Fünfte Fassung']);
  },
);
