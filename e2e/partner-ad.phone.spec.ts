import type { Locator, Page } from '@playwright/test';
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  test,
} from './support.ts';
import { NOW, openWebsite, type Shown, websiteAd } from './website.ts';

let site: Awaited<ReturnType<typeof openWebsite>>;
const shown: Shown = { ads: [], banners: false };
test.beforeAll(async () => {
  site = await openWebsite(shown);
});
test.afterAll(() => site.close());

const [image] = websiteAd().images;
const images = Array.from({ length: 3 }, (_, n) => ({
  ...image!,
  urls: { 640: `http://localhost:9/${n}.webp` },
}));
const video = {
  urls: { 480: 'http://localhost:9/v.mp4' },
  poster: 'http://localhost:9/p.webp',
  width: 640,
  height: 480,
  seconds: 9,
};

async function enter(page: Page, path = '/') {
  await page.context().addCookies([{ name: 'alter', value: '18', url: site.url }]);
  // A picture for each address, so that there is something to enlarge.
  await page.route('http://localhost:9/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="800"><path fill="#a06a70" d="M0 0h640v800H0z"/></svg>',
    }),
  );
  await page.goto(site.url + path);
}

/** Two fingers move apart or together around the middle of the window. */
async function pinch(page: Page, from: number, to: number) {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize()!;
  const points = (apart: number) =>
    [-1, 1].map((side, id) => ({ x: width / 2 + (side * apart) / 2, y: height / 2, id }));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === null ? [] : points(apart),
    });
  await send('touchStart', from);
  for (let step = 1; step <= 8; step++) await send('touchMove', from + ((to - from) * step) / 8);
  await send('touchEnd', null);
}

const widthOf = async (picture: Locator) => (await picture.boundingBox())!.width;

