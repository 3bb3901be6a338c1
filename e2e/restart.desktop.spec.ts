import { appendFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { freeze, SAVED, skipPauses } from './clock.ts';
import { type DemoProduct, startDemo } from './demo.ts';
import { film } from './films.ts';
import { advertiser, api, pictured as base, DEEP_ONLY, expect, phonePhoto } from './support.ts';
import { rateFirst } from './uploads.ts';

// One product for all of them, which each leaves running.
base.describe.configure({ mode: 'default' });

// The journey of a server that goes away: what is not answered then is what it is about, so nobody
// watches for it here.
const test = base.extend<object, { product: DemoProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the pattern
    async ({}, use) => {
      await using product = await startDemo({ empty: true });
      await use(product);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ product }, use) => use(product.portal),
});
test.setTimeout(300_000);

const UPLOADS = /\/media\/uploads/;
const PART = 4 * 1024 * 1024;

async function openEditor(page: Page): Promise<void> {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/rabota');
  await expect(page.getByLabel('Bilder auswählen')).toBeAttached();
}

test(
  'a video upload survives a server restart: it resumes, and no byte is sent twice [MED-06, MED-22]',
  DEEP_ONLY,
  async ({ page, product }) => {
    await openEditor(page);
    await page.getByRole('radio', { name: '1 Woche Premium' }).check();
    // A film of four parts: behind its end stands a box of nothing.
    const path = film('ferien.mp4', { seconds: 1 });
    const nothing = Buffer.alloc(3 * PART);
    nothing.writeUInt32BE(nothing.length);
    nothing.write('free', 4, 'latin1');
    appendFileSync(path, nothing);

    const offsets: number[] = [];
    const restarted = Promise.withResolvers<void>();
    await page.route(UPLOADS, async (route) => {
      const request = route.request();
      if (request.method() === 'PATCH') {
        offsets.push(Number(request.headers()['upload-offset']));
        // With the second part in the browser's hand.
        if (offsets.length === 2) {
          await freeze(page);
          product.restart().then(restarted.resolve, restarted.reject);
        }
      }
      await route.continue().catch(() => {});
    });
    await page.getByLabel('Videos auswählen').setInputFiles(path);
    // The page gives up after a while; however long the start takes, its time stands still
    // meanwhile.
    await restarted.promise;
    await page.clock.resume();
    await skipPauses(
      page,
      page.getByRole('region', { name: 'Videos' }).locator('li[data-state=bereit]'),
    );
    await expect(page.locator('[data-slot=toast]', { hasText: 'Fehler' })).toHaveCount(0);
    // The upload resumed at its offset after the restart.
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  },
);

test(
  'a picture saved during a server restart is there afterwards, once [MED-06, MED-07]',
  DEEP_ONLY,
  async ({ page, product }) => {
    await openEditor(page);
    let asked = 0;
    const restarted = Promise.withResolvers<void>();
    await page.route('**/api?action=saveInseratImage', async (route) => {
      asked++;
      if (asked > 1) return route.continue();
      await freeze(page);
      product.restart().then(restarted.resolve, restarted.reject);
      await route.abort('connectionrefused');
    });
    await page.getByLabel('Bilder auswählen').setInputFiles(await phonePhoto(page));
    await rateFirst(page);
    await restarted.promise;
    await page.clock.resume();
    // The worker and the picture processor have just started.
    await expect(page.getByRole('img', { name: /^Bild \d+$/ })).toHaveCount(1, { timeout: 60_000 });
    await expect(page.getByRole('img', { name: /^Vorschau von / })).toHaveCount(0);
    expect(asked).toBeGreaterThan(1);
    await page.reload();
    await expect(page.getByRole('img', { name: /^Bild \d+$/ })).toHaveCount(1);
  },
);

test(
  'what is typed while the server is down is announced as unsaved and kept after its return [EDI-28]',
  DEEP_ONLY,
  async ({ page, product }) => {
    const title = page.getByRole('textbox', { name: 'Titel', exact: true });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const kept = page.getByText(SAVED);
    const failing = page
      .getByRole('alert')
      .filter({ hasText: 'Nicht gesichert, wird wieder versucht' });
    await advertiser(page);
    await page.clock.install();
    await page.goto('/rabota');
    await title.pressSequentially('Stille Stunden');
    await expect(kept).toBeVisible();
    await expect(page).toHaveURL(/\/rabota\/\d+$/);

    await product.die();
    await page.keyboard.type(' am See');
    await expect(failing).toBeVisible();
    await expect(kept).toHaveCount(0);
    await name.pressSequentially('Lena');
    await page
      .getByRole('group', { name: 'Regionen' })
      .getByRole('button', { name: 'Zürich' })
      .click();
    await page
      .getByRole('link', { name: 'Samtrot, Home' })
      .filter({ visible: true })
      .first()
      .click();
    const leaving = page.getByRole('dialog', { name: 'Ungespeicherte Änderungen verwerfen?' });
    await expect(leaving).toContainText('Deine letzten Änderungen konnten nicht gesichert werden.');
    await leaving.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(failing).toBeVisible();

    await product.comeBack();
    await skipPauses(page, kept);
    await expect(failing).toHaveCount(0);
    expect([await title.inputValue(), await name.inputValue()]).toEqual([
      'Stille Stunden am See',
      'Lena',
    ]);
    const { inserat } = await api(
      page,
      `getInserat&inserat_id=${new URL(page.url()).pathname.split('/').at(-1)}`,
    );
    expect(inserat).toMatchObject({
      titel: 'Stille Stunden am See',
      name: 'Lena',
      cantons: ['ZH'],
    });
    await page.reload();
    await expect(title).toHaveValue('Stille Stunden am See');
    await expect(kept).toBeVisible();
  },
);
