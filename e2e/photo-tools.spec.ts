import type { Page } from '@playwright/test';
import {
  CORNERS,
  dialog,
  dragFinger,
  dragMouse,
  lookAtCanvas,
  lookAtFile,
  MAKER,
  openTools,
  outgoing,
  placesIn,
  settled,
  surface,
} from './photo-journey.ts';
import { DEEP_ONLY, expect, expectAccessible, ONE_SIZE, test } from './support.ts';
import { rateFirst } from './uploads.ts';

const tool = (page: Page, name: string) =>
  dialog(page).getByRole('group', { name: 'Werkzeug' }).getByRole('button', { name });
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

async function opened(page: Page): Promise<void> {
  await openTools(page);
  await expect(dialog(page)).toBeVisible();
  await settled(page);
}

async function shown(page: Page): Promise<void> {
  await opened(page);
  await press(page, 'Bild zeigen');
}

test(
  'a picture is cropped, turned and partly hidden before it leaves the device, as pixels only',
  ONE_SIZE,
  async ({ page }, { project }) => {
    const byFinger = project.name === 'phone';
    const uploads: string[] = [];
    let largest = 0;
    page.on('request', (request) => {
      if (/\/media\/uploads|InseratImage/.test(request.url())) uploads.push(request.url());
      largest = Math.max(largest, request.postDataBuffer()?.length ?? 0);
    });
    await opened(page);
    // Diskret-Ansicht: what the picture shows is asked for first.
    await expect(dialog(page).getByRole('button', { name: 'Ecke oben links' })).toBeHidden();
    await press(page, 'Bild zeigen');
    expect(await lookAtCanvas(page)).toMatchObject({
      width: 1200,
      height: 1600,
      corners: CORNERS,
      contrast: 255,
    });

    await press(page, '1:1');
    await expectAccessible(page);
    await press(page, 'Anwenden');
    await settled(page);
    expect(await lookAtCanvas(page)).toMatchObject({ width: 1200, height: 1200, corners: CORNERS });

    await tool(page, 'Drehen').click();
    await press(page, 'Nach rechts');
    await settled(page);
    const turned = ['yellow', 'blue', 'red', 'green'];
    expect(await lookAtCanvas(page)).toMatchObject({
      width: 1200,
      height: 1200,
      corners: turned,
      contrast: 255,
    });

    await tool(page, 'Verwischen').click();
    await expectAccessible(page);
    if (byFinger) {
      const stroke = [
        [0.4, 0.35],
        [0.6, 0.42],
        [0.4, 0.5],
        [0.6, 0.58],
        [0.4, 0.65],
      ] as const;
      await dragFinger(page, await placesIn(surface(page), stroke));
    } else {
      await dialog(page).getByRole('slider', { name: 'Pinsel' }).fill('50');
      await surface(page).focus();
      await page.keyboard.press('Space');
    }
    await settled(page);
    await expect.poll(async () => (await lookAtCanvas(page)).contrast).toBeLessThan(60);
    expect(await lookAtCanvas(page)).toMatchObject({ corners: turned });
    // Drafts are kept meanwhile; they are no larger than a few words.
    expect(largest).toBeLessThan(4096);
    expect(uploads).toEqual([]);
    expect(await outgoing(page)).toEqual([]);

    await press(page, 'Übernehmen');
    await expect(dialog(page)).toBeHidden();
    await rateFirst(page);
    await expect.poll(() => outgoing(page)).toHaveLength(1);
    const [file] = await outgoing(page);
    expect(file!.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(file!.includes('Exif')).toBe(false);
    expect(file!.includes(MAKER)).toBe(false);
    const sent = await lookAtFile(page, file!);
    expect(sent).toMatchObject({ width: 1200, height: 1200, corners: turned });
    expect(sent.contrast).toBeLessThan(60);
    await expect(page.getByRole('img', { name: 'Bild 1' })).toBeVisible();
  },
);

test(
  'a free crop follows its corner by finger, mouse and arrow keys; undo and reset restore it',
  DEEP_ONLY,
  async ({ page }, { project }) => {
    await shown(page);
    const corner = dialog(page).getByRole('button', { name: 'Ecke unten rechts' });
    const handle = (await corner.boundingBox())!;
    expect(Math.min(handle.width, handle.height)).toBeGreaterThanOrEqual(44);
    const way = await placesIn(dialog(page).getByRole('img', { name: 'Bild in Bearbeitung' }), [
      [1, 1],
      [0.7, 0.8],
      [0.5, 0.5],
    ]);
    await (project.name === 'phone' ? dragFinger : dragMouse)(page, way);
    await corner.focus();
    // Each press is a fiftieth of the longer side.
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    // Another tool takes over the crop that is drawn.
    await tool(page, 'Drehen').click();
    await settled(page);
    const cropped = await lookAtCanvas(page);
    expect(Math.abs(cropped.width - 760)).toBeLessThanOrEqual(8);
    expect(Math.abs(cropped.height - 800)).toBeLessThanOrEqual(8);
    expect(cropped.corners[0]).toBe('blue');

    await press(page, 'Nach links');
    await settled(page);
    expect(await lookAtCanvas(page)).toMatchObject({
      width: cropped.height,
      height: cropped.width,
    });
    await press(page, 'Rückgängig');
    await settled(page);
    expect(await lookAtCanvas(page)).toEqual(cropped);
    await tool(page, 'Verwischen').click();
    await surface(page).focus();
    await page.keyboard.press('Enter');
    await settled(page);
    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await lookAtCanvas(page)).toEqual(cropped);
    await press(page, 'Zurücksetzen');
    await settled(page);
    expect(await lookAtCanvas(page)).toMatchObject({
      width: 1200,
      height: 1600,
      corners: CORNERS,
      contrast: 255,
    });
    await expect(dialog(page).getByRole('button', { name: 'Rückgängig' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );

    // Nothing is lost by a key pressed by mistake, and nothing is asked where nothing was done.
    await tool(page, 'Drehen').click();
    await press(page, 'Nach links');
    await settled(page);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Änderungen verwerfen?' });
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(question).toBeHidden();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Verwerfen' }).click();
    await expect(dialog(page)).toBeHidden();
  },
);

for (const [form, runs] of [
  ['/rabota', ONE_SIZE],
  // The same tools, opened from another form.
  ['/clubs_neu', DEEP_ONLY],
] as const) {
  test(
    `a picture that was not shown leaves ${form} only as a whole, and only on request [FIX-23]`,
    runs,
    async ({ page }) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (/\/media\/uploads|club_image/.test(request.url()) && request.method() !== 'GET')
          sent.push(request.url());
      });
      await openTools(page, form);
      await settled(page);
      const whole = dialog(page).getByRole('button', { name: 'Ganzes Bild nehmen' });
      const part = dialog(page).getByRole('button', { name: 'Übernehmen' });
      await expect(dialog(page).getByRole('button', { name: 'Bild zeigen' })).toBeVisible();
      await expect(part).toHaveAttribute('aria-disabled', 'true');
      // Neither by the mouse nor by the keyboard.
      await part.click({ force: true });
      await part.press('Enter');
      await expect(dialog(page)).toBeVisible();
      expect(sent).toEqual([]);
      await expectAccessible(page);
      await whole.click();
      await expect(dialog(page)).toBeHidden();
      if (form === '/rabota') await rateFirst(page);
      await expect(page.getByRole('img', { name: 'Bild 1' })).toBeVisible();
      expect(sent).not.toEqual([]);
    },
  );
}

