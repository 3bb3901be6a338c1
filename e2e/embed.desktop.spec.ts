import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from '@playwright/test';
import { BANNER_TYPE_IDS, BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { listSnippet, USUAL_LOOK } from '@samtrot/shared/delivery/embed-rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { DEEP } from '../server/src/testing/process/deep.ts';
import { samtrot } from './command-line.ts';
import { listedAd } from './list-ads.ts';
import { accountOf, orderedBanner, pictureOf } from './list-banners.ts';
import { advertiser, DEEP_ONLY, expect, test } from './support.ts';

const TARGET = 'https://studio-linde.example/angebot?von=banner';
/** Without the word that says that no person is there. */
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/**
 * A website of somebody else on an origin of its own, which allows its pages nothing but what the
 * portal's snippets need.
 */
async function foreignWebsite(portal: string) {
  const page = { body: '', scheme: 'light' };
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${portal}; frame-src ${portal}`,
      // Whatever this site would tell about itself, the portal gets nothing of it.
      'referrer-policy': 'unsafe-url',
    });
    response.end(
      `<!doctype html><html lang="de"><meta name="color-scheme" content="${page.scheme}"><title>Fremd</title><body><button autofocus>Hier war ich</button>${page.body}</body></html>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    page,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A visitor that records all requests to the portal and all CSP violations. */
async function visitor(browser: Browser, portal: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    userAgent: `${PERSON} ${randomUUID()}`,
    baseURL: undefined,
    ...options,
  });
  const referers: (string | undefined)[] = [];
  const targets: string[] = [];
  const complaints: string[] = [];
  const counted = { view: 0, click: 0 };
  // The target does not exist here; the request and its headers are what is tested.
  context.on('request', (request) => {
    if (request.url() !== TARGET) return;
    targets.push(
      `${new URL(request.redirectedFrom()!.url()).origin} ${request.headers().referer ?? ''}`.trim(),
    );
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(portal)) return;
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/b/v/')) counted.view++;
    if (path.startsWith('/b/c/')) counted.click++;
    if (/^\/(embed|b|media)\//.test(path))
      void request.allHeaders().then(
        ({ referer }) => referers.push(referer && `${path} ${referer}`),
        () => {},
      );
  });
  context.on('console', (message) => {
    if (/Content Security Policy|Refused|violat/i.test(message.text()))
      complaints.push(message.text());
  });
  const page = await context.newPage();
  return { context, page, referers, targets, complaints, counted };
}

/** The colours of these points of the window, as they are seen. */
async function coloursAt(
  page: Page,
  points: (readonly [x: number, y: number])[],
): Promise<number[][]> {
  const picture = (await page.screenshot()).toString('base64');
  // On a page of its own: that of the website allows no pictures.
  const reader = await page.context().newPage();
  const colours = await reader.evaluate(
    async ([data, at]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: image.width, height: image.height });
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      return at.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]);
    },
    [picture, points] as const,
  );
  await reader.close();
  return colours;
}

const frameOf = async (page: Page, id: string, slot: BannerTypeId): Promise<Frame> => {
  const address = `/embed/${id}/${slot}`;
  await expect
    .poll(() =>
      page.frames().some((frame) => new URL(frame.url(), 'http://x').pathname === address),
    )
    .toBe(true);
  return page.frames().find((frame) => new URL(frame.url(), 'http://x').pathname === address)!;
};

/** A new partner website at this address, and its snippets. */
function registered(url: string): { name: string; snippets: Record<BannerTypeId, string> } {
  const name = `Fremd ${randomUUID().slice(0, 8)}`;
  samtrot('website', 'add', name, url);
  return { name, ...JSON.parse(samtrot('website', 'embed', name, '--json')) };
}

/** Points of a square in a corner of the popup, the corner itself first and the innermost last. */
const CORNER = Array.from({ length: 196 }, (_, n): [x: number, y: number] => [
  n % 14,
  Math.floor(n / 14),
]);

/**
 * Sizes at which the reference website is looked at, and the colours of a website and of its
 * visitor.
 */
