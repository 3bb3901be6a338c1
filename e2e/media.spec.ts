import { closeSync, ftruncateSync, openSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { SAVED, toast } from './clock.ts';
import { openStep, type StepTitle } from './editor.ts';
import { film, HEIC_PHOTO } from './films.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ONE_SIZE,
  phonePhoto,
  test,
} from './support.ts';
import { holdUploads, rateFirst, UPLOADS } from './uploads.ts';

const videos = (page: Page) => page.getByRole('region', { name: 'Videos' });
const story = (page: Page) => page.getByRole('group', { name: 'Story', exact: true });
const chooseVideos = (page: Page, files: string | string[]) =>
  page.getByLabel('Videos auswählen').setInputFiles(files);
const chooseStory = (
  page: Page,
  file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0],
) => page.getByLabel('Bild oder Video der Story auswählen').setInputFiles(file);

async function openEditor(
  page: Page,
  { premium = false, step = 'Bilder' as StepTitle } = {},
): Promise<void> {
  await advertiser(page);
  await page.goto('/rabota');
  await expect(page.getByLabel('Bilder auswählen')).toBeAttached();
  if (premium) await page.getByRole('radio', { name: '1 Woche Premium' }).check();
  await openStep(page, step);
}

/** Returns the media of the account's only ad. */
async function hanging(page: Page) {
  const { state } = await api(page, 'state');
  const [ad] = (state as { Inserats: Record<string, unknown>[] }).Inserats;
  return ad as unknown as {
    videoSources: { status: string }[];
    story_image: object | null;
    story_video: { status: string } | null;
    story_posted: boolean;
    story_title: string;
  };
}

test(
  'a video is held, goes on, is converted before the eyes of its owner, played and deleted [MED-17, MED-22, CON-56]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
    await openEditor(page, { premium: true });
    const release = await holdUploads(page);
    await chooseVideos(page, film('ferien.mp4', { seconds: 2 }));
    await expect(videos(page)).toContainText('1 von 2');
    await expect(videos(page)).toContainText('Wird hochgeladen, 0 %');
    await videos(page).getByRole('button', { name: 'Upload anhalten' }).click();
    await expect(videos(page)).toContainText('Angehalten bei 0 %');
    await videos(page).getByRole('button', { name: 'Upload fortsetzen' }).click();
    release();
    const row = videos(page).getByRole('listitem');
    await expect(row).toHaveAttribute('data-state', /wartet|laeuft|bereit/);
    await expect(row).toHaveAttribute('data-state', 'bereit', { timeout: 60_000 });
    await videos(page).getByRole('button', { name: 'Video 1 zeigen' }).click();
    const player = videos(page).locator('video');
    await expect(player).toHaveAttribute('preload', 'none');
    await expect(player).toHaveAttribute('poster', /^\/media\/[\da-f]{64}-poster\.webp$/);
    await expectNoSidewaysScroll(page);
    if (!isMobile) await expectAccessible(page);
    await videos(page).getByRole('button', { name: 'Video 1 löschen' }).click();
    await page
      .getByRole('dialog', { name: 'Video löschen?' })
      .getByRole('button', { name: 'Löschen' })
      .click();
    await expect(toast(page, 'Das Video wurde gelöscht.')).toBeVisible();
    expect((await hanging(page)).videoSources).toEqual([]);
  },
);

test(
  'after a reload the same video goes on from where it stood [MED-22]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page, { premium: true, step: 'Text' });
    page.on('dialog', (dialog) => dialog.accept());
    const path = film('ferien.mp4', { seconds: 1 });
    await page.getByRole('textbox', { name: 'Titel' }).fill('Ferien am See');
    await expect(page.getByText(SAVED)).toBeVisible();
    await openStep(page, 'Bilder');
    const asked: string[] = [];
    let held = true;
    await page.route(UPLOADS, async (route) => {
      asked.push(route.request().method());
      if (route.request().method() !== 'PATCH' || !held) await route.continue();
    });
    await chooseVideos(page, path);
    await expect.poll(() => asked).toEqual(['POST', 'PATCH']);
    await page.reload();
    held = false;
    await openStep(page, 'Bilder');
    await expect(videos(page)).toContainText('Ein Upload wurde unterbrochen.');
    asked.length = 0;
    await chooseVideos(page, path);
    await expect(videos(page).getByRole('listitem')).toHaveAttribute(
      'data-state',
      /wartet|laeuft|bereit/,
    );
    expect(asked).toEqual(['HEAD', 'PATCH']);
    expect((await hanging(page)).videoSources).toHaveLength(1);
  },
);