test(
  'a picture shown once is taken over and not requested as a whole again [FIX-23]',
  DEEP_ONLY,
  async ({ page }) => {
    await shown(page);
    await expect(dialog(page).getByRole('button', { name: 'Ganzes Bild nehmen' })).toHaveCount(0);
    await press(page, 'Übernehmen');
    await expect(dialog(page)).toBeHidden();
    await expect.poll(() => outgoing(page)).toHaveLength(1);
  },
);

/** Stands in for the detector that some browsers bring. */
const withDetector = (
  page: Page,
  faces: { x: number; y: number; width: number; height: number }[] | 'broken',
) =>
  page.addInitScript((answer) => {
    class FaceDetector {
      detect() {
        if (answer === 'broken') return Promise.reject(new Error('no service'));
        return Promise.resolve(answer.map((boundingBox) => ({ boundingBox })));
      }
    }
    Object.assign(globalThis, { FaceDetector });
  }, faces);

test(
  'with face detection one tap hides all faces, and it never claims completeness',
  DEEP_ONLY,
  async ({ page }) => {
    await withDetector(page, [{ x: 400, y: 600, width: 400, height: 400 }]);
    await shown(page);
    await tool(page, 'Gesichter').click();
    await press(page, 'Gesichter verwischen');
    await expect(
      dialog(page).getByText('1 Gesicht verwischt. Bitte prüfe das Bild selbst.'),
    ).toBeVisible();
    await settled(page);
    const after = await lookAtCanvas(page);
    expect(after.contrast).toBeLessThan(60);
    expect(after.corners).toEqual(CORNERS);
  },
);

test(
  'where none is found, or the detector does not work, it says so and a tap marks the face',
  DEEP_ONLY,
  async ({ page }) => {
    await withDetector(page, []);
    await shown(page);
    await tool(page, 'Gesichter').click();
    await press(page, 'Gesichter verwischen');
    await expect(
      dialog(page).getByText(
        'Kein Gesicht gefunden. Tippe auf das Gesicht oder nimm «Verwischen».',
      ),
    ).toBeVisible();
    await dialog(page).getByRole('slider', { name: 'Grösse' }).fill('50');
    await surface(page).click();
    await settled(page);
    expect((await lookAtCanvas(page)).contrast).toBeLessThan(60);
  },
);

test(
  'a detector that fails, and a browser without one, lead to marking by hand',
  DEEP_ONLY,
  async ({ page, browserName }) => {
    expect(browserName).toBe('chromium');
    await withDetector(page, 'broken');
    await shown(page);
    await tool(page, 'Gesichter').click();
    await press(page, 'Gesichter verwischen');
    await expect(
      dialog(page).getByText(
        'Dieser Browser kann keine Gesichter suchen. Tippe auf jedes Gesicht.',
      ),
    ).toBeVisible();
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'FaceDetector'));
    await tool(page, 'Verwischen').click();
    await tool(page, 'Gesichter').click();
    await expect(dialog(page).getByRole('button', { name: 'Gesichter verwischen' })).toBeHidden();
    await expect(
      dialog(page).getByText('Tippe auf ein Gesicht. Bitte prüfe das Bild selbst.'),
    ).toBeVisible();
  },
);
