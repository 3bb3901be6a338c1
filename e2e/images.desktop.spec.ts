import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectLasts, expectStays, freeze, toast } from './clock.ts';
import { openStep } from './editor.ts';
import {
  advertiser,
  api,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  PASSWORD,
  PHONE,
  phonePhoto,
  test,
} from './support.ts';
import { holdUploads, rateFirst, UPLOADS } from './uploads.ts';

const TOAST_MS = 3_000;
/** Three pictures are worked on one after the other. */
const SLOW = { timeout: 60_000 };
const DELETE = '**/api?action=deleteInseratImage*';

const choose = (
  page: Page,
  files: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0],
) => page.getByLabel('Bilder auswählen').setInputFiles(files);
const saved = (page: Page) => page.getByRole('img', { name: /^Bild \d+$/ });
const numbered = (photo: Awaited<ReturnType<typeof phonePhoto>>, count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...photo, name: `bild-${index + 1}.jpg` }));
const previews = (page: Page) => page.getByRole('img', { name: /^Vorschau von / });

async function openEditor(page: Page): Promise<void> {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/rabota');
  await expect(page.getByRole('heading', { name: 'Neues Inserat aufgeben' })).toBeVisible();
  await expect(page.getByLabel('Bilder auswählen')).toBeAttached();
}

test('pictures upload in turn with progress, and can be cancelled while waiting or uploading [MED-06, MED-09, MED-14, ERR-092]', async ({
  page,
}) => {
  await openEditor(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/saveInseratImage|media\/uploads/.test(request.url())) asked.push(request.method());
  });
  const release = await holdUploads(page);
  const photo = await phonePhoto(page);
  await choose(page, numbered(photo, 3));
  await rateFirst(page);
  await expect(previews(page)).toHaveCount(3);
  await expect(
    page.getByRole('progressbar', { name: 'bild-1.jpg wird hochgeladen' }),
  ).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Bilder laden …' }).filter({ visible: true }).first(),
  ).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => asked).toEqual(['POST', 'PATCH']);
  await freeze(page);
  await page.getByRole('button', { name: 'Vorschau von bild-3.jpg entfernen' }).click();
  await page.mouse.move(0, 0);
  await expectLasts(page, toast(page, 'Vorschau entfernt'), TOAST_MS);
  await expect(previews(page)).toHaveCount(2);
  // Only the first one has been on its way.
  expect(asked).toEqual(['POST', 'PATCH']);
  await page.clock.resume();
  await page
    .getByRole('button', { name: /^Vorschau von .* entfernen$/ })
    .first()
    .click();
  await expect(previews(page)).toHaveCount(1);
  release();
  await expect(saved(page)).toHaveCount(1);
  await expect(previews(page)).toHaveCount(0);
  await expect(toast(page, 'Bild erfolgreich hochgeladen und in CDN gespeichert')).toBeVisible();
});

test(
  'a picture that is saved stays in sight while the account is slow to come [MED-06]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page);
    const photo = await phonePhoto(page);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api?action=state*', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api?action=state*');
    await choose(page, photo);
    await rateFirst(page);
    await asked;
    await page.clock.fastForward(10_000);
    // Long enough for a page that gives up to have done so.
    await page.evaluate(async () => void (await fetch('/healthz')));
    await expect(previews(page)).toHaveCount(1);
    release();
    await expect(saved(page)).toHaveCount(1);
    await expect(previews(page)).toHaveCount(0);
  },
);

test(
  'a failed picture stays with its reason through the steps until retried or removed [EXP-55, MED-08, ERR-084]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page);
    const repair = await breakAction(page, 'saveInseratImage');
    await choose(page, numbered(await phonePhoto(page), 2));
    await rateFirst(page);
    await expect(toast(page, 'Fehler beim Hochladen des Bildes').first()).toBeVisible();
    const again = page.getByRole('button', { name: /^Nochmals versuchen/ });
    await expect(again).toHaveCount(2);
    await expect(page.getByText('Nicht gespeichert.')).toHaveCount(2);
    await expectAccessible(page, { within: '#bilder' });
    // It is not placed in silence without them.
    await page.setViewportSize(PHONE);
    await openStep(page, 'Kontakt');
    await page.getByRole('button', { name: 'Alle Schritte' }).click();
    const list = page.getByRole('dialog', { name: 'Alle Schritte' });
    await expect(list.getByRole('button', { name: /^Bilder/ })).toContainText(
      '2 Bilder nicht gespeichert',
    );
    await list.getByRole('button', { name: /^Bilder/ }).click();
    await expect(again).toHaveCount(2);
    await repair();
    await again.first().click();
    await expect(saved(page)).toHaveCount(1);
    await page.getByRole('button', { name: /^Vorschau von .* entfernen$/ }).click();
    await expect(again).toHaveCount(0);
  },
);

