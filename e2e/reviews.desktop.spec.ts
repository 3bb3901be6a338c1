import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { enrolled, expectSound, invited, otherBrowser } from './house.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, api, breakAction, DEEP_ONLY, expect, test } from './support.ts';

const headers = { 'x-portal': '1' };

/** The open reviews of these ads, in the order of the ads; one may move while pages are read. */
async function reviewsOf(house: Page, ads: readonly number[]): Promise<number[]> {
  let reviews: (number | undefined)[] = [];
  await expect(async () => {
    const found = await openReviews(house);
    reviews = ads.map((id) => found.get(id));
    expect(reviews).not.toContain(undefined);
  }).toPass();
  return reviews as number[];
}

async function openReviews(house: Page): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  let cursor = '';
  do {
    const answer = await house.request.get(`/betrieb/api?action=queue&cursor=${cursor}`, {
      headers,
    });
    const page = (await answer.json()) as {
      items: { review_id: number; object: { id: number; type: string } }[];
      next: string | null;
    };
    for (const { review_id, object } of page.items)
      if (object.type === 'inserat') found.set(object.id, review_id);
    cursor = page.next ?? '';
  } while (cursor !== '');
  return found;
}

const claim = (house: Page, review_id: number) =>
  house.request.post('/betrieb/api?action=claim_review', { data: { review_id }, headers });

/** Ads of one account, claimed by somebody of the house who has just enrolled. */
async function queued(
  page: Page,
  house: Page,
  name: string,
  word: string,
  titles: readonly string[] = ['Eins', 'Zwei', 'Drei'],
) {
  await advertiser(page, { credits: 2000, confirmed: true });
  const ads: number[] = [];
  for (const n of titles)
    ads.push(
      await listedAd(page, `${n} ohne alles ${word}`, { inserat_typ: '1_week' }, n === 'Eins'),
    );
  await enrolled(house, (await invited(house, name, 'moderator')).link);
  const reviews = await reviewsOf(house, ads);
  for (const id of reviews)
    expect(await (await claim(house, id)).text()).toContain('claimed_until');
  return { ads, reviews };
}

const title = (house: Page) => house.getByRole('heading', { level: 2 }).first();

/** Presses every letter of the page; the item stays, and its form with it. */
async function lettersRest(house: Page, text: string): Promise<void> {
  for (const key of 'jkarhvnu') await house.keyboard.press(key);
  await expect(title(house)).toHaveText(text);
  await expect(house.getByRole('button', { name: 'Senden, nächstes' })).toBeVisible();
  await expect(house.getByRole('button', { name: 'Notiz sichern' })).toHaveCount(0);
}