test('pictures are swiped, enlarged and closed by going back; the contact bar covers nothing [EXP-107]', async ({
  page,
}) => {
  const lena = websiteAd({ images, videos: [video], whatsapp: '+41791234567' });
  shown.ads = [lena, ...Array.from({ length: 4 }, () => websiteAd({ name: 'Mira' }))];
  await enter(page, `/inserat/${lena.id}`);
  await expectStandsStill(page);
  const slides = page.locator('.slides > li');
  await expect(slides.first()).toBeInViewport({ ratio: 0.9 });
  await expect(slides.locator('.cnt')).toHaveText(['1 / 4', '2 / 4', '3 / 4', '4 / 4']);
  // One swipe is one slide, however far it goes.
  const row = page.locator('.slides');
  expect(await row.evaluate((one) => getComputedStyle(one).scrollSnapType)).toBe('x mandatory');
  await row.evaluate((one) => one.scrollTo({ left: one.clientWidth * 0.8 }));
  await expect(slides.nth(1)).toBeInViewport({ ratio: 0.9 });
  const opener = page.getByRole('button', { name: 'Bild 2 von 3 gross zeigen' });
  await opener.tap();
  const large = page.getByRole('dialog', { name: 'Bilder von Lena' });
  await expect(large).toBeVisible();
  await expect(large.locator('li').nth(1)).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page);
  const picture = large.getByRole('img', { name: 'Bild 2 von Lena' });
  const before = await widthOf(picture);
  await pinch(page, 80, 200);
  expect(await widthOf(picture)).toBeGreaterThan(before * 2);
  await pinch(page, 200, 40);
  expect(await widthOf(picture)).toBeCloseTo(before, 0);
  await large.getByRole('button', { name: 'Nächstes Bild' }).tap();
  await expect(large.locator('li').nth(2)).toBeInViewport({ ratio: 0.9 });
  await page.goBack();
  await expect(large).toBeHidden();
  await expect(page).toHaveURL(`${site.url}/inserat/${lena.id}`);
  await expect(opener).toBeFocused();
  await expect(slides.nth(2)).toBeInViewport({ ratio: 0.9 });

  const bar = page.locator('.ways');
  await expect(bar.getByRole('link')).toHaveCount(3);
  for (const name of ['Anrufen', 'WhatsApp', 'SMS schreiben'])
    await expect(bar.getByRole('link', { name, exact: true })).toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(bar).toBeInViewport({ ratio: 1 });
  const foot = (await page.getByRole('contentinfo').boundingBox())!;
  expect(foot.y + foot.height).toBeLessThanOrEqual((await bar.boundingBox())!.y + 1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the popup shows on the second page or after 30 s, once a day, and closes by going back [EXP-109]', async ({
  page,
}) => {
  shown.ads = Array.from({ length: 12 }, () => websiteAd());
  shown.popup = true;
  await page.clock.install({ time: NOW });
  await page.clock.pauseAt(new Date(NOW.getTime() + 1000));
  await page.context().clearCookies();
  await page.goto(site.url);
  await page.clock.runFor(40_000);
  await expect(page.locator('dialog')).toHaveCount(0);
  await enter(page);
  const popup = page.getByRole('dialog', { name: 'Anzeige über der Seite' });
  await page.clock.runFor(40_000);
  await expect(popup).toBeHidden();
  await page.evaluate(
    () =>
      new Promise((scrolled) => {
        addEventListener('scroll', scrolled, { once: true });
        scrollTo(0, innerHeight + 1);
      }),
  );
  await page.clock.runFor(2000);
  await expect(popup).toBeVisible();
  await page.clock.resume();
  await expectAccessible(page);
  // Nothing behind it takes the focus or a press.
  await page.getByRole('button', { name: 'Anzeige schliessen' }).focus();
  for (let n = 0; n < 4; n++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      ),
    ).toBe(true);
  }
  await page.goBack();
  await expect(popup).toBeHidden();
  await expect(page).toHaveURL(`${site.url}/`);
  expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual([
    'alter',
    'popup',
  ]);
  await page.goto(`${site.url}/?kanton=ZH`);
  await page.clock.runFor(60_000);
  await expect(popup).toHaveCount(0);

  // On the second page it comes by itself, but not over what is open.
  await page.context().clearCookies({ name: 'popup' });
  await page.clock.pauseAt(new Date(NOW.getTime() + 3_600_000));
  await page.goto(`${site.url}/?kanton=BE`);
  const menu = page.getByRole('banner').locator('summary');
  await menu.tap();
  await page.clock.runFor(5000);
  await expect(popup).toBeHidden();
  await menu.tap();
  await menu.focus();
  // Nor under a finger.
  const touch = (type: 'touchstart' | 'touchend') =>
    page.evaluate((name) => {
      const finger = new Touch({ identifier: 1, target: document.body });
      const touches = name === 'touchstart' ? [finger] : [];
      document.body.dispatchEvent(new TouchEvent(name, { bubbles: true, touches }));
    }, type);
  await touch('touchstart');
  await page.clock.runFor(4000);
  await expect(popup).toBeHidden();
  await touch('touchend');
  await page.clock.runFor(3000);
  await expect(popup).toBeVisible();
  // The page behind it does not scroll.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe(
    'hidden',
  );
  // On a slow phone the step back comes after the dialog has told that it closed.
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog')!;
    const back = history.back.bind(history);
    const told = new Set<string>();
    dialog.dataset.steps = '';
    history.back = () => {
      dialog.dataset.steps += '1';
    };
    const note = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState !== 'closed') return;
      if (told.add(event.type).size === 2) back();
    };
    for (const type of ['close', 'toggle']) dialog.addEventListener(type, note);
  });
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${site.url}/?kanton=BE`);
  await expect(page.locator('dialog')).toHaveAttribute('data-steps', '1');
  await expect(popup).toBeHidden();
  await expect(menu).toBeFocused();
  await expect(page).toHaveURL(`${site.url}/?kanton=BE`);
  shown.popup = false;
});

test('stories advance alone or by tap, pause while held, and close by Escape or going back [EXP-110]', async ({
  page,
}) => {
  const story = (title: string) => ({
    title,
    until: '2026-11-21T12:00:00.000Z',
    image: images[0]!,
    video: null,
  });
  shown.ads = ['Anna', 'Bea', 'Cleo'].map((name) =>
    websiteAd({ name, story: story(`Heute ${name}`) }),
  );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await enter(page);
  const row = page.getByRole('navigation', { name: 'Storys' });
  await row.getByRole('link', { name: 'Anna: Heute Anna' }).tap();
  const shows = (name: string) =>
    expect(page.getByRole('heading', { level: 1, name: `Heute ${name}` })).toBeVisible();
  await shows('Anna');
  await expect(page.getByText('Anna · Zürich')).toBeInViewport();
  const pause = page.getByRole('button', { name: 'Anhalten' });
  await expect(pause).toBeVisible();
  const bar = page.locator('.story-bars .now');
  const playState = () => bar.evaluate((one) => getComputedStyle(one).animationPlayState);
  expect(await bar.evaluate((one) => getComputedStyle(one).animationName)).toBe('story-time');
  // Held, it stands still, and letting go is no tap.
  const next = page.getByRole('link', { name: 'Nächste Story: Bea' });
  const box = (await next.boundingBox())!;
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  await expect.poll(playState).toBe('paused');
  // Longer than a tap, by the page's own clock.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const began = performance.now();
        const look = () => (performance.now() - began > 350 ? done() : requestAnimationFrame(look));
        look();
      }),
  );
  await page.mouse.up();
  await expect.poll(playState).toBe('running');
  await shows('Anna');
  await pause.tap();
  await expect.poll(playState).toBe('paused');
  await expect(page.getByRole('button', { name: 'Weiter', exact: true })).toBeVisible();
  await expect(pause).toBeHidden();
  await next.tap();
  await shows('Bea');
  await expect(pause).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await shows('Anna');
  await expect(pause).toBeVisible();
  // By itself, when its time is over.
  await bar.evaluate((one) => one.getAnimations()[0]?.finish());
  await shows('Bea');
  await expect(pause).toBeVisible();
  await page.getByRole('link', { name: 'Nächste Story: Cleo' }).tap();
  await shows('Cleo');
  await page.goBack();
  await expect(row.getByRole('link', { name: 'Anna: Heute Anna, gesehen' })).toBeVisible();
  await row.getByRole('link', { name: 'Bea: Heute Bea, gesehen' }).tap();
  await shows('Bea');
  await expect(pause).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${site.url}/`);
  // Who wants little motion moves on alone.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await row.getByRole('link', { name: /^Anna/ }).tap();
  await shows('Anna');
  expect(await bar.evaluate((one) => one.getAnimations().length)).toBe(0);
  await expect(pause).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test(
  '«Zur Liste» leads back to the same place in it; a long search word stays in the window [EXP-108]',
  DEEP_ONLY,
  async ({ page }) => {
    shown.ads = Array.from({ length: 12 }, (_, n) => websiteAd({ name: `Anna ${n}` }));
    await enter(page, '/?suche=&kanton=ZH&kategorie=');
    await page.getByRole('link', { name: 'Anna 9', exact: true }).scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(100);
    await page.getByRole('link', { name: 'Anna 9', exact: true }).click();
    await page.getByRole('link', { name: 'Zur Liste' }).click();
    await expect(page).toHaveURL(`${site.url}/?suche=&kanton=ZH&kategorie=`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    // Opened by its address there is no list to go back to.
    await page.goto(`${site.url}/inserat/${shown.ads[0]!.id}`);
    await page.getByRole('link', { name: 'Zur Liste' }).click();
    await expect(page).toHaveURL(`${site.url}/`);
    await page.goto(`${site.url}/?suche=${'w'.repeat(80)}`);
    await expectNoSidewaysScroll(page);
  },
);

test(
  'a report begins before the gate, says what is missing below the head, and is accessible [BOF-55]',
  DEEP_ONLY,
  async ({ page }) => {
    shown.ads = [websiteAd()];
    await page.goto(`${site.url}/inserat/${shown.ads[0]!.id}`);
    await page.getByRole('link', { name: 'Ohne Bestätigung zur Meldung' }).tap();
    await page.getByRole('button', { name: 'Meldung senden' }).tap();
    const missing = page.getByText('Bitte wähle einen Grund aus.');
    await expect(missing).toBeInViewport();
    await expect(page.getByRole('radio').first()).toBeFocused();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test('«Angebot» keeps its distance from the description and from what it names [EXP-108]', async ({
  page,
}) => {
  const lena = websiteAd({ offerings: [{ id: 1, name: 'Gespräch' }] });
  shown.ads = [lena];
  await enter(page, `/inserat/${lena.id}`);
  const box = async (what: Locator) => (await what.boundingBox())!;
  for (const [width, above] of [
    [390, 20],
    [1440, 24],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const heading = await box(page.getByRole('heading', { name: 'Angebot', exact: true }));
    const text = await box(page.locator('.desc'));
    const named = await box(page.getByRole('list').filter({ hasText: 'Gespräch' }));
    expect(heading.y - text.y - text.height, `above it at ${width}`).toBeCloseTo(above, 0);
    expect(named.y - heading.y - heading.height, `below it at ${width}`).toBeCloseTo(10, 0);
  }
});