test(
  'a free ad has no videos, a premium ad two, and none is too large or of another kind [MED-17, MED-18, MED-19, MED-20, CON-57, CON-58, ERR-093, ERR-094]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page);
    const path = film('kurz.mp4', { seconds: 1 });
    await expect(videos(page)).toContainText('Mit Premium kannst du 2 Videos zeigen.');
    await chooseVideos(page, path);
    await expect(toast(page, 'Du kannst maximal 0 Videos hochladen.')).toBeVisible();
    await openStep(page, 'Was');
    await page.getByRole('radio', { name: '1 Woche Premium' }).check();
    await openStep(page, 'Bilder');
    await chooseVideos(page, [path, path, path]);
    await expect(toast(page, 'Du kannst maximal 2 Videos hochladen.')).toBeVisible();
    await expect(videos(page).getByRole('listitem')).toHaveCount(2);
    await expect.poll(async () => (await hanging(page))?.videoSources.length).toBe(2);
    await videos(page).getByRole('button', { name: 'Video 2 löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await expect(videos(page).getByRole('listitem')).toHaveCount(1);
    const large = `${path}.large.mp4`;
    const file = openSync(large, 'w');
    ftruncateSync(file, 400 * 1024 * 1024 + 1);
    closeSync(file);
    await chooseVideos(page, large);
    await expect(
      toast(page, 'Ein oder mehrere Videos sind zu groß. Maximal 400MB pro Video erlaubt.'),
    ).toBeVisible();
  },
);

test(
  'a video that cannot be read says so and can be deleted [MED-22]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page, { premium: true });
    await page.getByLabel('Videos auswählen').setInputFiles({
      name: 'kaputt.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('kein Video'),
    });
    await expect(videos(page)).toContainText('Dieses Video konnte nicht gelesen werden.', {
      timeout: 60_000,
    });
    await videos(page).getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await expect(videos(page).getByRole('listitem')).toHaveCount(0);
  },
);

test(
  'a story needs its picture and its title, is posted, and goes with either of them [EDI-14, MED-23, MED-24, MED-25, MED-29, MED-30, MED-31, MED-32, CON-59]',
  ONE_SIZE,
  async ({ page }) => {
    await openEditor(page, { premium: true, step: 'Extras und Start' });
    await story(page).getByRole('button', { name: 'Story hinzufügen' }).click();
    await expect(page.getByRole('button', { name: 'Bild oder Video wählen' })).toBeFocused();
    const post = story(page).getByRole('button', { name: 'Story posten' });
    const title = page.getByRole('textbox', { name: 'Titel der Story' });
    await expect(post).toHaveAttribute('aria-disabled', 'true');
    await expect(story(page)).toContainText('Es braucht noch ein Bild oder Video und einen Titel.');
    await chooseStory(page, await phonePhoto(page));
    await rateFirst(page);
    await expect(page.getByRole('img', { name: 'Bild der Story' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(post).toHaveAttribute('aria-disabled', 'true');
    await title.fill('x'.repeat(51));
    await expect(title).toHaveValue('x'.repeat(50));
    const line = page.locator('[data-slot=cost-list]').first().getByText('Story', { exact: true });
    await expect(line).toHaveCount(0);
    await post.click();
    await expect(story(page)).toContainText('Story wird mit dem Inserat gepostet');
    await expect(line).toHaveCount(1);
    await title.fill('');
    await expect(line).toHaveCount(0);
    await title.fill('Heute am See');
    await post.click();
    await page.getByRole('button', { name: 'Bild der Story löschen' }).click();
    await expect(title).toHaveValue('');
    await expect(line).toHaveCount(0);
    await expect
      .poll(() => hanging(page))
      .toMatchObject({ story_image: null, story_title: '', story_posted: false });

    await chooseStory(page, await phonePhoto(page));
    await title.fill('Heute am See');
    await post.click();
    await story(page).getByRole('button', { name: 'Story entfernen' }).click();
    const question = page.getByRole('dialog', { name: 'Story entfernen?' });
    await question.getByRole('button', { name: 'Behalten' }).click();
    await expect(line).toHaveCount(1);
    await story(page).getByRole('button', { name: 'Story entfernen' }).click();
    await question.getByRole('button', { name: 'Entfernen' }).click();
    await expect(line).toHaveCount(0);
    await expect(title).toHaveCount(0);
    expect(await hanging(page)).toMatchObject({ story_image: null });
  },
);

test(
  'a story video of 31 seconds is refused before it leaves the phone, a short one is shown [MED-25, MED-27, MED-28, CON-60, X-36]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page, { premium: true, step: 'Extras und Start' });
    await story(page).getByRole('button', { name: 'Story hinzufügen' }).click();
    let sent = 0;
    page.on('request', (request) => {
      if (UPLOADS.test(request.url())) sent++;
    });
    await expect(story(page)).toContainText('höchstens 30 Sekunden');
    await chooseStory(page, film('lang.mp4', { seconds: 31, rate: 2, sound: null }));
    await expect(toast(page, 'Eine Story darf höchstens 30 Sekunden dauern.')).toBeVisible();
    expect(sent).toBe(0);
    await chooseStory(page, film('kurz.mov', { seconds: 1 }));
    const row = story(page).getByRole('listitem');
    await expect(row).toHaveAttribute('data-state', 'bereit', { timeout: 60_000 });
    expect((await hanging(page)).story_video).toMatchObject({ status: 'bereit' });
  },
);

test(
  'a HEIC picture of a phone becomes a JPEG in the browser and is saved, if large enough [MED-01, MED-06, EXP-56]',
  DEEP_ONLY,
  async ({ page }) => {
    await openEditor(page, { premium: true });
    await page.getByLabel('Bilder auswählen').setInputFiles(HEIC_PHOTO);
    const small = page.getByText('Dieses Bild ist zu klein. Mindestens 400 × 400 Pixel.');
    await expect(small).toBeVisible({ timeout: 60_000 });
    await openStep(page, 'Extras und Start');
    await story(page).getByRole('button', { name: 'Story hinzufügen' }).click();
    await chooseStory(page, HEIC_PHOTO);
    await rateFirst(page);
    await expect(page.getByRole('img', { name: 'Bild der Story' })).toBeVisible();
    expect((await hanging(page)).story_image).toMatchObject({
      name: 'IMG_0815.jpg',
      width: 160,
      height: 120,
    });
  },
);