test('the queue is worked off by keyboard alone: approve, undo, send back, take off [BOF-25, BOF-43, BOF-45, BOF-46, BOF-47, BOF-49]', async ({
  page,
  browser,
}) => {
  test.slow();
  const word = `Tag${randomBytes(5).toString('hex')}`;
  const house = await otherBrowser(browser);
  const { ads, reviews } = await queued(page, house, 'Pia Kontrolle', word);
  await house.keyboard.press('g');
  await house.keyboard.press('p');
  await expect(house.getByRole('heading', { level: 1, name: 'Prüfen' })).toBeVisible();
  const mine = house.getByRole('button', { name: /^Meine 3$/ });
  await mine.focus();
  await house.keyboard.press('Enter');
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expectSound(house);
  await house.keyboard.press('?');
  await expect(house.getByRole('dialog')).toContainText('Überarbeiten lassen');
  await house.keyboard.press('Escape');
  await expect(house.getByRole('dialog')).toHaveCount(0);

  // Long before its key: Chromium puts a new route between page and server only a little later.
  await house.route('**/betrieb/api?action=uncover_review', (route) => route.abort());
  await house.keyboard.press('j');
  await expect(title(house)).toHaveText(`Eins ohne alles ${word}`);
  await expect(title(house)).toBeFocused();
  await expect(house.locator('mark').first()).toHaveText('ohne alles');
  await house.keyboard.press('j');
  await expect(title(house)).toHaveText(`Zwei ohne alles ${word}`);
  await house.keyboard.press('k');
  await expect(title(house)).toHaveText(`Eins ohne alles ${word}`);
  const picture = house.getByRole('img', { name: 'Bild 1', exact: true });
  await expect(picture).toHaveCount(0);
  // What does not come says so.
  await house.keyboard.press('v');
  await expect(house.getByText('Keine Verbindung zum Server.')).toBeVisible();
  await house.unroute('**/betrieb/api?action=uncover_review');
  await house.keyboard.press('v');
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .not.toBe(0);
  // No letter decides behind a dialog, nor behind the open form of a note.
  const pressAll = async () => {
    for (const key of 'jahr') await house.keyboard.press(key);
  };
  const still = async () => {
    await expect(title(house)).toHaveText(`Eins ohne alles ${word}`);
    await expect(house.getByRole('combobox', { name: 'Grund' })).toHaveCount(0);
  };
  await house.keyboard.press('?');
  await expect(house.getByRole('dialog')).toBeVisible();
  await pressAll();
  await house.keyboard.press('Escape');
  await expect(house.getByRole('dialog')).toHaveCount(0);
  await still();
  await house.keyboard.press('n');
  const words = house.getByRole('textbox', { name: 'Interne Notiz' });
  await expect(words).toBeFocused();
  for (const at of [house.getByRole('button', { name: 'Zurück', exact: true }), title(house)]) {
    await at.focus();
    await pressAll();
    await still();
    await expect(words).toBeVisible();
  }
  await words.focus();
  await house.keyboard.type('Ahrv, alles klar');
  await house.keyboard.press('Control+Enter');
  await expect(house.getByText('Notiz: Ahrv, alles klar')).toBeVisible();
  await expect(title(house)).toBeFocused();
  await expectSound(house);

  await house.keyboard.press('a');
  await expect(title(house)).toHaveText(`Zwei ohne alles ${word}`);
  await expect(title(house)).toBeFocused();
  await expect(
    house.getByRole('status').filter({ hasText: /^Freigegeben\. Noch \d+ offen\.$/ }),
  ).toHaveCount(1);
  await house.keyboard.press('u');
  await expect(title(house)).toHaveText(`Eins ohne alles ${word}`);
  await expect(house.getByRole('status').filter({ hasText: 'Rückgängig gemacht.' })).toHaveCount(1);
  await house.keyboard.press('a');
  await expect(title(house)).toHaveText(`Zwei ohne alles ${word}`);

  await house.keyboard.press('r');
  const send = house.getByRole('button', { name: 'Wähle einen Grund' });
  await expect(send).toBeVisible();
  await expect(house.getByRole('combobox', { name: 'Grund' })).toBeFocused();
  await house.keyboard.type('Angebot ohne Schutz');
  await expect(house.getByRole('button', { name: 'Senden, nächstes' })).toBeVisible();
  await expect(house.getByLabel('Text an die Besitzerin')).toHaveValue(/nicht erlaubt/);
  const field = house.getByRole('checkbox', { name: 'Titel', exact: true });
  // Asked for when the form opens.
  await expect(field).toBeVisible();
  await house.keyboard.press('Tab');
  await house.keyboard.press('Space');
  await expect(field).toBeChecked();
  // No letter decides behind an open form, wherever the focus is.
  await lettersRest(house, `Zwei ohne alles ${word}`);
  await house.getByRole('button', { name: 'Zurück', exact: true }).focus();
  await lettersRest(house, `Zwei ohne alles ${word}`);
  await title(house).focus();
  await lettersRest(house, `Zwei ohne alles ${word}`);
  await house.getByLabel('Interne Notiz').fill('Zum zweiten Mal');
  await expectSound(house);
  await house.keyboard.press('Control+Enter');
  await expect(title(house)).toHaveText(`Drei ohne alles ${word}`);
  await house.keyboard.press('h');
  await house.keyboard.type('Falsche Angaben');
  await house.keyboard.press('Control+Enter');
  await expect(house.getByText('Nichts zu prüfen.')).toBeVisible();
  await expect(house.getByRole('heading', { level: 1, name: 'Prüfen' })).toBeFocused();

  const { state } = await api(page, 'state');
  const held = (state as { holds: { kind: string; object: { id: number } }[] }).holds;
  const kinds = Object.fromEntries(held.map(({ object, kind }) => [object.id, kind]));
  expect(kinds).toEqual({ [ads[1]!]: 'revise', [ads[2]!]: 'blocked' });
  const answer = await house.request.get('/betrieb/api?action=holds', { headers });
  const { holds } = (await answer.json()) as { holds: { note: string; object: { id: number } }[] };
  expect(holds.find(({ object }) => object.id === ads[1])!.note).toBe('Zum zweiten Mal');

  // What was approved is taken off from its page all the same.
  await house.goto(`/betrieb/pruefen/${reviews[0]}`);
  await expect(house.getByRole('button', { name: 'Vom Netz nehmen' })).toBeVisible();
  await expectSound(house);
  await house.keyboard.press('h');
  await expect(
    house.getByRole('dialog', { name: `Inserat ${ads[0]} vom Netz nehmen` }),
  ).toBeVisible();
});

