import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const WIDTH = 960;
const QUALITY = 0.8;

/**
 * What a page shows in its window, as a small WebP. The browser encodes it, so that nothing else is
 * needed.
 */
export async function writePicture(page: Page, file: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  // On an empty page, because the product's own may not load what is not its own.
  const converter = await page.context().newPage();
  const webp = await converter.evaluate(
    async ({ png, width, quality }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = Math.round((width * image.height) / image.width);
      const context = canvas.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', quality);
    },
    { png, width: WIDTH, quality: QUALITY },
  );
  await converter.close();
  writeFileSync(file, Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'));
}
