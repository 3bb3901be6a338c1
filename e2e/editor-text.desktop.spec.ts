import type { Page } from '@playwright/test';
import { DESCRIPTION, fillAd } from './editor.ts';
import {
  advertiser,
  DEEP_ONLY,
  every,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './support.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Beschreibung' });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatierung' }).getByRole('button', { name, exact: true });

/** The editor of a new ad, with the one for the description there. */
async function open(page: Page): Promise<void> {
  await advertiser(page);
  await page.goto('/rabota');
  await page.getByRole('textbox', { name: 'Titel' }).focus();
  await expect(text(page)).toBeVisible();
}

/** Saves the form as a draft and returns the ad as stored. */
async function saved(page: Page): Promise<{ ID: number; beschreibung: string }> {
  await page
    .getByRole('button', { name: 'Als Entwurf Speichern' })
    .filter({ visible: true })
    .click();
  const answer = page.waitForResponse('**/api?action=saveInserat*');
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern', exact: true }).click();
  const { inserat } = (await (await answer).json()) as {
    inserat: { ID: number; beschreibung: string };
  };
  // Two seconds later; another page that opens then is aborted.
  await expect(page).toHaveURL(/\/inserate(\?|$)/);
  return inserat;
}

/** Pastes markup as another program puts it on the clipboard. */
const paste = (page: Page, html: string) =>
  text(page).evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);

test('headings, type, lists and alignment are pressed, saved and there again [EDI-45, EDI-51]', async ({
  page,
}) => {
  await open(page);
  await text(page).click();
  const line = async (tools: string[], typed: string) => {
    for (const name of tools) await tool(page, name).click();
    for (const name of tools)
      await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  };
  await line(['Überschrift 1', 'Mitte'], 'Willkommen');
  await line(['Überschrift 2'], 'Zeiten');
  await tool(page, 'Rechts').click();
  await page.keyboard.type('Montag bis Samstag');
  await page.keyboard.press('Enter');
  await line(['Überschrift 3', 'Links'], 'Preise');
  await line(['Liste'], 'Eine Stunde');
  await page.keyboard.press('Enter');
  await line(['Nummerierte Liste'], 'Anrufen');
  await page.keyboard.press('Enter');
  await line(['Fett', 'Kursiv', 'Unterstrichen'], 'Bis bald');
  await page.keyboard.press('Backspace');
  const { ID, beschreibung } = await saved(page);
  expect(beschreibung).toBe(
    '<h1 class="align-center">Willkommen</h1><h2 class="align-center">Zeiten</h2><p class="align-right">Montag bis Samstag</p>' +
      '<h3>Preise</h3><ul><li><p>Eine Stunde</p></li></ul><ol><li><p>Anrufen</p></li></ol>' +
      '<p><strong><em><u>Bis bald</u></em></strong></p>',
  );
  await page.goto(`/rabota/${ID}`);
  await page.getByRole('textbox', { name: 'Titel' }).focus();
  await expect(text(page).getByRole('heading', { level: 1 })).toHaveText('Willkommen');
  await expect(text(page).getByRole('heading', { level: 1 })).toHaveCSS('text-align', 'center');
  await expect(text(page).getByText('Montag bis Samstag')).toHaveCSS('text-align', 'right');
  await expect(text(page).getByRole('listitem')).toHaveText(['Eine Stunde', 'Anrufen']);
  await expect(text(page).locator('strong em u')).toHaveText('Bis bald');
});

test(
  'of pasted markup only what a description may hold stays [EDI-52]',
  DEEP_ONLY,
  async ({ page }) => {
    await open(page);
    await text(page).click();
    await paste(
      page,
      '<style>p{color:red}</style><h4 onclick="x()">Über mich</h4><p style="text-align:center;color:red">Ich bin <b>gern</b> ' +
        '<a href="https://example.ch">unterwegs</a><script>alert(1)</script>.</p><table><tr><td>Zelle</td></tr></table><img src="x">',
    );
    await expect(text(page)).toContainText('unterwegs');
    expect((await saved(page)).beschreibung).toBe(
      '<h3>Über mich</h3><p class="align-center">Ich bin <strong>gern</strong> unterwegs.</p><p>Zelle</p>',
    );
  },
);