test('a claim that failed is made again a few seconds later [BOF-48]', async ({
  page,
  browser,
}) => {
  const word = `Tag${randomBytes(5).toString('hex')}`;
  const house = await otherBrowser(browser);
  const { reviews } = await queued(page, house, 'Clara Claim', word, ['Eins']);
  const claims = () =>
    house.waitForResponse((answer) => answer.url().endsWith('?action=claim_review'));
  await house.clock.install();
  const mend = await breakAction(house, 'claim_review');
  const failed = claims();
  await house.goto(`/betrieb/pruefen/${reviews[0]}`);
  expect((await failed).status()).toBe(500);
  await mend();
  await expect(title(house)).toBeFocused();
  await house.clock.fastForward(6_000);
  const again = claims();
  await house.keyboard.press('Shift');
  expect((await again).status()).toBe(200);
});

test(
  'two decisions with the same words are both said [BOF-46]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const word = `Tag${randomBytes(5).toString('hex')}`;
    const house = await otherBrowser(browser);
    await queued(page, house, 'Wanda Wort', word);
    // In a long queue each says «Noch 999+ offen.».
    await house.route('**/betrieb/api?action=decide_review', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), open: 1000 } });
    });
    await house.goto('/betrieb/pruefen');
    await house.getByRole('button', { name: /^Meine 3$/ }).click();
    const listed = house.getByRole('region', { name: 'Warteschlange' }).getByRole('link');
    await expect(listed).toHaveCount(3);
    await house.keyboard.press('j');
    await expect(title(house)).toHaveText(`Eins ohne alles ${word}`);
    await house.keyboard.press('a');
    const status = house.getByRole('status').filter({ hasText: 'Freigegeben. Noch 999+ offen.' });
    await expect(status).toHaveCount(1);
    await expect(title(house)).toHaveText(`Zwei ohne alles ${word}`);
    await status.evaluate((region) => {
      const changes = new MutationObserver(() => region.setAttribute('data-said', 'anew'));
      changes.observe(region, { childList: true, subtree: true, characterData: true });
    });
    await house.keyboard.press('a');
    await expect(title(house)).toHaveText(`Drei ohne alles ${word}`);
    await expect(status).toHaveAttribute('data-said', 'anew');
  },
);

test(
  '20 items are decided by keyboard alone, with 32 strokes and no pointer [BOF-45]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const word = `Tag${randomBytes(5).toString('hex')}`;
    const house = await otherBrowser(browser);
    const titles = Array.from({ length: 20 }, (_, n) => `Nummer ${n + 1}`);
    const { ads } = await queued(page, house, 'Tasta Tur', word, titles);
    let strokes = 0;
    const begin = performance.now();
    const press = (key: string) => {
      strokes += 1;
      return house.keyboard.press(key);
    };
    await press('g');
    await press('p');
    const mine = house.getByRole('button', { name: /^Meine 20$/ });
    await mine.focus();
    await press('Enter');
    await expect(mine).toHaveAttribute('aria-pressed', 'true');
    await press('j');
    for (const [n, name] of titles.entries()) {
      await expect(title(house)).toHaveText(`${name} ohne alles ${word}`);
      await expect(title(house)).toBeFocused();
      if (n % 10 === 4 || n % 10 === 9) {
        await press(n % 10 === 4 ? 'r' : 'h');
        await expect(house.getByRole('combobox', { name: 'Grund' })).toBeFocused();
        await press('f');
        await expect(house.getByRole('button', { name: 'Senden, nächstes' })).toBeVisible();
        await press('Control+Enter');
      } else {
        await expect(house.getByRole('button', { name: 'In Ordnung' })).toBeVisible();
        await press('a');
      }
    }
    await expect(house.getByText('Nichts zu prüfen.')).toBeVisible();
    console.log(`20 items by keyboard: ${Math.round((performance.now() - begin) / 1000)} s`);
    // Four to begin, one for each approval, three for each objection, one of them a reason.
    expect(strokes).toBe(4 + 16 + 4 * 3);
    const { state } = await api(page, 'state');
    const held = (state as { holds: { kind: string; object: { id: number } }[] }).holds;
    const kinds = Object.fromEntries(held.map(({ object, kind }) => [object.id, kind]));
    expect(kinds).toEqual({
      [ads[4]!]: 'revise',
      [ads[9]!]: 'blocked',
      [ads[14]!]: 'revise',
      [ads[19]!]: 'blocked',
    });
  },
);