test(
  'an upload survives a lost connection: it retries, and resumes after a reload [MED-06, MED-07]',
  DEEP_ONLY,
  async ({ page, context }) => {
    await openEditor(page);
    let lost = true;
    await page.route(UPLOADS, (route) =>
      lost && route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    const photo = await phonePhoto(page);
    const same = { ...photo, name: 'bild-1.jpg' };
    await choose(page, same);
    await rateFirst(page);
    const again = page.getByRole('button', { name: 'Nochmals versuchen mit bild-1.jpg' });
    // The upload retries for a while before the failure is shown.
    await expect(async () => {
      await page.clock.fastForward(30_000);
      await expect(again).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(previews(page)).toHaveCount(1);
    lost = false;
    await again.click();
    await expect(saved(page)).toHaveCount(1);
    await expect(previews(page)).toHaveCount(0);

    lost = true;
    await choose(page, same);
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('uploads')))
      .toMatch(/^\{"[\da-f]{16}":\{"url":"[^"]+","at":\d+,"of":"\d+ inserat image"\}\}$/);
    lost = false;
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(async () => {
      await page.clock.fastForward(30_000);
      await expect(saved(page)).toHaveCount(2, { timeout: 2_000 });
    }).toPass();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('uploads'))).toBeNull();
  },
);

test(
  'a session that ends on the way is renewed in place, and the picture goes on [MED-06]',
  DEEP_ONLY,
  async ({ page }) => {
    const person = await advertiser(page);
    await page.goto('/rabota');
    await expect(page.getByLabel('Bilder auswählen')).toBeAttached();
    await page.context().clearCookies();
    await choose(page, { ...(await phonePhoto(page)), name: 'bild-1.jpg' });
    await rateFirst(page);
    await expect(page.getByRole('button', { name: /^Nochmals versuchen/ })).toBeVisible();
    await page.getByRole('button', { name: 'Anmelden' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Anmelden' });
    await expect(dialog).toContainText(person.email);
    await dialog.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Anmelden' }).click();
    await expect(saved(page)).toHaveCount(1);
  },
);

test(
  'pictures are reordered by keyboard, pointer and menu; the first is the main picture [MED-13]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page);
    await choose(page, numbered(await phonePhoto(page), 3));
    await rateFirst(page);
    await expect(saved(page)).toHaveCount(3, SLOW);
    const names = async () => {
      const { state } = await api(page, 'state');
      const [ad] = (
        state as { Inserats: { imageSources: { name: string; mainImage: boolean }[] }[] }
      ).Inserats;
      return ad!.imageSources
        .map(({ name, mainImage }) => name.replace(/\D/g, '') + (mainImage ? '!' : ''))
        .join(' ');
    };
    expect(await names()).toBe('1! 2 3');
    const grip = (n: number) => page.getByRole('button', { name: `Bild ${n} verschieben` });
    await grip(1).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Bild 1 von 3 aufgenommen.')).toBeAttached();
    // The keyboard is listened to from the next task on.
    await page.evaluate(() => new Promise((next) => setTimeout(next)));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Das Bild liegt an Stelle 2 von 3.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect.poll(names).toBe('2! 1 3');

    await expect(page.getByText('Hauptbild', { exact: true })).toHaveCount(1);
    await grip(3).hover();
    await page.mouse.down();
    const target = (await grip(1).boundingBox())!;
    await page.mouse.move(target.x + 10, target.y + 10, { steps: 8 });
    await page.mouse.up();
    await expect.poll(names).toBe('3! 2 1');

    await page.getByRole('button', { name: 'Optionen von Bild 3' }).click();
    await page.getByRole('button', { name: 'Als Hauptbild' }).click();
    await expect.poll(names).toBe('1! 3 2');

    // Another window has taken one away meanwhile.
    const { state } = await api(page, 'state');
    const [ad] = (state as { Inserats: { imageSources: { attachment_id: number }[] }[] }).Inserats;
    await api(page, 'deleteInseratImage', { attachment_id: ad!.imageSources[2]!.attachment_id });
    await page.getByRole('button', { name: 'Optionen von Bild 2' }).click();
    await page.getByRole('button', { name: 'Nach vorne' }).click();
    await expect(
      toast(page, 'Die Bilder haben sich inzwischen geändert. Bitte ordne sie noch einmal.'),
    ).toBeVisible();
    await expect(saved(page)).toHaveCount(2);
    expect(await names()).toBe('1! 3');
  },
);

test('the first picture asks for its rating, later ones take the last; each says who sees it [EXP-53, EXP-54, MED-12]', async ({
  page,
}) => {
  await advertiser(page);
  await page.route('**/api?action=state*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { state: { rating_reach: object } };
    body.state.rating_reach = { jugendfrei: 9, erotisch: 7, explizit: 2, of: 9 };
    await route.fulfill({ response, json: body });
  });
  await page.goto('/rabota');
  const photo = await phonePhoto(page);
  await choose(page, photo);
  const question = page.getByRole('dialog', { name: 'Wie ist dieses Bild?' });
  await expect(question.getByRole('radio')).toHaveText([
    /^Jugendfrei.+Zu sehen auf 9 von 9 Webseiten\.$/,
    /^Erotisch.+Zu sehen auf 7 von 9 Webseiten\.$/,
    /^Explizit.+Zu sehen auf 2 von 9 Webseiten\.$/,
  ]);
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0);
  const box = (await question.boundingBox())!;
  expect(box.width).toBe(512);
  expect(box.y + box.height).toBeLessThan(800);
  await expectAccessible(page);
  // Closed without an answer, nothing is said in silence: the picture waits.
  await page.keyboard.press('Escape');
  await expect(page.getByText('Noch nicht eingestuft.')).toBeVisible();
  await expect(saved(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Wie ist dieses Bild\?/ }).click();
  await rateFirst(page, 'Jugendfrei');
  const rating = (n: number) =>
    page.getByRole('button', { name: new RegExp(`^Einstufung von Bild ${n}:`) });
  await expect(rating(1)).toHaveText('Einstufung von Bild 1: Jugendfrei');
  await expect(rating(1)).toHaveAccessibleDescription('zu sehen auf 9 von 9 Webseiten');
  await choose(page, photo);
  await expect(rating(2)).toContainText('Jugendfrei', SLOW);
  await expect(question).toHaveCount(0);

  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api?action=rateInseratMedia', async (route) => {
    await held;
    await route.continue();
  });
  await rating(2).click();
  const sheet = page.getByRole('dialog', { name: 'Einstufung von Bild 2' });
  await sheet.getByRole('radio', { name: 'Explizit' }).click();
  // At once, before the server has answered.
  await expect(rating(2)).toContainText('Explizit');
  await expect(rating(2)).toHaveAccessibleDescription('zu sehen auf 2 von 9 Webseiten');
  release();
  await expect(toast(page, 'Die Einstufung ist gespeichert.')).toBeVisible();
  await choose(page, photo);
  await expect(rating(3)).toContainText('Explizit', SLOW);
  await page.reload();
  await expect(rating(1)).toContainText('Jugendfrei');
  await expect(rating(2)).toContainText('Explizit');
});

