/** A picture for the photo tools, hands for the two sizes, and a look at what comes out. */
import type { Locator, Page } from '@playwright/test';
import { newAdAt } from './editor.ts';
import { advertiser, expect } from './support.ts';

export const MAKER = 'Samtrotkamera';
/** Colours of the corners as the picture is seen, clockwise from the upper left. */
export const CORNERS = ['blue', 'red', 'green', 'yellow'] as const;
type Colour = (typeof CORNERS)[number];

/**
 * A JPEG of 1600 by 1200 from a phone held upright: shown as 1200 by 1600. One colour in each
 * corner, and in the middle 400 by 400 pixels of a fine pattern that the result must not contain.
 */
async function uprightPhoto(
  page: Page,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const dataUrl = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1600;
    canvas.height = 1200;
    const pen = canvas.getContext('2d')!;
    for (const [colour, x, y] of [
      ['#f00', 0, 0],
      ['#0f0', 800, 0],
      ['#00f', 0, 600],
      ['#ff0', 800, 600],
    ] as const) {
      pen.fillStyle = colour;
      pen.fillRect(x, y, 800, 600);
    }
    for (let x = 0; x < 400; x += 8)
      for (let y = 0; y < 400; y += 8) {
        pen.fillStyle = (x + y) % 16 === 0 ? '#fff' : '#000';
        pen.fillRect(600 + x, 400 + y, 8, 8);
      }
    return canvas.toDataURL('image/jpeg', 0.95);
  });
  const jpeg = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return {
    name: 'IMG_4712.JPG',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([jpeg.subarray(0, 2), exif(), jpeg.subarray(2)]),
  };
}

/** APP1 segment with the camera, and orientation 6: to be turned to the right before it is seen. */
function exif(): Buffer {
  const maker = Buffer.from(`${MAKER}\0`);
  const valuesAt = 8 + 2 + 2 * 12 + 4;
  const tiff = Buffer.alloc(valuesAt + maker.length);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  entry(10, 0x010f, 2, maker.length, valuesAt);
  entry(22, 0x0112, 3, 1, 6);
  maker.copy(tiff, valuesAt);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + 6 + tiff.length, 2);
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/**
 * Opens the tools from the form of a new ad or club, and writes down from then on what files leave
 * the page.
 */
export async function openTools(page: Page, form = '/rabota'): Promise<void> {
  await page.addInitScript(() => {
    const bodies: Blob[] = [];
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) bodies.push(body);
      send.call(this, body);
    };
    Object.assign(globalThis, { bodies });
  });
  await advertiser(page);
  await page.goto(form === '/rabota' ? newAdAt('Bilder') : form);
  const input = page.getByLabel('Bild zum Bearbeiten auswählen');
  await input.waitFor({ state: 'attached' });
  await input.setInputFiles(await uprightPhoto(page));
}

/** The files that left the page so far. */
export async function outgoing(page: Page): Promise<Buffer[]> {
  const texts = await page.evaluate(() =>
    Promise.all(
      (globalThis as unknown as { bodies: Blob[] }).bodies.map(async (body) => {
        const bytes = new Uint8Array(await body.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      }),
    ),
  );
  return texts.map((text) => Buffer.from(text, 'base64'));
}

export const dialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Bild bearbeiten' });
export const surface = (page: Page): Locator => dialog(page).getByRole('application');

/** Where a share of the surface or of the picture lies on the screen. */
export async function placesIn(
  of: Locator,
  shares: readonly (readonly [number, number])[],
): Promise<Place[]> {
  const box = (await of.boundingBox())!;
  return shares.map(([x, y]) => ({ x: box.x + box.width * x, y: box.y + box.height * y }));
}

interface Place {
  x: number;
  y: number;
}

/** Moves a finger over the screen, from the first place to the last. */
export async function dragFinger(
  page: Page,
  places: readonly Place[],
  arrived: () => Promise<void> = async () => {},
): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', places.slice(0, 1));
  for (const place of places.slice(1)) await touch('touchMove', [place]);
  await arrived();
  await touch('touchEnd', []);
  await hand.detach();
}

/** The same with a mouse. */
export async function dragMouse(page: Page, places: readonly Place[]): Promise<void> {
  await page.mouse.move(places[0]!.x, places[0]!.y);
  await page.mouse.down();
  for (const { x, y } of places.slice(1)) await page.mouse.move(x, y);
  await page.mouse.up();
}

interface Look {
  width: number;
  height: number;
  /** Clockwise from the upper left. */
  corners: (Colour | 'other')[];
  /** Difference between the brightest and the darkest pixel among the 160 by 160 in the middle. */
  contrast: number;
}

/** What the canvas of the tools shows. */
export const lookAtCanvas = (page: Page): Promise<Look> => look(page, null);

/** What is in a picture file. */
export const lookAtFile = (page: Page, bytes: Buffer): Promise<Look> =>
  look(page, bytes.toString('base64'));

const look = (page: Page, base64: string | null): Promise<Look> =>
  page.evaluate(async (file) => {
    let canvas = document.querySelector<HTMLCanvasElement>('[data-slot="photo-tools"] canvas')!;
    if (file !== null) {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(file), (char) => char.charCodeAt(0))]),
      );
      canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
      canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
    }
    const { width, height } = canvas;
    const pen = canvas.getContext('2d')!;
    const names = new Map([
      ['00f', 'blue'],
      ['f00', 'red'],
      ['0f0', 'green'],
      ['ff0', 'yellow'],
    ]);
    const corners = [
      [20, 20],
      [width - 20, 20],
      [width - 20, height - 20],
      [20, height - 20],
    ].map(([x, y]) => {
      const rough = [...pen.getImageData(x!, y!, 1, 1).data.slice(0, 3)].map((value) =>
        value > 127 ? 'f' : '0',
      );
      return (names.get(rough.join('')) ?? 'other') as Colour | 'other';
    });
    const middle = pen
      .getImageData(width / 2 - 80, height / 2 - 80, 160, 160)
      .data.filter((_, index) => index % 4 < 3);
    let [darkest, brightest] = [255, 0];
    for (const value of middle) {
      darkest = Math.min(darkest, value);
      brightest = Math.max(brightest, value);
    }
    return { width, height, corners, contrast: brightest - darkest };
  }, base64);

/** Waits until the tools work no more. */
export async function settled(page: Page): Promise<void> {
  await expect(dialog(page).locator('.photo-canvas')).toHaveAttribute('aria-busy', 'false');
}