test(
  'characters of text count, markup does not [EDI-48, EDI-49, EDI-50, CON-45, ERR-080, ERR-081, ERR-083]',
  DEEP_ONLY,
  async ({ page }) => {
    await open(page);
    const field = page.locator('[data-slot=field]', { has: text(page) });
    const leave = async (message: string | null) => {
      await page.getByRole('textbox', { name: 'Titel' }).focus();
      if (message === null) await expect(text(page)).not.toHaveAttribute('aria-invalid');
      else await expect(text(page)).toHaveAccessibleDescription(message);
    };
    await text(page).click();
    await leave('Die Beschreibung ist erforderlich');
    await text(page).click();
    await tool(page, 'Fett').click();
    await page.keyboard.type('kurz und k');
    await expect(field).toContainText('10/5000');
    await leave('Mindestens 10 Zeichen erforderlich');
    await text(page).fill('a'.repeat(5001));
    await expect(field).toContainText('5001/5000');
    await leave('Maximal 5000 Zeichen erlaubt');
    await text(page).fill('a'.repeat(5000));
    await expect(text(page)).not.toHaveAttribute('aria-invalid');
    await leave(null);
  },
);

test(
  'the tools are one stop of the keyboard, and going to them does not complain yet [EDI-51]',
  DEEP_ONLY,
  async ({ page }) => {
    await open(page);
    await text(page).click();
    await page.keyboard.press('Shift+Tab');
    await expect(tool(page, 'Fett')).toBeFocused();
    await expect(text(page)).not.toHaveAttribute('aria-invalid');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(tool(page, 'Überschrift 1')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(text(page)).toBeFocused();
    await page.keyboard.type('Hallo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('du');
    await expect(text(page).getByRole('heading', { level: 1 })).toHaveText('Hallo');
    await expect(text(page).locator('strong')).toHaveText('du');
    for (const button of await every(page.getByRole('toolbar').getByRole('button'))) {
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  },
);

test(
  'nothing moves when the editor arrives, and it is no part of the first load [EDI-45]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let asked = 0;
    await page.route('**/rich-text-*.js', async (route) => {
      asked++;
      await held;
      await route.continue();
    });
    await page.goto('/rabota');
    await expect(page.getByRole('heading', { name: 'Neues Inserat aufgeben' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(0);
    const section = page.locator('#kontakt');
    await section.scrollIntoViewIfNeeded();
    await expect(page.getByText('Der Texteditor wird geladen')).toBeAttached();
    const before = await section.boundingBox();
    release();
    await expect(text(page)).toBeVisible();
    expect(await section.boundingBox()).toEqual(before);
  },
);

test(
  'without its editor the description is a plain field [EDI-48, EDI-52]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.route('**/rich-text-*.js', (route) => route.abort());
    await page.goto('/rabota');
    await fillAd(page, { title: 'Ruhige Stunde' });
    await text(page).fill('Erste Zeile <b>\n\nZweiter Absatz');
    await expect(text(page)).toHaveValue('Erste Zeile <b>\n\nZweiter Absatz');
    expect((await saved(page)).beschreibung).toBe(
      '<p>Erste Zeile &lt;b&gt;</p><p>Zweiter Absatz</p>',
    );
  },
);

test('name, title and description stand in one section that everybody can use [EDI-45, EDI-46, EDI-47, CON-43, CON-44]', async ({
  page,
}) => {
  await open(page);
  const section = page.getByRole('region', { name: 'Text' });
  await text(page).fill(DESCRIPTION);
  await expect(section.getByRole('textbox')).toHaveCount(3);
  for (const [label, max] of [
    ['Name', 20],
    ['Titel', 100],
  ] as const) {
    const field = section.getByRole('textbox', { name: label });
    for (const [length, message] of [
      [2, 'Mindestens 3 Zeichen erforderlich'],
      [max + 1, `Maximal ${max} Zeichen erlaubt`],
    ] as const) {
      await field.fill('a'.repeat(length));
      await field.blur();
      await expect(field).toHaveAccessibleDescription(message);
    }
    await field.fill('abc');
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
