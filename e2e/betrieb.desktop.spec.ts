import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { scriptWeights } from '../web/scripts/budgets.ts';
import { builtFiles, DIST } from '../web/scripts/built-files.ts';
import { toast } from './clock.ts';
import {
  ask,
  enrolled,
  enrolledByHand,
  expectSound,
  houseTitle,
  invited,
  otherBrowser,
  signedIn,
} from './house.ts';
import { codeOf, virtualAuthenticator } from './security.ts';
import {
  advertiser,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  PASSWORD,
  PHONE,
  test,
} from './support.ts';

/** A list asks for what is new at least as often. */
const UPDATE_MS = 15_000;

async function begin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Weiter' }).click();
}

test('a moderator enrols with an app, logs in and sees only what her role may read [BOF-05, BOF-07, BOF-17, BOF-143..BOF-145]', async ({
  page,
}) => {
  test.slow();
  const { email, link } = await invited(page, 'Mona Berg', 'moderator');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectSound(page);
  const secret = await enrolledByHand(page, link);
  await expect(page).toHaveTitle(houseTitle('Übersicht'));
  await expectSound(page);
  await expectAccessible(page, { themes: ['light'] });
  const menu = page.getByRole('navigation', { name: 'Betrieb' });
  const entries = [
    ...['Übersicht', 'Prüfen', 'Meldungen', 'Postfach', 'Gesperrt', 'Einsprüche', 'Freigaben'],
    ...['Kundinnen', 'Katalog', 'Partner', 'Protokoll', 'Zustand'],
  ];
  // Behind an entry stands how much waits there.
  await expect(menu.getByRole('link')).toHaveText(
    entries.map((label) => new RegExp(`^${label}\\d*$`)),
  );
  for (const path of ['/betrieb/team', '/betrieb/gibt-es-nicht']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite gibt es nicht');
  }
  await page.goto('/betrieb/freigaben');
  await expect(page.getByText('Nichts freizugeben.')).toBeVisible();
  // Told apart by the tag beside the wordmark.
  await expect(page.locator('.house-tag').filter({ visible: true })).toHaveText('Betrieb');
  // Playwright knows no key named ü.
  await page.evaluate(() => {
    for (const key of ['g', 'ü'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expect(page).toHaveURL(/\/betrieb\/?$/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Tasten anzeigen');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/betrieb/anmelden');
  await expect(page.getByText('Nur für Mitarbeitende.')).toBeVisible();
  await begin(page, email, 'falsch');
  await expect(
    page.getByText('Anmeldung fehlgeschlagen. Prüfe E-Mail und Passwort.'),
  ).toBeVisible();
  await expectSound(page);
  await begin(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zweiter Faktor');
  await expectSound(page);
  await page.getByLabel('Code aus deiner App').fill('000000');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText('Dieser Code stimmt nicht.')).toBeVisible();
  await page.getByLabel('Code aus deiner App').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();

  await page.goto(link);
  await expect(
    page.getByText('Dieser Link gilt nicht mehr. Lass dir einen neuen geben.'),
  ).toBeVisible();
});

test('a reader enrols with a passkey and logs in with it [BOF-05]', DEEP_ONLY, async ({ page }) => {
  await virtualAuthenticator(page);
  const { email, link } = await invited(page, 'Rea Pass', 'reader');
  await page.goto(link);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('button', { name: 'Passkey einrichten' }).click();
  await page.getByRole('button', { name: 'Ich habe sie notiert' }).click();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await begin(page, email);
  await page.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
});

test('two owners: one invites and asks for a third owner, the other approves in her browser [BOF-13, BOF-18, BOF-19, BOF-52, BOF-144]', async ({
  page,
  browser,
}) => {
  test.slow();
  const [one, two] = [
    await invited(page, 'Olga Eins', 'owner'),
    await invited(page, 'Otti Zwei', 'owner'),
  ];
  const second = await otherBrowser(browser);
  await enrolled(page, one.link);
  await enrolled(second, two.link);

  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Einladen' }).click();
  const invite = page.getByRole('dialog');
  await invite.getByLabel('Name').fill('Nina Neu');
  await invite.getByLabel('E-Mail').fill('nina.neu@samtrot.example');
  await invite.getByLabel('Rolle').selectOption('reader');
  await invite.getByRole('button', { name: 'Einladen' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Nina Neu' });
  await expect(row).toContainText('eingeladen');
  await expectSound(page);
  // On a wide screen a person is one line.
  const acts = row.getByRole('button');
  expect(await acts.count()).toBeGreaterThan(1);
  const tops = await acts.evaluateAll((all) => all.map((act) => act.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  // On a phone the changes unfold.
  await page.setViewportSize(PHONE);
  await expect(acts).toHaveCount(0);
  await row.getByText('Ändern').click();
  expect(await acts.count()).toBeGreaterThan(1);
  await row.getByText('Ändern').click();
  await page.setViewportSize({ width: 1440, height: 900 });

  // The head of a column sorts by pointer and by keyboard.
  const head = page.getByRole('columnheader', { name: 'Person' });
  const names = page.getByRole('table', { name: 'Team' }).locator('tbody b');
  // Other journeys invite people meanwhile.
  const own = ['Nina Neu', 'Olga Eins', 'Otti Zwei'];
  const order = async () => (await names.allTextContents()).filter((name) => own.includes(name));
  const came = await order();
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(order).toEqual(own);
  await head.getByRole('button').press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(order).toEqual(own.toReversed());
  await expectSound(page);
  await head.getByRole('button').press('Space');
  await expect.poll(order).toEqual(came);

  await row.getByRole('button', { name: 'Rolle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rolle').selectOption('owner');
  await dialog.getByLabel('Grund').fill('Nachfolge');
  await dialog.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  await expect(page.getByText('Zur Freigabe vorgelegt.')).toBeVisible();
  await expect(row).toContainText('Lesen');
  await page.getByRole('link', { name: 'Freigaben' }).click();
  // Other journeys ask for approvals meanwhile.
  const asked = (by: Page) => by.getByRole('listitem').filter({ hasText: '«Nachfolge»' });
  await expect(asked(page).getByText('Wartet auf zweite Person')).toBeVisible();
  await expect(asked(page).getByRole('button', { name: 'Freigeben' })).toHaveCount(0);

  await second.getByRole('link', { name: 'Freigaben' }).first().click();
  await expect(asked(second).getByText('Zur Inhaberin machen')).toBeVisible();
  await expectSound(second);
  // Nobody declines without a reason.
  await asked(second).getByRole('button', { name: 'Ablehnen' }).click();
  const declining = second.getByRole('dialog', { name: 'Vorlage ablehnen?' });
  const decline = declining.getByRole('button', { name: 'Ablehnen' });
  await expect(decline).toBeDisabled();
  await declining.getByLabel('Grund').fill('Noch zu früh');
  await expect(decline).toBeEnabled();
  await declining.getByRole('button', { name: 'Zurück' }).click();
  await asked(second).getByRole('button', { name: 'Freigeben' }).click();
  await expect(asked(second).getByText('freigegeben', { exact: true })).toBeVisible();
  await second.getByRole('link', { name: 'Team' }).click();
  await expect(second.getByRole('row').filter({ hasText: 'Nina Neu' })).toContainText('Inhaberin');

  // What a switch would do is told before it is made; other journeys publish meanwhile.
  await second.getByRole('link', { name: 'Moderation' }).click();
  const sure = second.getByRole('button', { name: 'Umstellen' });
  await expect(second.getByRole('radio', { name: /^Sofort online/ })).toBeChecked();
  await expect(sure).toBeDisabled();
  await second.getByRole('radio', { name: /^Alles wartet/ }).check();
  await expectSound(second);
  await sure.click();
  const question = second.getByRole('dialog', { name: 'Auf «Alles wartet» umstellen?' });
  await expect(question).toContainText('Was schon online ist, bleibt online.');
  await expect(question.getByRole('button', { name: 'Umstellen' })).toBeDisabled();
  await question.getByLabel('Grund').fill('Nur zum Ansehen');
  await expect(question.getByRole('button', { name: 'Umstellen' })).toBeEnabled();
  await expectSound(second);
  await question.getByRole('button', { name: 'Zurück' }).click();
  await expect(question).toBeHidden();
});

/** What is behind a selector, and the elements that wear velvet; colours as red, green and blue. */
const looksOf = (page: Page, selector: string) =>
  page.evaluate((of) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const rgb = (colour: string): number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const backOf = (element: Element) => getComputedStyle(element).backgroundColor;
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--velvet)';
    const velvet = backOf(probe);
    probe.remove();
    const worn = [...document.querySelectorAll('*')].filter(
      (element) => element.matches('.velvet') || backOf(element) === velvet,
    );
    return {
      ink: rgb(backOf(document.querySelector(of)!)),
      page: rgb(backOf(document.body)),
      velvet: rgb(velvet),
      worn: worn.map(({ outerHTML }) => outerHTML.slice(0, 80)),
    };
  }, selector);

test(
  'the house is told apart by its ink frame, the tag and the title, and wears no velvet [BOF-145]',
  DEEP_ONLY,
  async ({ page }) => {
    test.slow();
    await signedIn(page, (await invited(page, 'Tina Tinte', 'owner')).link);
    const pages = { '/': 'Übersicht', '/pruefen': 'Prüfen', '/kundinnen': 'Kundinnen' };
    for (const [path, title] of Object.entries(pages)) {
      await page.goto(`/betrieb${path}`);
      await expect(page).toHaveTitle(houseTitle(title));
      for (const [size, frame] of [
        [{ width: 1440, height: 900 }, '.house-side'],
        [PHONE, '.house-tabs'],
      ] as const) {
        await page.setViewportSize(size);
        await expect(page.locator(frame)).toBeVisible();
        await expect(page.locator('.house-tag').filter({ visible: true })).toHaveText('Betrieb');
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const { ink, page: back, velvet, worn } = await looksOf(page, frame);
          const where = `${path} ${frame} ${colorScheme}`;
          // Nearly black, and hardly a colour: velvet is a deep red.
          expect(Math.max(...ink), where).toBeLessThan(60);
          expect(Math.max(...ink) - Math.min(...ink), where).toBeLessThan(25);
          expect(velvet[0]! - velvet[1]!, where).toBeGreaterThan(40);
          expect(ink, where).not.toEqual(back);
          expect(worn, where).toEqual([]);
        }
      }
    }
  },
);

test(
  'each page whose lists do not come says so, and loads them when asked [BOF-147]',
  DEEP_ONLY,
  async ({ page }) => {
    test.slow();
    await enrolled(page, (await invited(page, 'Ada Aus', 'owner')).link);
    const entries = page.getByRole('navigation', { name: 'Betrieb' }).getByRole('link');
    const paths = (
      await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    ).filter((path) => path !== '/betrieb/kundinnen');
    expect(paths.length).toBeGreaterThan(12);
    const failed = page.getByText('Das konnten wir nicht laden.');
    const again = page.getByRole('button', { name: 'Nochmals versuchen' });
    for (const path of paths) {
      await page.route(/betrieb\/api\?action=(?!staff_me)/, (route) => route.abort());
      await page.goto(path);
      await expect(failed.first(), path).toBeVisible();
      await expect(again.first(), path).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
      await expect(async () => {
        if (await again.first().isVisible()) await again.first().click();
        await expect(failed).toHaveCount(0, { timeout: 1_000 });
      }, path).toPass();
    }
  },
);

test(
  'a part of the overview that does not come says so in its place [BOF-134, BOF-147]',
  DEEP_ONLY,
  async ({ page }) => {
    await signedIn(page, (await invited(page, 'Teo Teil', 'owner')).link);
    const parts = /action=(get_approvals|get_audit_log|get_digest)\b/;
    await page.route(parts, (route) => route.abort());
    await page.goto('/betrieb');
    for (const name of ['Freigaben', 'Zuletzt im Haus', 'Zusammenfassung'])
      await expect(page.getByRole('region', { name })).toContainText(
        'Das konnten wir nicht laden.',
      );
    await expectSound(page);
    await page.unrouteAll({ behavior: 'wait' });
    const digest = page.getByRole('region', { name: 'Zusammenfassung' });
    await digest.getByRole('button', { name: 'Nochmals versuchen' }).click();
    await expect(page.getByRole('switch', { name: 'Zusammenfassung um 07:00' })).toBeVisible();
  },
);

test(
  'an empty queue and an empty list of reports are sentences [BOF-147]',
  DEEP_ONLY,
  async ({ page }) => {
    await enrolled(page, (await invited(page, 'Leo Leer', 'moderator')).link);
    // Other journeys publish and report meanwhile.
    const counts = { all: 0, high: 0, new: 0, changed: 0, resubmitted: 0, mine: 0 };
    const empty = {
      queue: { items: [], next: null, counts, median_minutes: null },
      reports: { items: [], page: 1, pages: 1, urgent: 0, overdue: 0 },
    };
    for (const [action, answer] of Object.entries(empty))
      await page.route(new RegExp(`betrieb/api\\?action=${action}&`), (route) =>
        route.fulfill({ json: { success: true, ...answer } }),
      );
    for (const [path, said] of [
      ['pruefen', 'Nichts zu prüfen.'],
      ['meldungen', 'Keine Meldungen offen.'],
    ] as const) {
      await page.goto(`/betrieb/${path}`);
      await expect(page.getByRole('main').getByText(said, { exact: true })).toBeVisible();
      await expectSound(page);
    }
  },
);

test('what is typed stays when the log-in ends, and a failed list says so [BOF-10, BOF-147]', async ({
  page,
}) => {
  test.slow();
  const { email, link } = await invited(page, 'Tina Tipp', 'moderator');
  await page.clock.install();
  const secret = await enrolled(page, link);
  await page.route('**/betrieb/api?action=get_approvals*', (route) => route.abort());
  await page.getByRole('link', { name: 'Freigaben' }).first().click();
  await expect(page.getByText('Das konnten wir nicht laden.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await expect(page.getByText('Nichts freizugeben.')).toBeVisible();
  // An update that fails says so and leaves what is shown.
  await page.route('**/betrieb/api?action=get_approvals*', (route) => route.abort());
  await page.clock.fastForward(UPDATE_MS);
  await expect(page.getByText('Das konnten wir nicht laden.')).toBeVisible();
  await expect(page.getByText('Nichts freizugeben.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });

  // The open page is the same document afterwards.
  await page.evaluate(() => Object.assign(globalThis, { typed: 'bleibt' }));
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Übersicht' }).click();
  const dialog = page.getByRole('dialog');
  // Told by the next update of a list.
  await page.clock.fastForward(UPDATE_MS);
  await expect(dialog).toContainText('Bitte melde dich wieder an');
  await begin(page, email);
  await page.getByLabel('Code aus deiner App').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => (globalThis as { typed?: string }).typed)).toBe('bleibt');
});

test(
  'a role taken away while somebody types leaves her text and says so [BOF-10, BOF-13]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const headers = { 'x-portal': '1' };
    await advertiser(page);
    const ticket = await ask(page);
    const [writer, owner] = [await otherBrowser(browser), await otherBrowser(browser)];
    await enrolled(writer, (await invited(page, 'Rosa Wechsel', 'moderator')).link);
    await enrolled(owner, (await invited(page, 'Ida Leitung', 'owner')).link);
    await writer.goto(`/betrieb/postfach/${ticket}`);
    const field = writer.getByRole('textbox', { name: 'Antwort an' });
    await field.fill('Eine lange Antwort, halb geschrieben.');
    const me = await writer.request.get('/betrieb/api?action=staff_me', { headers });
    const { staff_id } = (await me.json()) as { staff_id: number };
    const changed = await owner.request.post('/betrieb/api?action=set_staff_role', {
      headers,
      data: { staff_id, role: 'reader', reason: 'Andere Aufgabe' },
    });
    expect(changed.status(), await changed.text()).toBe(200);
    await writer.getByRole('button', { name: 'Antwort senden' }).click();
    const unsent = writer.getByRole('region', { name: 'Nicht gesendet' });
    await expect(unsent).toContainText('Deine Rechte haben sich geändert.');
    await expect(unsent.getByRole('textbox')).toHaveValue('Eine lange Antwort, halb geschrieben.');
    await expect(writer.getByRole('list', { name: 'Verlauf' })).toHaveCount(0);
    await expectSound(writer);
    await unsent.getByRole('button', { name: 'Verwerfen' }).click();
    await expect(unsent).toHaveCount(0);
  },
);

test('no file of the pages for advertisers is one of the back office or knows its address [BOF-01]', () => {
  const built = builtFiles();
  const house = new Set(built.all('betrieb.html'));
  expect([...house].some((file) => file.includes('/house-'))).toBe(true);
  expect(built.late('betrieb.html').some((source) => source.startsWith('src/betrieb/'))).toBe(true);
  for (const document of ['index.html', 'app.html', 'auth.html', 'contact.html']) {
    expect(built.late(document).filter((source) => source.startsWith('src/betrieb'))).toEqual([]);
    const files = built.all(document);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(file).not.toContain('/house-');
      expect(readFileSync(join(DIST, file), 'utf8'), file).not.toContain('betrieb/api');
    }
  }
});

test('the script that a page loads before it is drawn stays within its budget [EXP-07]', () => {
  const weights = scriptWeights();
  expect(weights.length).toBeGreaterThan(20);
  const over = weights.filter(({ kilobytes, most }) => kilobytes > most);
  expect(over.map(({ what, kilobytes, most }) => `${what}: ${kilobytes} of ${most}`)).toEqual([]);
});

test('no document loads the script that opens another one', () => {
  const built = builtFiles();
  const openings = { 'auth.html': '/auth-', 'app.html': '/portal-', 'betrieb.html': '/house-' };
  for (const document of ['contact.html', ...Object.keys(openings)])
    for (const [other, opening] of Object.entries(openings))
      expect(
        built.all(document).some((file) => file.includes(opening)),
        `${document} loads the script of ${other}`,
      ).toBe(document === other);
});

test(
  'an error can be closed, lies upon nothing, goes with its page and with success [EXP-73]',
  DEEP_ONLY,
  async ({ page }) => {
    const { link } = await invited(page, 'Eva Fehler', 'reader');
    await enrolled(page, link);
    const mend = await breakAction(page, 'choose_digest');
    const choice = page.getByLabel('Zusammenfassung um 07:00');
    const failure = toast(page, 'Ein unbekannter Fehler ist aufgetreten.');
    const fails = async () => {
      await choice.click();
      await expect(failure).toHaveAttribute('role', 'alert');
    };
    await fails();
    await failure.getByRole('button', { name: 'Meldung schliessen' }).click();
    await expect(failure).toHaveCount(0);

    await fails();
    await expect.poll(() => coveredBy(failure)).toEqual([]);
    await page.getByRole('navigation', { name: 'Betrieb' }).getByText('Meldungen').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Meldungen' })).toBeVisible();
    await expect(failure).toHaveCount(0);

    await page.getByRole('navigation', { name: 'Betrieb' }).getByText('Übersicht').click();
    await fails();
    await mend();
    await choice.click();
    await expect(choice).toBeChecked();
    await expect(failure).toHaveCount(0);
  },
);

/** What can be used in sight and lies under the message. */
const coveredBy = (message: Locator): Promise<string[]> =>
  message.evaluate((element) => {
    const over = element.getBoundingClientRect();
    const used = [...document.querySelectorAll('button, a, input, select, textarea, summary')];
    return used
      .filter((one) => !one.closest('[data-sonner-toaster]') && one.checkVisibility())
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const beside = box.right <= over.left || box.left >= over.right;
        return !beside && box.bottom > over.top && box.top < over.bottom;
      })
      .map((one) => one.textContent);
  });