test(
  'a picture is replaced in its place, and a face in a saved one is covered [EXP-55]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    await choose(page, numbered(await phonePhoto(page), 2));
    await rateFirst(page, 'Explizit');
    await expect(saved(page)).toHaveCount(2, SLOW);
    const pictures = async () => {
      const { state } = await api(page, 'state');
      const [ad] = (
        state as { Inserats: { imageSources: { name: string; cloudflare_id: string }[] }[] }
      ).Inserats;
      return ad!.imageSources.map(({ name, cloudflare_id }) => `${name} ${cloudflare_id}`);
    };
    const before = await pictures();
    const option = async (name: string) => {
      await page.getByRole('button', { name: 'Optionen von Bild 1' }).click();
      await page.getByRole('dialog', { name: 'Bild 1' }).getByRole('button', { name }).click();
    };
    const chooser = page.waitForEvent('filechooser');
    await option('Ersetzen');
    await (await chooser).setFiles({ ...(await phonePhoto(page)), name: 'neu.jpg' });
    await expect.poll(async () => (await pictures())[0]).toMatch(/^neu\.jpg /);
    expect((await pictures())[1]).toBe(before[1]);
    await expect(page.getByRole('button', { name: /^Einstufung von Bild 1/ })).toContainText(
      'Explizit',
    );

    const replaced = (await pictures())[0];
    await option('Gesicht verdecken');
    const tools = page.locator('[data-slot=photo-tools]');
    await tools.getByRole('button', { name: 'Bild zeigen' }).click();
    await expect(tools.getByRole('button', { name: 'Gesichter', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await tools.getByRole('slider', { name: 'Grösse' }).fill('50');
    await tools.getByRole('application').click();
    await tools.getByRole('button', { name: 'Übernehmen' }).click();
    await expect(tools).toHaveCount(0);
    await expect.poll(async () => (await pictures())[0]).not.toBe(replaced);
    expect((await pictures()).length).toBe(2);
  },
);

test(
  'a broken file is named as such and never sent [MED-11, ERR-085]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page);
    let sent = 0;
    page.on('request', (request) => {
      if (/saveInseratImage|media\/uploads/.test(request.url())) sent++;
    });
    await freeze(page);
    await choose(page, {
      name: 'kaputt.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('kein Bild'),
    });
    await expectStays(page, toast(page, 'Fehler beim Erstellen der Vorschau'));
    await expect(page.getByText('Nur PNG oder JPG.')).toBeVisible();
    await expect(previews(page)).toHaveCount(0);
    expect(sent).toBe(0);
  },
);

test(
  'an unreadable picture stays and says what is wrong; another file takes its place [EXP-56, FIX-31, MED-11, ERR-085]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page);
    const photo = (await phonePhoto(page)).buffer;
    const frame = photo.indexOf(Buffer.from([0xff, 0xc0]));
    const bomb = Buffer.from(photo);
    bomb.writeUInt16BE(65_500, frame + 5);
    bomb.writeUInt16BE(65_500, frame + 7);
    for (const [name, buffer, reason] of [
      ['schmal.png', png(8000, 4), 'Dieses Bild ist zu klein. Mindestens 400 × 400 Pixel.'],
      ['bombe.jpg', bomb, 'Das Bild ist mit 65500 × 65500 Pixeln zu gross.'],
      ['halb.jpg', photo.subarray(0, frame + 40), 'Dieses Bild ist beschädigt.'],
      ['text.jpg', Buffer.from('kein Bild'), 'Nur PNG oder JPG.'],
      ['bewegt.gif', photo, 'Nur PNG oder JPG.'],
    ] as const) {
      await choose(page, { name, mimeType: 'image/jpeg', buffer });
      await expect(page.getByRole('alert').filter({ hasText: name })).toContainText(reason);
      await expect(previews(page)).toHaveCount(0);
      await page.getByRole('button', { name: `${name} entfernen` }).click();
    }
    await expect(page).toHaveURL('/rabota');
    await choose(page, {
      name: 'halb.jpg',
      mimeType: 'image/jpeg',
      buffer: photo.subarray(0, frame + 40),
    });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Anderes Bild' }).click();
    await (await chooser).setFiles(await phonePhoto(page));
    await rateFirst(page);
    await expect(saved(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Anderes Bild' })).toHaveCount(0);
  },
);

/** A grey PNG, complete. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 128))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('pictures have their bounds, are saved and deleted with their words [MED-01, MED-02, MED-04, MED-10, MED-15, CON-52, ERR-086, ERR-087, ERR-088, ERR-090, ERR-091]', async ({
  page,
}) => {
  await openEditor(page);
  await expect(
    page.getByRole('radiogroup', { name: 'Art der Bilder' }).getByRole('radio', { checked: true }),
  ).toHaveValue('Keine Angaben');
  const photo = await phonePhoto(page);
  const large = Buffer.concat([photo.buffer, Buffer.alloc(10 * 1024 * 1024)]);
  await choose(page, { ...photo, name: 'gross.jpg', buffer: large });
  await expect(
    toast(page, 'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.'),
  ).toBeVisible();
  await choose(page, { name: 'bewegt.gif', mimeType: 'image/gif', buffer: photo.buffer });
  await expect(page.getByText('Nur PNG oder JPG.')).toBeVisible();
  await expect(previews(page)).toHaveCount(0);

  await choose(page, numbered(photo, 4));
  await expect(toast(page, 'Du kannst maximal 3 Bilder hochladen.')).toBeVisible();
  await rateFirst(page);
  await expect(saved(page)).toHaveCount(3, SLOW);
  await expect(toast(page, 'Bild erfolgreich hochgeladen und in CDN gespeichert')).toBeVisible();

  await page.route(DELETE, (route) => route.abort());
  const remove = async () => {
    await page.getByRole('button', { name: 'Optionen von Bild 3' }).click();
    await page.getByRole('button', { name: 'Bild löschen' }).click();
    const question = page.getByRole('dialog', { name: 'Bild löschen?' });
    await question.getByRole('button', { name: 'Löschen' }).click();
  };
  await remove();
  await expect(toast(page, 'Fehler beim Löschen des Bildes')).toBeVisible();
  await expect(saved(page)).toHaveCount(3);
  await page.unroute(DELETE);
  await remove();
  await expect(toast(page, 'Bild erfolgreich aus WordPress und CDN gelöscht')).toBeVisible();
  await expect(saved(page)).toHaveCount(2);
});