const LOOKS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
].flatMap((viewport) =>
  (['light', 'light dark'] as const).flatMap((scheme) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ viewport, scheme, colorScheme })),
  ),
);
/** Each size with a website of each kind, each kind with a visitor of each. */
const USUAL = [0, 3, 5, 6];

/** The popup dims the whole window without corners, in both themes and sizes. */
async function expectDims(
  browser: Browser,
  portal: string,
  website: Awaited<ReturnType<typeof foreignWebsite>>,
  id: string,
): Promise<void> {
  const { width, height } = BANNER_TYPES.a3.size!;
  for (const { scheme, ...options } of DEEP ? LOOKS : USUAL.map((n) => LOOKS[n]!)) {
    website.page.scheme = scheme;
    const { page: seen, context } = await visitor(browser, portal, options);
    await expect(async () => {
      await seen.goto(website.url);
      await expect(seen.locator('dialog')).toBeVisible({ timeout: 1000 });
    }).toPass();
    const picture = (await frameOf(seen, id, 'a3')).locator('a img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const frame = (await seen.locator('dialog iframe').boundingBox())!;
    const close = (await seen.getByRole('button', { name: 'Anzeige schliessen' }).boundingBox())!;
    const look = `${options.viewport.width} ${scheme} ${options.colorScheme}`;
    expect(await seen.locator('dialog').boundingBox(), look).toEqual({
      x: 0,
      y: 0,
      ...options.viewport,
    });
    expect(frame.width / frame.height, look).toBeCloseTo(width / height, 2);
    expect([frame.x >= 12, frame.y + frame.height <= options.viewport.height - 12], look).toEqual([
      true,
      true,
    ]);
    const [left, top] = [Math.ceil(frame.x), Math.ceil(frame.y)];
    const [right, bottom] = [
      Math.floor(frame.x + frame.width) - 1,
      Math.floor(frame.y + frame.height) - 1,
    ];
    const beside = Math.round(close.y + close.height / 2);
    const [far, strip, ...corners] = await coloursAt(seen, [
      [3, options.viewport.height - 3],
      [left + 20, beside],
      // Not the fourth: the word «Anzeige» stands in it.
      ...CORNER.flatMap(([x, y]) => [
        [left + x, top + y] as const,
        [left + x, bottom - y] as const,
        [right - x, bottom - y] as const,
      ]),
    ]);
    expect(strip, look).toEqual(far);
    expect(corners.slice(0, 3), look).toEqual(Array.from({ length: 3 }, () => far));
    // Along the curve there is nothing but what is dimmed and the picture: a ground behind it
    // shines through as a light line.
    const inside = corners.slice(-3);
    const lighter = corners.filter((colour, index) =>
      colour!.some(
        (value, channel) => value > Math.max(far![channel]!, inside[index % 3]![channel]!) + 8,
      ),
    );
    expect(lighter, look).toEqual([]);
    await context.close();
  }
}

test('snippets show banners in each place under the strictest policy, count, and dim the window [T-DEL-10, T-DEL-11, FIX-24]', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const portal = baseURL!;
  await using website = await foreignWebsite(portal);
  const { name, snippets } = registered(website.url);
  website.page.body = BANNER_TYPE_IDS.map((slot) =>
    snippets[slot].replaceAll(/http:\/\/[^/"]+/g, portal),
  ).join('\n');
  const id = /\/embed\/([\da-f-]+)\/a1/.exec(snippets.a1)![1]!;

  await advertiser(page, { credits: 2_400 });
  const { webseiten } = await accountOf(page);
  const here = webseiten.find((one) => one.name === name)!.id;
  const banners = {} as Record<BannerTypeId, number>;
  for (const typ of BANNER_TYPE_IDS) {
    const { size } = BANNER_TYPES[typ];
    const banner_bild = size && (await pictureOf(page, size.width, size.height));
    banners[typ] = await orderedBanner(page, {
      typ,
      url: TARGET,
      webseiten: [here],
      ...(banner_bild && { banner_bild }),
    });
  }
  const figures = async () => {
    const { Banners } = await accountOf(page);
    return BANNER_TYPE_IDS.map((typ) => {
      const own = Banners.find(({ ID }) => ID === banners[typ])!.zahlen.find(
        ({ website: at }) => at === here,
      );
      return `${typ} ${own?.views ?? 0} ${own?.clicks ?? 0}`;
    });
  };

  const first = await visitor(browser, portal);
  // What was ordered a moment ago is in the memory of the server within a second.
  await expect(async () => {
    await first.page.goto(website.url);
    await expect(first.page.locator('dialog')).toBeVisible({ timeout: 1000 });
  }).toPass();
  const close = first.page.getByRole('button', { name: 'Anzeige schliessen' });
  await expect(close).toBeFocused();
  await expect((await frameOf(first.page, id, 'a3')).locator('a img').first()).toBeVisible();
  await first.page.keyboard.press('Escape');
  await expect(first.page.locator('dialog')).toHaveCount(0);
  await expect(first.page.getByRole('button', { name: 'Hier war ich' })).toBeFocused();

  for (const slot of ['a1', 'a2', 'a4'] as const) {
    // It is lazy: its page comes when it is near.
    await first.page.locator(`iframe[src$="${id}/${slot}"]`).scrollIntoViewIfNeeded();
    const frame = await frameOf(first.page, id, slot);
    const link = frame.locator('a.ziel');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
    if (slot === 'a4') await expect(link).toHaveText('Ruhige Abende');
    else
      await expect
        .poll(() =>
          frame
            .locator('a img')
            .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
        )
        .toBe(true);
    // Another origin, and without its scripts and its store.
    expect(await (await frame.frameElement()).getAttribute('sandbox')).toBe(
      'allow-popups allow-popups-to-escape-sandbox',
    );
  }
  const opened = first.context.waitForEvent('page');
  await (await frameOf(first.page, id, 'a1')).locator('a.ziel').click();
  await opened;
  await expect.poll(() => first.targets).toEqual([portal]);
  expect(first.page.url()).toBe(website.url);

  await first.page.bringToFront();
  await first.page.reload();
  await expect((await frameOf(first.page, id, 'a2')).locator('a.ziel')).toBeVisible();
  await expect(first.page.locator('dialog')).toHaveCount(0);

  expect(first.complaints).toEqual([]);
  expect(await first.context.cookies()).toEqual([]);
  for (const frame of nonEmpty(first.page.frames()))
    expect(
      await frame.evaluate(() =>
        window.origin === 'null'
          ? [0, 0, '']
          : [localStorage.length, sessionStorage.length, document.cookie],
      ),
    ).toEqual([0, 0, '']);
  expect(first.referers.length).toBeGreaterThan(10);
  expect(first.referers.filter(Boolean)).toEqual([]);

  // Another visitor sees the overlay again and closes it by its button.
  const second = await visitor(browser, portal);
  await second.page.goto(website.url);
  const button = second.page.getByRole('button', { name: 'Anzeige schliessen' });
  const box = (await button.boundingBox())!;
  expect([box.width, box.height]).toEqual([44, 44]);
  await expect(button).toBeFocused();
  const banner = (await frameOf(second.page, id, 'a3')).locator('a.ziel');
  await expect(banner).toBeVisible();
  await second.page.keyboard.press('Tab');
  await expect(banner).toBeFocused();
  await second.page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
  await button.click();
  await expect(second.page.locator('dialog')).toHaveCount(0);

  // A third has only keys: in the frame Escape is not heard by the page, and the next stop is a way
  // out.
  const third = await visitor(browser, portal);
  await third.page.goto(website.url);
  const closing = third.page.getByRole('button', { name: 'Anzeige schliessen' });
  const way = third.page.getByRole('button', { name: 'Zurück zur Seite' });
  await expect(closing).toBeFocused();
  const overlay = await frameOf(third.page, id, 'a3');
  const target = overlay.locator('a.ziel');
  // Behind the banner stands «Melden», still in the frame.
  const report = overlay.locator('a.melden');
  await expect(target).toBeVisible();
  // Between the frame and its page the focus takes its time: the next key waits for it.
  const go = async (key: string, stops: readonly Locator[]) => {
    for (const stop of stops) {
      await third.page.keyboard.press(key);
      await expect(stop).toBeFocused();
    }
  };
  await go('Tab', [target]);
  await expect(way).toHaveCSS('opacity', '0');
  await third.page.keyboard.press('Escape');
  await go('Tab', [report, way]);
  await expect(way).toHaveCSS('opacity', '1');
  expect((await way.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await go('Shift+Tab', [report, target, closing]);
  await go('Tab', [target, report, way]);
  await third.page.keyboard.press('Enter');
  await expect(third.page.locator('dialog')).toHaveCount(0);
  await expect(third.page.getByRole('button', { name: 'Hier war ich' })).toBeFocused();

  // Without a script the frame itself stands there, but no overlay that nobody could close.
  const plain = await visitor(browser, portal, { javaScriptEnabled: false });
  await plain.page.goto(website.url);
  await expect((await frameOf(plain.page, id, 'a1')).locator('a.ziel')).toBeVisible();
  await expect(plain.page.locator('iframe')).toHaveCount(3);
  expect(plain.complaints).toEqual([]);

  const views = () =>
    [first, second, third, plain].reduce((sum, { counted }) => sum + counted.view, 0);
  await expect
    .poll(async () => {
      const lines = (await figures()).map((line) => line.split(' '));
      return [
        lines.reduce((sum, [, seen]) => sum + Number(seen), 0) - views(),
        lines.map(([typ, , clicks]) => typ! + clicks),
      ];
    })
    .toEqual([0, ['a11', 'a20', 'a30', 'a40']]);
  expect(views()).toBeGreaterThan(6);
  for (const { context } of [first, second, third, plain]) await context.close();

  website.page.body = snippets.a3.replaceAll(/http:\/\/[^/"]+/g, portal);
  await expectDims(browser, portal, website, id);
});

test(
  'one line of HTML shows the ads of a canton on a page without a script, at both sizes, and opens them [BOF-124, BOF-55]',
  DEEP_ONLY,
  async ({ page, browser, baseURL }) => {
    const portal = baseURL!;
    await using website = await foreignWebsite(portal);
    const { snippets } = registered(website.url);
    const id = /\/embed\/([\da-f-]+)\/a1/.exec(snippets.a1)![1]!;
    await advertiser(page, { credits: 200 });
    const titel = `Am See ${randomUUID().slice(0, 8)}`;
    await listedAd(page, titel, { cantons: ['AI'] });
    const look = { ...USUAL_LOOK, akzent: '005f73', ecken: 4 };
    website.page.body = listSnippet(`${portal}/embed/${id}/liste`, 'AI', look);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      const seen = await visitor(browser, portal, { viewport, reducedMotion: 'reduce' });
      const asked: string[] = [];
      seen.context.on('request', (request) => asked.push(new URL(request.url()).origin));
      await seen.page.goto(website.url);
      const frame = seen.page.frameLocator('iframe[title="Inserate"]');
      const card = frame.getByRole('listitem').filter({ hasText: titel });
      await expect(card).toContainText('Appenzell I.-Rh.');
      await expect(card.getByRole('link', { name: 'Lena', exact: true })).toHaveCSS(
        'color',
        'rgb(0, 95, 115)',
      );
      const sideways = await frame
        .locator('html')
        .evaluate((html) => html.scrollWidth > html.clientWidth);
      expect(sideways).toBe(false);
      const report = card.getByRole('link', { name: 'Inserat von Lena melden' });
      const form = seen.context.waitForEvent('page');
      await report.click();
      await expect((await form).getByRole('heading', { name: 'Inserat melden' })).toBeVisible();
      await card.getByRole('link', { name: 'Lena', exact: true }).click();
      await expect(frame.getByRole('heading', { level: 1, name: 'Lena' })).toBeVisible();
      await expect(frame.getByRole('link', { name: 'Anrufen' })).toHaveAttribute(
        'href',
        /^tel:\+41/,
      );
      await frame.getByRole('link', { name: 'Zur Liste' }).click();
      await expect(card).toBeVisible();
      expect(seen.page.url()).toBe(website.url);
      expect(seen.complaints).toEqual([]);
      expect(await seen.context.cookies()).toEqual([]);
      expect([...new Set(asked)].toSorted()).toEqual(
        [new URL(website.url).origin, portal].toSorted(),
      );
      expect(seen.referers.filter(Boolean)).toEqual([]);
      await seen.context.close();
    }
  },
);