test(
  'a second person sees who works on it and decides after taking over the newer version [BOF-48]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const word = `Tag${randomBytes(5).toString('hex')}`;
    const house = await otherBrowser(browser);
    const { ads, reviews } = await queued(page, house, 'Anna Zuerst', word);
    const second = await otherBrowser(browser);
    await enrolled(second, (await invited(page, 'Vera Danach', 'moderator')).link);
    await second.goto(`/betrieb/pruefen/${reviews[0]}`);
    const warning = second.getByText('Anna Zuerst bearbeitet das.');
    await expect(warning).toBeVisible();
    await expect(second.getByRole('button', { name: 'In Ordnung' })).toHaveCount(0);
    await second.getByRole('button', { name: 'Übernehmen' }).click();
    await expect(warning).toHaveCount(0);
    await expect(second.getByRole('button', { name: 'In Ordnung' })).toBeVisible();
    // Its owner gives it another title meanwhile.
    await listedAd(page, `Neu ${word}`, { inserat_typ: '1_week', inserat_id: ads[0]! });
    await second.getByRole('button', { name: 'In Ordnung' }).click();
    await expect(second.getByText('Das wurde inzwischen geändert.')).toBeVisible();
    await second.getByRole('link', { name: 'Neue Fassung ansehen' }).click();
    await expect(title(second)).toHaveText(`Neu ${word}`);
  },
);

test(
  'the same picture in two accounts stands side by side, veiled, with both numbers [BOF-50]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const fields = { inserat_typ: '1_week' };
    const other = await otherBrowser(browser);
    await advertiser(other, { credits: 200, confirmed: true });
    await other.goto('/home');
    await listedAd(other, 'Das erste Bild', fields, true);
    await advertiser(page, { credits: 200, confirmed: true });
    await page.goto('/home');
    const mine = await listedAd(page, 'Dasselbe Bild', fields, true);
    const house = await otherBrowser(browser);
    await enrolled(house, (await invited(page, 'Berta Bildvergleich', 'moderator')).link);
    const [review] = await reviewsOf(house, [mine]);
    const similar = async () => {
      const url = `/betrieb/api?action=review&review_id=${review}`;
      const answer = await house.request.get(url, { headers });
      return ((await answer.json()) as { similar: { object: { id: number }; account: number }[] })
        .similar;
    };
    await expect.poll(async () => (await similar()).length).toBe(1);
    const [found] = await similar();
    await house.goto(`/betrieb/pruefen/${review}`);
    const pair = house.getByRole('region', { name: 'Bild 1 nebeneinander' });
    await expect(pair.getByRole('figure').first()).toContainText(`Nr. ${mine}, Konto`);
    await expect(pair.getByRole('figure').last()).toContainText(
      `${found!.object.id}, Konto ${found!.account}`,
    );
    await expect(pair.getByRole('img')).toHaveCount(0);
    await expectSound(house);
    await pair.getByRole('button').first().click();
    for (const name of ['Bild 1, dieses', 'Bild 1, das ähnliche']) {
      const picture = pair.getByRole('img', { name, exact: true });
      await expect(picture).toBeVisible();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .not.toBe(0);
    }
    await expectSound(house);
    // Whoever leaves the window leaves no picture on the screen, unless she wants to.
    const uncovered = house.getByRole('main').getByRole('img');
    const leave = () => house.evaluate(() => dispatchEvent(new Event('blur')));
    await leave();
    await expect(uncovered).toHaveCount(0);
    await house.getByRole('banner').getByRole('switch', { name: 'Diskret-Ansicht' }).click();
    await pair.getByRole('button').first().click();
    await expect(uncovered.first()).toBeVisible();
    await leave();
    await expect(uncovered.first()).toBeVisible();
  },
);
