import type { Page } from '@playwright/test';
import { expectLasts, freeze, toast } from './clock.ts';
import { advertiser, expect, phonePhoto, test } from './support.ts';

// The recorder of traces reads previews again, which the content policy refuses.
test.use({ trace: 'off' });

const TOAST_MS = 3_000;
const SAVE = '**/api?action=saveInseratImage*';
const DELETE = '**/api?action=deleteInseratImage*';

const choose = (page: Page, files: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]) =>
  page.getByLabel('Bilder auswählen').setInputFiles(files);
const saved = (page: Page) => page.getByRole('img', { name: /^Bild \d+$/ });
const previews = (page: Page) => page.getByRole('img', { name: /^Vorschau von / });

async function openEditor(page: Page): Promise<void> {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/rabota');
  await expect(page.getByRole('heading', { name: 'Neues Inserat aufgeben' })).toBeVisible();
}

test('MED-06 MED-08 MED-09 MED-14 ERR-084 ERR-092 a waiting preview is taken back without a call, and one that fails goes with a message of three seconds', async ({
  page,
}) => {
  await openEditor(page);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  let sent = 0;
  await page.route(SAVE, async (route) => {
    sent++;
    await held;
    await route.abort();
  });
  const photo = await phonePhoto(page);
  await choose(
    page,
    [1, 2].map((n) => ({ ...photo, name: `bild-${n}.jpg` })),
  );
  await expect(previews(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Wird hochgeladen' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Bilder laden …' }).filter({ visible: true }).first()).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await freeze(page);
  await page.getByRole('button', { name: 'Vorschau entfernen' }).click();
  await page.mouse.move(0, 0);
  await expectLasts(page, toast(page, 'Vorschau entfernt'), TOAST_MS);
  await expect(previews(page)).toHaveCount(1);
  release();
  await expectLasts(page, toast(page, 'Fehler beim Hochladen des Bildes'), TOAST_MS);
  await expect(previews(page)).toHaveCount(0);
  await expect(saved(page)).toHaveCount(0);
  expect(sent).toBe(1);
});

test('MED-11 ERR-085 a broken file is named as such and never sent', async ({ page }) => {
  await openEditor(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('saveInseratImage')) sent++;
  });
  await freeze(page);
  await choose(page, { name: 'kaputt.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('kein Bild') });
  await expectLasts(page, toast(page, 'Fehler beim Erstellen der Vorschau'), TOAST_MS);
  await expect(previews(page)).toHaveCount(0);
  expect(sent).toBe(0);
});

test('MED-01 MED-02 MED-04 MED-10 MED-15 CON-52 ERR-086 ERR-087 ERR-088 ERR-090 ERR-091 pictures have their bounds, are saved and deleted with their words', async ({
  page,
}) => {
  await openEditor(page);
  await expect(
    page.getByRole('radiogroup', { name: 'Art der Bilder' }).getByRole('radio', { checked: true }),
  ).toHaveValue('Keine Angaben');
  const photo = await phonePhoto(page);
  const large = Buffer.concat([photo.buffer, Buffer.alloc(10 * 1024 * 1024)]);
  await choose(page, { ...photo, name: 'gross.jpg', buffer: large });
  await expect(toast(page, 'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.')).toBeVisible();
  await choose(page, { name: 'bewegt.gif', mimeType: 'image/gif', buffer: photo.buffer });
  await expect(toast(page, 'Nur Bilder im Format PNG oder JPG werden angenommen.')).toBeVisible();
  await expect(previews(page)).toHaveCount(0);

  await choose(
    page,
    [1, 2, 3, 4].map((n) => ({ ...photo, name: `bild-${n}.jpg` })),
  );
  await expect(toast(page, 'Du kannst maximal 3 Bilder hochladen.')).toBeVisible();
  await expect(saved(page)).toHaveCount(3);
  await expect(toast(page, 'Bild erfolgreich hochgeladen und in CDN gespeichert')).toBeVisible();

  await page.route(DELETE, (route) => route.abort());
  await page.getByRole('button', { name: 'Bild 3 löschen' }).click();
  await expect(toast(page, 'Fehler beim Löschen des Bildes')).toBeVisible();
  await expect(saved(page)).toHaveCount(3);
  await page.unroute(DELETE);
  await page.getByRole('button', { name: 'Bild 3 löschen' }).click();
  await expect(toast(page, 'Bild erfolgreich aus WordPress und CDN gelöscht')).toBeVisible();
  await expect(saved(page)).toHaveCount(2);
});
